//! What the two Picos have in common: USB, watchdog, restart.

use cortex_m::asm;
use defmt_rtt as _;
use embassy_rp::gpio::Output as Pin;
use embassy_rp::pac::{self, psm::regs::Wdsel};
use embassy_rp::watchdog::{ResetReason, Watchdog};
use embassy_time::Duration;
use protocol::InputLoss;

use crate::tasks;
use crate::usb::{Unplugged, UsbInput, UsbOutput};

pub use embassy_executor::Executor;

/// A clock of a million ticks a second.
pub use crate::shared_session::TICKS as STOPWATCH;

/// The half of the player's port that reads.
pub type Input = UsbInput;
/// The half that writes.
pub type Output = UsbOutput;
/// The board's led.
pub type Led = Pin<'static>;

const PATIENCE: Duration = Duration::from_secs(3);

/// What restarts a board that hangs.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct BoardWatchdog(Watchdog);

impl BoardWatchdog {
    /// Starts it. Why has it restarted the board, if it has?
    pub(super) fn start(
        mut watchdog: Watchdog,
    ) -> (BoardWatchdog, Option<&'static str>) {
        let timed_out = watchdog.reset_reason() == Some(ResetReason::TimedOut);
        watchdog.pause_on_debug(true);
        watchdog.start(PATIENCE);
        reset_all_but_oscillators();
        (
            BoardWatchdog(watchdog),
            timed_out.then_some("the watchdog was not fed"),
        )
    }
}

impl tasks::Watchdog for BoardWatchdog {
    fn feed(&mut self) {
        self.0.feed(PATIENCE);
    }
}

/// What a port's error means.
pub fn loss(_error: &Unplugged) -> InputLoss {
    InputLoss::Unplugged
}

/// Restarts the board, and all of the chip with it.
pub fn restart() -> ! {
    reset_all_but_oscillators();
    pac::WATCHDOG.ctrl().write(|w| w.set_trigger(true));
    loop {
        asm::nop();
    }
}

/// Restarts the board, for the next player.
pub fn quit() -> ! {
    restart()
}

/// Chooses what the watchdog resets; memory keeps what it holds. embassy's
/// driver chooses by the RP2040's bits, which are others on the RP2350.
fn reset_all_but_oscillators() {
    let mut parts = Wdsel(!0);
    parts.set_rosc(false);
    parts.set_xosc(false);
    pac::PSM.wdsel().write_value(parts);
}
