//! Raspberry Pi Pico 2: an RP2350 with two Cortex-M33 and 520 KB of RAM.
//!
//! The player's port is USB, the led is the green one on pin 25, the log
//! goes out by RTT through a debug probe on the three SWD pins. The
//! second core works for the first.

use embassy_executor::Spawner;
use embassy_rp::bind_interrupts;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::gpio::{Level, Output as Pin};
use embassy_rp::otp;
use embassy_rp::peripherals::TRNG;
use embassy_rp::trng::{self, Trng};
use embassy_rp::watchdog::Watchdog;

use super::Hardware;
pub use super::rp::*;
use crate::rp_usb;

bind_interrupts!(struct Interrupts {
    TRNG_IRQ => trng::InterruptHandler<TRNG>;
});

/// What the board is called.
pub const NAME: &str = "Raspberry Pi Pico 2";
/// The clock that embassy sets, and the fastest that the chip is rated for.
pub const CLOCK_HZ: u32 = 150_000_000;
/// What the memory has room for beside the stack and all else.
pub const NODES: usize =
    if cfg!(feature = "fault-injection") { 24_800 } else { 31_100 };

/// The board's led.
pub type Led = Pin<'static>;

/// Switches everything on.
pub fn start(spawner: Spawner) -> Hardware {
    let chip = embassy_rp::init(embassy_rp::config::Config::default());
    let (watchdog, cause) = BoardWatchdog::start(Watchdog::new(chip.WATCHDOG));
    let id = otp::get_chipid().ok();
    let (input, output) = rp_usb::open(spawner, chip.USB, id);
    let mut rng = Trng::new(chip.TRNG, Interrupts, trng::Config::default());
    Hardware {
        input,
        output,
        led: Pin::new(chip.PIN_25, Level::Low),
        watchdog,
        rollout_client: start_second_core(chip.CORE1),
        seed: rng.blocking_next_u64(),
        cause,
        clock_hz: clk_sys_freq(),
    }
}
