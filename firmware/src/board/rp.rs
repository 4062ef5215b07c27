//! What the two Picos have in common: USB, the second core, watchdog, restart.

use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

use cortex_m::asm;
use defmt_rtt as _;
use embassy_rp::Peri;
use embassy_rp::multicore;
use embassy_rp::pac::common::{RW, Reg};
use embassy_rp::pac::{self, psm::regs::Wdsel};
use embassy_rp::peripherals::CORE1;
use embassy_rp::watchdog::{ResetReason, Watchdog};
use embassy_time::{Duration, Instant};
use engine::Rollout;
use protocol::{InputLoss, SecondCore};
use static_cell::ConstStaticCell;

use crate::log::warn;
use crate::rp_usb::{Unplugged, UsbInput, UsbOutput};
use crate::second_core::{Buffers, Handover, Pulse, RolloutClient};
use crate::stack::{self, Stack};
use crate::tasks;

pub use embassy_executor::Executor;

/// A clock of a million ticks a second.
pub use crate::shared_session::TICKS as STOPWATCH;

/// The half of the player's port that reads.
pub type Input = UsbInput;
/// The half that writes.
pub type Output = UsbOutput;

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
    /// Not if the second core has given no answer since the last time.
    fn feed(&mut self) {
        if !WORKING.load(Ordering::Relaxed) || PULSE.ask() {
            self.0.feed(PATIENCE);
            wake();
        } else {
            warn!("the second core gives no answer");
        }
    }
}

/// How long the second core may take to come out of its reset.
const AWAKENING: Duration = Duration::from_millis(10);
const PAINT: u8 = stack::PAINT.to_le_bytes()[0];
const STACK_SIZE: usize = 4096;

static PULSE: Pulse = Pulse::new();
static WORKING: AtomicBool = AtomicBool::new(false);

const BEGUN: u32 = 0x434f_5245;

/// Where the chip remembers over a restart that the second core was being
/// started. It forgets when its power goes.
fn beginning() -> Reg<u32, RW> {
    pac::WATCHDOG.scratch0()
}

/// Starts the second core, if it answers. embassy waits for ever for one that
/// stops half-way, or panics: that restarts the board, which then does without.
#[expect(unsafe_code, reason = "the linker script says where its stack is")]
pub(super) fn start_second_core(
    core: Peri<'static, CORE1>,
) -> Option<RolloutClient> {
    static BUFFERS: ConstStaticCell<Buffers<Rollout>> =
        ConstStaticCell::new(Buffers::EMPTY);
    static HANDOVER: ConstStaticCell<Handover<'static, Rollout>> =
        ConstStaticCell::new(Handover::new());
    let bounds = stack::second_bounds();
    assert_eq!(bounds.len(), STACK_SIZE, "the second core's stack");
    if beginning().read() == BEGUN {
        warn!("the second core did not start the last time");
        return None;
    }
    if !answers() {
        warn!("the second core does not answer");
        return None;
    }
    let (client, worker) = HANDOVER.take().split(BUFFERS.take(), wake, sleep);
    let stack = ptr::with_exposed_provenance_mut(bounds.start);
    // SAFETY: the memory file reserves these bytes, and this is done once:
    // `core` is the only one of its kind.
    let stack: &mut multicore::Stack<STACK_SIZE> = unsafe { &mut *stack };
    stack.mem.fill(PAINT);
    beginning().write_value(BEGUN);
    multicore::spawn_core1(core, stack, || worker.run(&PULSE));
    beginning().write_value(0);
    WORKING.store(true, Ordering::Relaxed);
    Some(client)
}

/// Resets the second core; does it come to its senses? embassy would wait for
/// ever for one that does not.
fn answers() -> bool {
    let fifo = pac::SIO.fifo();
    pac::PSM.frce_off().modify(|parts| parts.set_proc1(true));
    // Let go at once, it may never have been off.
    while !pac::PSM.frce_off().read().proc1() {
        asm::nop();
    }
    while fifo.st().read().vld() {
        fifo.rd().read();
    }
    pac::PSM.frce_off().modify(|parts| parts.set_proc1(false));
    let start = Instant::now();
    // It says 0 when it waits for a program.
    while !fifo.st().read().vld() {
        if start.elapsed() > AWAKENING {
            return false;
        }
    }
    fifo.rd().read() == 0
}

/// Ends the other core's sleep, or its next one; after what was written.
fn wake() {
    asm::dsb();
    asm::sev();
}

/// Sleeps until there is an event, on either core.
fn sleep() {
    #[cfg(feature = "fault-injection")]
    if multicore::current_core() == multicore::CoreId::Core1 {
        crate::fault_injection::second_core::obey_idle();
    }
    asm::wfe();
}

/// How the second core is doing.
#[must_use]
pub fn second_core_status() -> SecondCore {
    if !WORKING.load(Ordering::Relaxed) {
        return SecondCore::Silent;
    }
    let Stack { used, size } = stack::measure_second();
    SecondCore::Working { stack_used: used, stack_size: size }
}

/// What a port's error means.
pub fn loss(_error: &Unplugged) -> InputLoss {
    InputLoss::Unplugged
}

/// Is this the first panic since the start, on either core? The lock is given
/// to one who asks, and nobody gives it back before the restart.
pub fn is_first_panic() -> bool {
    // embassy has number 31. With most others, an RP2350 may let go of the
    // lock when another register is written (its erratum E2); with this not.
    const LOCK: usize = 30;
    pac::SIO.spinlock(LOCK).read() != 0
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
