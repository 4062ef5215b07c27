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

    use cortex_m_rt::entry;
    use embassy_executor::{Spawner, task};
    use embassy_time::{Duration, Instant, Timer};
    use firmware::board::{self, Board, Dog, Input, Light, NODES, Output};
    use firmware::hub::{self, Hub};
    use firmware::{executor, restart, stack, tasks};
    use protocol::{Device, Session};
    use static_cell::{ConstStaticCell, StaticCell};

    /// How long the computer has to fetch the last words.
    const FAREWELL: Duration = Duration::from_millis(50);

    type Shared = &'static Hub<'static, NODES>;

    static SESSION: ConstStaticCell<Session<NODES>> =
        ConstStaticCell::new(Session::new());
    static HUB: StaticCell<Hub<'static, NODES>> = StaticCell::new();

    #[entry]
    fn main() -> ! {
        let panic = restart::take();
        executor::run(|spawner| start(spawner, panic))
    }

    fn start(spawner: Spawner, panic: Option<&'static str>) {
        let Board { input, output, light, dog, seed, cause } =
            board::start(spawner);
        let device = Device {
            name: board::NAME,
            clock_hz: board::CLOCK_HZ,
            seed,
            restart: panic.or(cause),
        };
        defmt::info!("{=str}, {=usize} nodes", device.name, NODES);
        if let Some(cause) = device.restart {
            defmt::warn!("restarted: {=str}", cause);
        }
        let session = SESSION.take();
        session.start(device, hub::now());
        session.set_stopwatch(board::STOPWATCH);
        let hub = HUB.init_with(|| Hub::new(session));
        let tokens = (
            serial_in(hub, input),
            serial_out(hub, output),
            search(hub),
            heartbeat(hub, light),
            watchdog(hub, dog),
            quit(hub),
        );
        spawner.spawn(tokens.0.expect("spawned once"));
        spawner.spawn(tokens.1.expect("spawned once"));
        spawner.spawn(tokens.2.expect("spawned once"));
        spawner.spawn(tokens.3.expect("spawned once"));
        spawner.spawn(tokens.4.expect("spawned once"));
        spawner.spawn(tokens.5.expect("spawned once"));
    }

    #[task]
    async fn serial_in(hub: Shared, port: Input) {
        tasks::serial_in(hub, port, board::loss, stack::measure).await;
    }

    #[task]
    async fn serial_out(hub: Shared, port: Output) {
        tasks::serial_out(hub, port).await
    }

    #[task]
    async fn search(hub: Shared) {
        tasks::search(hub).await
    }

    #[task]
    async fn heartbeat(hub: Shared, light: Light) {
        tasks::heartbeat(hub, light).await
    }

    #[task]
    async fn watchdog(hub: Shared, dog: Dog) {
        tasks::watchdog(hub, dog).await
    }

    #[task]
    async fn quit(hub: Shared) {
        hub.over().await;
        Timer::after(FAREWELL).await;
        defmt::info!("quit after {=u64} ms", Instant::now().as_millis());
        board::quit()
    }

    #[panic_handler]
    fn panic(info: &PanicInfo<'_>) -> ! {
        restart::panicked(info)
    }
}
