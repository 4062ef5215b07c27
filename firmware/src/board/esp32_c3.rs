//! ESP32-C3, on any board that leads its USB to a socket: a RISC-V core and
//! 400 KB of RAM.
//!
//! The player's port is the chip's own serial port over USB, the log goes out
//! by RTT through the debugger at the same socket; the led is the blue one of
//! small boards, on pin 8, lit by a low level. Nothing has run this image yet.

use core::convert::Infallible;

use defmt_rtt as _;
use embassy_executor::Spawner;
use embedded_hal::digital::{ErrorType, OutputPin};
use esp_hal::Async;
use esp_hal::gpio::{Level, Output as Pin, OutputConfig};
use esp_hal::peripherals::TIMG1;
use esp_hal::rng::Rng;
use esp_hal::rtc_cntl::SocResetReason;
use esp_hal::system;
use esp_hal::time::Duration;
use esp_hal::timer::timg::{MwdtStage, TimerGroup, Wdt};
use esp_hal::usb::usb_serial_jtag::{
    UsbSerialJtag, UsbSerialJtagRx, UsbSerialJtagTx,
};
use protocol::InputLoss;

use super::Hardware;
use crate::tasks;

pub use esp_rtos::embassy::Executor;

/// A clock of a million ticks a second.
pub use crate::shared_session::TICKS as STOPWATCH;

/// What the board is called.
pub const NAME: &str = "ESP32-C3";
/// The clock that is set here.
pub const CLOCK_HZ: u32 = 160_000_000;
/// They leave room for a larger stack than any other board's.
pub const NODES: usize = 15_000;

const PATIENCE: Duration = Duration::from_secs(3);

/// The half of the player's port that reads.
pub type Input = UsbSerialJtagRx<'static, Async>;
/// The half that writes.
pub type Output = UsbSerialJtagTx<'static, Async>;

// The chip's boot loader looks for this description. The time of the build is
// made up, so that every build makes the same image.
esp_bootloader_esp_idf::esp_app_desc!(
    env!("CARGO_PKG_VERSION"),
    "pocketfour",
    "00:00:00",
    "1970-01-01",
    esp_bootloader_esp_idf::ESP_IDF_COMPATIBLE_VERSION,
    esp_bootloader_esp_idf::MMU_PAGE_SIZE,
    0,
    u16::MAX,
    esp_bootloader_esp_idf::SECURE_VERSION
);

/// Switches everything on.
pub fn start(_spawner: Spawner) -> Hardware {
    let clock = esp_hal::clock::CpuClock::_160MHz;
    let config = esp_hal::Config::default().with_cpu_clock(clock);
    let chip = esp_hal::init(config);
    let cause = cause();
    esp_rtos::start(TimerGroup::new(chip.TIMG0).timer0, chip.FROM_CPU_INTR0);
    let mut watchdog = TimerGroup::new(chip.TIMG1).wdt;
    watchdog.set_timeout(MwdtStage::Stage0, PATIENCE);
    watchdog.enable();
    let port = UsbSerialJtag::new(chip.USB_DEVICE).into_async();
    let (input, output) = port.split();
    let random = Rng::new();
    let seed = [random.random(), random.random()].map(u64::from);
    Hardware {
        input,
        output,
        led: Led(Pin::new(chip.GPIO8, Level::High, OutputConfig::default())),
        watchdog: BoardWatchdog(watchdog),
        rollout_client: None,
        seed: seed[0] << 32 | seed[1],
        cause,
        clock_hz: CLOCK_HZ,
    }
}

/// Why the board has restarted, if that is known.
fn cause() -> Option<&'static str> {
    let timed_out = system::reset_reason() == Some(SocResetReason::CoreMwdt1);
    timed_out.then_some("the watchdog was not fed")
}

/// What a port's error means: the driver knows none.
pub fn loss(error: &Infallible) -> InputLoss {
    match *error {}
}

/// Restarts the board.
pub fn restart() -> ! {
    system::software_reset()
}

/// Restarts the board, for the next player.
pub fn quit() -> ! {
    restart()
}

/// What restarts a board that hangs.
#[expect(missing_debug_implementations, reason = "esp-hal's type has none")]
pub struct BoardWatchdog(Wdt<TIMG1<'static>>);

impl tasks::Watchdog for BoardWatchdog {
    fn feed(&mut self) {
        self.0.feed();
    }
}

/// A led that is lit by a low level.
#[derive(Debug)]
pub struct Led(Pin<'static>);

impl ErrorType for Led {
    type Error = Infallible;
}

impl OutputPin for Led {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.0.set_high();
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.0.set_low();
        Ok(())
    }
}
