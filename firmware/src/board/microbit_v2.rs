//! BBC micro:bit v2: an nRF52833 with a Cortex-M4 and 128 KB of RAM.
//!
//! The player's port is the UART behind the board's own USB socket, at
//! 115,200 baud (pins P0.06 and P1.08); the led is the top left one of the
//! matrix; the log goes out by RTT through the same socket.

use core::convert::Infallible;

use cortex_m::peripheral::SCB;
use defmt_rtt as _;
use embassy_executor::Spawner;
use embassy_nrf::buffered_uarte::Error;
use embassy_nrf::gpio::{Level, Output as Pin, OutputDrive};
use embassy_nrf::pac;
use embassy_nrf::rng::Rng;
use embassy_nrf::wdt::{self, HaltConfig, WatchdogHandle};
use embedded_hal::digital::{ErrorType, OutputPin};
use protocol::InputLoss;

use super::Hardware;
use crate::nrf_uart::{self, Counter, UartInput, UartOutput};
use crate::tasks;

/// What the board is called.
pub const NAME: &str = "BBC micro:bit v2";
/// The clock of every nRF52.
pub const CLOCK_HZ: u32 = 64_000_000;
/// What the memory has room for beside the stack and all else.
pub const NODES: usize = 6_700;

pub use embassy_executor::Executor;

/// A clock of 32,768 ticks a second.
pub use crate::shared_session::TICKS as STOPWATCH;

/// The half of the player's port that reads.
pub type Input = UartInput;
/// The half that writes.
pub type Output = UartOutput;

/// Switches everything on.
///
/// # Panics
///
/// If a watchdog with another patience is running already.
pub fn start(_spawner: Spawner) -> Hardware {
    let chip = embassy_nrf::init(embassy_nrf::config::Config::default());
    let counter = Counter {
        timer: chip.TIMER0,
        channels: (chip.PPI_CH0, chip.PPI_CH1),
        group: chip.PPI_GROUP0,
    };
    let (input, output) =
        nrf_uart::open(chip.UARTE0, counter, chip.P1_08, chip.P0_06);
    let mut patience = wdt::Config::default();
    patience.timeout_ticks = 3 * 32_768;
    patience.action_during_debug_halt = HaltConfig::Pause;
    let Ok((_, [watchdog])) = wdt::Watchdog::try_new(chip.WDT, patience) else {
        panic!("another watchdog is running");
    };
    Hardware {
        input,
        output,
        led: Led {
            row: Pin::new(chip.P0_21, Level::Low, OutputDrive::Standard),
            _column: Pin::new(chip.P0_28, Level::Low, OutputDrive::Standard),
        },
        watchdog: BoardWatchdog(watchdog),
        rollout_client: None,
        seed: Rng::new_blocking(chip.RNG).blocking_next_u64(),
        cause: cause(),
        clock_hz: CLOCK_HZ,
    }
}

/// Why the board has restarted, if that is known.
fn cause() -> Option<&'static str> {
    let causes = pac::POWER.resetreas().read();
    // The bits stay until they are written.
    pac::POWER.resetreas().write_value(causes);
    causes.dog().then_some("the watchdog was not fed")
}

/// What a port's error means.
pub fn loss(error: &Error) -> InputLoss {
    match error {
        Error::Overrun => InputLoss::Overrun,
        _ => InputLoss::Framing,
    }
}

/// Restarts the board.
pub fn restart() -> ! {
    SCB::sys_reset()
}

/// Restarts the board, for the next player.
pub fn quit() -> ! {
    restart()
}

/// What restarts a board that hangs.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct BoardWatchdog(WatchdogHandle);

impl tasks::Watchdog for BoardWatchdog {
    fn feed(&mut self) {
        self.0.pet();
    }
}

/// The top left led: its row high, its column low.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct Led {
    row: Pin<'static>,
    _column: Pin<'static>,
}

impl ErrorType for Led {
    type Error = Infallible;
}

impl OutputPin for Led {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.row.set_low();
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.row.set_high();
        Ok(())
    }
}
