//! QEMU's `virt` machine for RISC-V, with one RV32IMAC core.
//!
//! The player's port is its 16550 UART, the log goes out by semihosting. The
//! machine has no led and no watchdog: the led is a word in memory that
//! nobody sees, and the timer's interrupt stands in for the watchdog, which
//! does not help where interrupts are off.

use core::convert::Infallible;
use core::num::NonZeroU32;

use defmt_semihosting as _;
use embassy_executor::Spawner;
use embassy_time::Duration;
use embedded_hal::digital::{ErrorType, OutputPin};
use protocol::{InputLoss, Stopwatch};
use riscv::register::{Permission, Range, pmpaddr0, pmpaddr1, pmpcfg0};

use super::Hardware;
use crate::qemu_uart::{Overrun, UartInput, UartOutput};
use crate::stack;
use crate::virt::uart::{self, Uart16550};
use crate::virt::{self, TimerWatchdog};

pub use embassy_executor::Executor;

/// What the board is called.
pub const NAME: &str = "QEMU virt, RISC-V";
/// What `-icount shift=3` gives: an instruction every eight nanoseconds.
pub const CLOCK_HZ: u32 = 125_000_000;
/// As many nodes as `engine:chip=m4`, the unit of matches, has.
pub const NODES: usize = 15_000;

/// The timer that counts for embassy's clock, without the division.
pub const STOPWATCH: Stopwatch = Stopwatch {
    read: virt::count,
    hertz: NonZeroU32::new(virt::CLOCK_HZ).unwrap(),
};

/// The half of the player's port that reads.
pub type Input = UartInput<Uart16550>;
/// The half that writes.
pub type Output = UartOutput<Uart16550>;
/// What restarts a board that hangs.
pub type BoardWatchdog = TimerWatchdog;

/// Switches everything on.
pub fn start(_spawner: Spawner) -> Hardware {
    guard_program();
    virt::start_clock();
    let (input, output) = uart::open();
    Hardware {
        input,
        output,
        led: Led { is_lit: false },
        watchdog: TimerWatchdog::start(Duration::from_secs(2)),
        rollout_client: None,
        // An emulator has no source of randomness: every run is the same.
        seed: 1,
        cause: None,
        clock_hz: CLOCK_HZ,
    }
}

/// Makes every write to the program a fault, and with it every write of a
/// stack that grows too far: the program lies below the stack.
fn guard_program() {
    const START: usize = 0x8000_0000;
    const LOCKED: bool = true;
    // SAFETY: it only takes away the right to write to what no program
    // writes to.
    #[expect(unsafe_code, reason = "a wrong region could hide memory in use")]
    unsafe {
        pmpaddr0::write(START >> 2);
        pmpaddr1::write(stack::bounds().start >> 2);
        pmpcfg0::set_pmp(1, Range::TOR, Permission::RX, LOCKED);
    }
}

/// What a port's error means.
pub fn loss(_error: &Overrun) -> InputLoss {
    InputLoss::Overrun
}

/// Restarts the board.
pub fn restart() -> ! {
    virt::restart()
}

/// Ends the emulator.
pub fn quit() -> ! {
    virt::power_off()
}

/// A led that nobody sees.
#[derive(Debug)]
pub struct Led {
    is_lit: bool,
}

impl ErrorType for Led {
    type Error = Infallible;
}

impl OutputPin for Led {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.is_lit = false;
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.is_lit = true;
        Ok(())
    }
}
