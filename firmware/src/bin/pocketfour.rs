//! Pocketfour on a board: starts the tasks.
//!
//! `cargo xtask firmware --board NAME` builds it.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("This runs on a board: cargo xtask firmware --board qemu");
}

#[cfg(target_os = "none")]
mod image {
    use core::panic::PanicInfo;

    use defmt::unwrap;
    use embassy_executor::{Spawner, task};
    use embassy_time::{Duration, Instant, Timer};
    use engine::Node;
    use firmware::board::{
        self, BoardWatchdog, Executor, Input, Led, NODES, Output,
    };
    use firmware::processor::entry;
    use firmware::second_core::IN_FLIGHT;
    use firmware::shared_session::{self, SharedSession};
    use firmware::stack::{self, Stack};
    use firmware::{restart, tasks};
    use protocol::{Device, Diagnostics, Session};
    use static_cell::{ConstStaticCell, StaticCell};

    /// How long the computer has to fetch the last words.
    const FAREWELL: Duration = Duration::from_millis(50);

    type Shared = &'static SharedSession<'static>;

    static POOL: ConstStaticCell<[Node; NODES]> =
        ConstStaticCell::new([Node::EMPTY; NODES]);
    static SESSION: ConstStaticCell<Session<'static>> =
        ConstStaticCell::new(Session::new(&mut []));
    static SHARED: StaticCell<SharedSession<'static>> = StaticCell::new();

    #[entry]
    fn main() -> ! {
        static EXECUTOR: StaticCell<Executor> = StaticCell::new();
        stack::paint();
        let panic = restart::take();
        let executor = EXECUTOR.init_with(Executor::new);
        executor.run(|spawner| start(spawner, panic))
    }

    fn start(spawner: Spawner, panic: Option<&'static str>) {
        let hardware = board::start(spawner);
        #[cfg(all(feature = "rp", feature = "fault-injection"))]
        let hardware = firmware::fault_injection::second_core::begin(hardware);
        let device = Device {
            name: board::NAME,
            clock_hz: hardware.clock_hz,
            seed: hardware.seed,
            restart: panic.or(hardware.cause),
        };
        defmt::info!("{=str}, {=usize} nodes", device.name, NODES);
        if let Some(cause) = device.restart {
            defmt::warn!("restarted: {=str}", cause);
        }
        let session = SESSION.take();
        session.set_pool(POOL.take());
        if hardware.rollout_client.is_some() {
            session.set_in_flight(IN_FLIGHT);
        }
        session.start(device, shared_session::now());
        session.set_stopwatch(board::STOPWATCH);
        let shared = SHARED.init_with(|| {
            SharedSession::new(session)
                .with_second_core(hardware.rollout_client)
        });
        spawner.spawn(unwrap!(serial_in(shared, hardware.input)));
        spawner.spawn(unwrap!(serial_out(shared, hardware.output)));
        spawner.spawn(unwrap!(search(shared)));
        spawner.spawn(unwrap!(heartbeat(shared, hardware.led)));
        spawner.spawn(unwrap!(watchdog(shared, hardware.watchdog)));
        spawner.spawn(unwrap!(quit(shared)));
    }

    fn diagnose() -> Diagnostics {
        let Stack { used, size } = stack::measure();
        Diagnostics {
            stack_used: used,
            stack_size: size,
            second_core: board::second_core_status(),
            uptime: Instant::now().as_millis(),
        }
    }

    #[task]
    async fn serial_in(shared: Shared, port: Input) {
        tasks::serial_in(shared, port, board::loss, diagnose).await;
    }

    #[task]
    async fn serial_out(shared: Shared, port: Output) {
        tasks::serial_out(shared, port).await
    }

    #[task]
    async fn search(shared: Shared) {
        tasks::search(shared).await
    }

    #[task]
    async fn heartbeat(shared: Shared, led: Led) {
        tasks::heartbeat(shared, led).await
    }

    #[task]
    async fn watchdog(shared: Shared, watchdog: BoardWatchdog) {
        tasks::watchdog(shared, watchdog).await
    }

    #[task]
    async fn quit(shared: Shared) {
        shared.wait_for_end().await;
        Timer::after(FAREWELL).await;
        defmt::info!("quit after {=u64} ms", Instant::now().as_millis());
        board::quit()
    }

    #[panic_handler]
    fn panic(info: &PanicInfo<'_>) -> ! {
        restart::panicked(info)
    }
}
