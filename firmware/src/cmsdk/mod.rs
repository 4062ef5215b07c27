//! Drivers for Arm's CMSDK peripherals, as on the MPS2 boards.

mod timer;
pub(crate) mod uart;
mod watchdog;

pub(crate) use timer::{CLOCK_HZ, count, start as start_clock, uptime};
pub(crate) use watchdog::ApbWatchdog;

use cortex_m::interrupt::InterruptNumber;
use cortex_m::peripheral::NVIC;

/// The interrupts in use, by their number in the vector table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u16)]
pub(crate) enum Interrupt {
    /// A byte came.
    UartInput = 0,
    /// A byte is gone.
    UartOutput = 1,
    /// The clock's lower half is through.
    Clock = 8,
    /// A task is to be woken.
    Alarm = 9,
}

// SAFETY: the numbers are those of the board, and each variant has another.
#[expect(unsafe_code, reason = "the numbers must be right")]
unsafe impl InterruptNumber for Interrupt {
    fn number(self) -> u16 {
        self as u16
    }
}

impl Interrupt {
    /// Lets it through to its handler.
    pub(crate) fn enable(self) {
        // SAFETY: no critical section relies on a mask of single interrupts.
        #[expect(unsafe_code, reason = "unmasking could break into one")]
        unsafe {
            NVIC::unmask(self);
        }
    }
}

/// Handles an interrupt by its number; is it one of ours?
pub(crate) fn interrupted(number: i16) -> bool {
    match number {
        0 | 1 => uart::interrupted(),
        8 | 9 => timer::interrupted(),
        _ => return false,
    }
    true
}
