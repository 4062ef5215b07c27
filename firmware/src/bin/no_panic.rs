//! The whole session and nothing else: an image without a board, in which a
//! panic is to be found only if `engine` or `protocol` can come to one.
//!
//! What it is called with is hidden from the compiler, so every path through
//! both crates is in the image. `cargo xtask test no-panic` builds it for
//! each processor and looks for the panic handler, which the linker leaves
//! out when nothing leads there.
#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(not(target_os = "none"))]
fn main() {
    eprintln!("This is built for a board: cargo xtask test no-panic");
}

#[cfg(target_os = "none")]
mod image {
    use core::hint::black_box;
    use core::num::NonZeroU32;
    use core::panic::PanicInfo;

    // Their critical sections are for the cell.
    #[cfg(target_arch = "arm")]
    use {cortex_m as _, cortex_m_rt::entry};
    #[cfg(target_arch = "riscv32")]
    use {riscv as _, riscv_rt::entry};

    use engine::{Node, Rollout, RolloutResult, Runner};
    use protocol::{
        Device, Diagnostics, InputLoss, Mode, Session, Status, Stopwatch,
    };
    use static_cell::ConstStaticCell;

    static POOL: ConstStaticCell<[Node; 15_000]> =
        ConstStaticCell::new([Node::EMPTY; 15_000]);
    static SESSION: ConstStaticCell<Session<'static>> =
        ConstStaticCell::new(Session::new(&mut []));

    #[entry]
    fn main() -> ! {
        // Taken once; a second time would be a panic of the cell's.
        if let Some(session) = SESSION.try_take()
            && let Some(pool) = POOL.try_take()
        {
            session.set_pool(pool);
            talk(session);
        }
        loop {
            black_box(());
        }
    }

    fn talk(session: &mut Session<'_>) {
        let device = Device {
            name: black_box("any"),
            clock_hz: black_box(1),
            seed: black_box(1),
            restart: black_box(None),
        };
        session.start(black_box(device), black_box(0));
        session.start_as(black_box(Mode::Plain), device, black_box(0));
        session.set_in_flight(black_box(2));
        let mut runner = Unreliable(Rollout::EMPTY);
        session.set_stopwatch(black_box(Stopwatch {
            read: || 0,
            hertz: NonZeroU32::MIN,
        }));
        loop {
            black_box(session.receive(black_box(&[]), black_box(0)));
            black_box(session.has_room());
            session.input_lost(black_box(InputLoss::Overrun));
            session.input_ended(black_box(0));
            session.think(black_box(1), black_box(0));
            session.think_on(black_box(1), black_box(0), &mut runner);
            session.update_diagnostics(black_box(Diagnostics::default()));
            black_box(session.output());
            session.consume(black_box(0));
            black_box(session.is_thinking());
            black_box(session.wants_exit());
            if session.status() == black_box(Status::Error) {
                return;
            }
        }
    }

    /// Runs a rollout whenever a result is asked for, or gives none.
    struct Unreliable(Rollout);

    impl Runner for Unreliable {
        fn buffer(&mut self) -> &mut Rollout {
            &mut self.0
        }

        fn start(&mut self) {
            black_box(&mut self.0);
        }

        fn wait_oldest(&mut self) -> Option<RolloutResult> {
            black_box(Some(self.0.run()))
        }
    }

    #[panic_handler]
    #[inline(never)]
    fn panic(info: &PanicInfo<'_>) -> ! {
        loop {
            black_box(info);
        }
    }
}
