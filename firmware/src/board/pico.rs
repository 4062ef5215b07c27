//! Raspberry Pi Pico: an RP2040 with two Cortex-M0+ and 264 KB of RAM.
//!
//! The player's port is USB, the led is the green one on pin 25, the log
//! goes out by RTT through a debug probe on the three SWD pins. The
//! second core works for the first.

use embassy_executor::Spawner;
use embassy_rp::Peri;
use embassy_rp::clocks::{ClockConfig, RoscRng, clk_sys_freq};
use embassy_rp::config::Config;
use embassy_rp::flash::{Blocking, Flash};
use embassy_rp::gpio::{Level, Output as Pin};
use embassy_rp::peripherals::FLASH;
use embassy_rp::watchdog::Watchdog;

use super::Hardware;
pub use super::rp::*;
use crate::log::warn;
use crate::rp_usb;

/// What the board is called.
pub const NAME: &str = "Raspberry Pi Pico";
/// The clock. 200 MHz is what the chip is rated for at the voltage that
/// embassy sets with it.
pub const CLOCK_HZ: u32 =
    if cfg!(feature = "safe-clock") { 125_000_000 } else { 200_000_000 };
/// What the memory has room for beside the stack and all else.
pub const NODES: usize =
    if cfg!(feature = "fault-injection") { 8_400 } else { 14_800 };
/// The board's led.
pub type Led = Pin<'static>;
const FLASH_SIZE: usize = 2 * 1024 * 1024;
const _: () =
    assert!(NODES * 16 >= 200 * 1024 || cfg!(feature = "fault-injection"));

/// Switches everything on.
pub fn start(spawner: Spawner) -> Hardware {
    let Ok(clocks) = ClockConfig::system_freq(CLOCK_HZ) else {
        panic!("the clock cannot be set");
    };
    let chip = embassy_rp::init(Config::new(clocks));
    let clock_hz = clk_sys_freq();
    if clock_hz != CLOCK_HZ {
        warn!("the clock is {=u32} Hz", clock_hz);
    }
    let (watchdog, cause) = BoardWatchdog::start(Watchdog::new(chip.WATCHDOG));
    let (input, output) = rp_usb::open(spawner, chip.USB, id(chip.FLASH));
    Hardware {
        input,
        output,
        led: Pin::new(chip.PIN_25, Level::Low),
        watchdog,
        rollout_client: start_second_core(chip.CORE1),
        seed: RoscRng.next_u64(),
        cause,
        clock_hz,
    }
}

/// The number of the board's flash chip, unless it cannot be read; the RP2040
/// has none of its own.
fn id(flash: Peri<'static, FLASH>) -> Option<u64> {
    let mut flash = Flash::<_, Blocking, FLASH_SIZE>::new_blocking(flash);
    let mut id = [0; 8];
    flash.blocking_unique_id(&mut id).ok()?;
    Some(u64::from_be_bytes(id))
}
