//! QEMU's `mps2-an386`: a Cortex-M4 with Arm's CMSDK peripherals.
//!
//! The player's port is UART 0, the led is LED 0, the log goes out by
//! semihosting. LED 1 is dark while the core sleeps: the program that runs the
//! emulator sees by it when all work is done.

mod executor;

use core::convert::Infallible;
use core::num::NonZeroU32;

use cortex_m::asm;
use cortex_m::peripheral::{MPU, SCB};
use cortex_m_rt::exception;
use cortex_m_semihosting::debug;
use defmt_semihosting as _;
use embassy_executor::Spawner;
use embassy_time::Duration;
use embedded_hal::digital::{ErrorType, OutputPin};
use protocol::{InputLoss, Stopwatch};

use super::Hardware;
use crate::cmsdk::uart::{self, ApbUart};
use crate::cmsdk::{self, ApbWatchdog};
use crate::qemu_uart::{Overrun, UartInput, UartOutput};
use crate::register::Register;

pub use executor::Executor;

/// What the board is called.
pub const NAME: &str = "QEMU mps2-an386";
/// What `-icount shift=3` gives: an instruction every eight nanoseconds.
pub const CLOCK_HZ: u32 = 125_000_000;
/// As many nodes as `engine:chip=m4`, the unit of matches, has.
pub const NODES: usize = 15_000;

/// The timer that counts for embassy's clock, without the division.
pub const STOPWATCH: Stopwatch = Stopwatch {
    read: cmsdk::count,
    hertz: NonZeroU32::new(cmsdk::CLOCK_HZ).unwrap(),
};

/// The half of the player's port that reads.
pub type Input = UartInput<ApbUart>;
/// The half that writes.
pub type Output = UartOutput<ApbUart>;
/// What restarts a board that hangs.
pub type BoardWatchdog = ApbWatchdog;

/// Switches everything on.
pub fn start(_spawner: Spawner) -> Hardware {
    LEDS.write(BUSY);
    guard_stack();
    cmsdk::start_clock();
    let (input, output) = uart::open();
    Hardware {
        input,
        output,
        led: Led(()),
        watchdog: ApbWatchdog::start(Duration::from_secs(2)),
        rollout_client: None,
        // An emulator has no source of randomness: every run is the same.
        seed: 1,
        cause: None,
        clock_hz: CLOCK_HZ,
    }
}

/// Makes every access to the quarter gigabyte below the RAM a fault, for a
/// stack that grows too far. Where a chip has no memory it faults by itself;
/// QEMU's board lets such writes pass, and further down the program lies a
/// second time.
fn guard_stack() {
    const BASE: u32 = 0x1000_0000;
    const CHOOSE_REGION_0: u32 = 1 << 4;
    const NO_ACCESS_TO_256_MB: u32 = 27 << 1 | 1;
    const ON_OVER_THE_DEFAULT_MAP: u32 = 1 << 2 | 1;
    // SAFETY: the region only takes away access to memory that the program
    // does not have.
    #[expect(unsafe_code, reason = "a wrong region could hide memory in use")]
    unsafe {
        let mpu = &*MPU::PTR;
        mpu.rbar.write(BASE | CHOOSE_REGION_0);
        mpu.rasr.write(NO_ACCESS_TO_256_MB);
        mpu.ctrl.write(ON_OVER_THE_DEFAULT_MAP);
    }
    asm::dsb();
    asm::isb();
}

/// What a port's error means.
pub fn loss(_error: &Overrun) -> InputLoss {
    InputLoss::Overrun
}

/// Restarts the board.
pub fn restart() -> ! {
    SCB::sys_reset()
}

/// Ends the emulator.
pub fn quit() -> ! {
    debug::exit(debug::EXIT_SUCCESS);
    restart()
}

// SAFETY: this is the register of the board's two leds.
#[expect(unsafe_code, reason = "the address must be right")]
const LEDS: Register = unsafe { Register::at(0x4002_8000) };
const BEAT: u32 = 1 << 0;
const BUSY: u32 = 1 << 1;

/// Sleeps until there is an interrupt.
fn sleep() {
    LEDS.write(LEDS.read() & !BUSY);
    asm::wfi();
    LEDS.write(LEDS.read() | BUSY);
}

/// The board's first led.
#[derive(Debug)]
pub struct Led(());

impl ErrorType for Led {
    type Error = Infallible;
}

impl OutputPin for Led {
    fn set_low(&mut self) -> Result<(), Infallible> {
        LEDS.write(LEDS.read() & !BEAT);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        LEDS.write(LEDS.read() | BEAT);
        Ok(())
    }
}

#[exception]
#[allow(unsafe_code, reason = "the runtime asks for an unsafe function")]
unsafe fn DefaultHandler(number: i16) {
    assert!(cmsdk::interrupted(number), "unexpected interrupt {number}");
}

#[exception]
#[allow(unsafe_code, reason = "the runtime asks for an unsafe function")]
unsafe fn NonMaskableInt() {
    panic!("the watchdog was not fed");
}
