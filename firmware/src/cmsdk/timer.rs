//! embassy's clock, on two CMSDK timers: one counts, one wakes.
//!
//! Both count down at 25 MHz. The first goes round every 171 seconds and
//! counts its rounds; the second runs once, to the next time that a task
//! waits for.

use core::cell::{Cell, RefCell};
use core::task::Waker;

use cortex_m::interrupt::{CriticalSection, Mutex, free};
use embassy_time_driver::Driver;
use embassy_time_queue_utils::Queue;

use super::Interrupt;
use crate::register::registers;

/// What the timers count with.
pub(crate) const CLOCK_HZ: u32 = 25_000_000;
/// Their counts in a tick of embassy's.
const COUNTS: u64 = CLOCK_HZ as u64 / embassy_time_driver::TICK_HZ;

registers! { 0x4000_0000;
    COUNT_CONTROL = 0x0,
    COUNT_VALUE = 0x4,
    COUNT_RELOAD = 0x8,
    COUNT_INTERRUPT = 0xc,
}
registers! { 0x4000_1000;
    ALARM_CONTROL = 0x0,
    ALARM_VALUE = 0x4,
    ALARM_RELOAD = 0x8,
    ALARM_INTERRUPT = 0xc,
}
const ENABLE: u32 = 1 << 0;
const INTERRUPT_ENABLE: u32 = 1 << 3;

struct Timers {
    rounds: Mutex<Cell<u32>>,
    queue: Mutex<RefCell<Queue>>,
}

embassy_time_driver::time_driver_impl!(static TIMERS: Timers = Timers {
    rounds: Mutex::new(Cell::new(0)),
    queue: Mutex::new(RefCell::new(Queue::new())),
});

/// Starts the clock at zero.
pub(crate) fn start() {
    COUNT_RELOAD.write(u32::MAX);
    COUNT_VALUE.write(u32::MAX);
    COUNT_CONTROL.write(ENABLE | INTERRUPT_ENABLE);
    ALARM_RELOAD.write(0);
    Interrupt::Clock.enable();
    Interrupt::Alarm.enable();
}

/// The lower half of [`uptime`].
pub(crate) fn count() -> u32 {
    u32::MAX - COUNT_VALUE.read()
}

/// Counts at [`CLOCK_HZ`] since the start.
pub(crate) fn uptime() -> u64 {
    free(|section| TIMERS.counts(section))
}

/// The handler of both timers' interrupts.
pub(crate) fn interrupted() {
    free(|section| {
        if COUNT_INTERRUPT.read() != 0 {
            COUNT_INTERRUPT.write(1);
            let rounds = TIMERS.rounds.borrow(section);
            rounds.set(rounds.get() + 1);
        }
        ALARM_INTERRUPT.write(1);
        TIMERS.wake(section);
    });
}

impl Timers {
    fn counts(&self, section: &CriticalSection) -> u64 {
        let mut rounds = self.rounds.borrow(section).get();
        let mut low = u32::MAX - COUNT_VALUE.read();
        if COUNT_INTERRUPT.read() != 0 {
            rounds += 1;
            low = u32::MAX - COUNT_VALUE.read();
        }
        u64::from(rounds) << 32 | u64::from(low)
    }

    /// Wakes those whose time has come, and sets the alarm for the next.
    fn wake(&self, section: &CriticalSection) {
        let mut queue = self.queue.borrow(section).borrow_mut();
        let now = self.counts(section);
        let next = queue.next_expiration(now / COUNTS);
        if next == u64::MAX {
            ALARM_CONTROL.write(0);
            return;
        }
        let wait = next.saturating_mul(COUNTS).saturating_sub(now);
        // A far time is approached in steps.
        ALARM_VALUE.write(wait.clamp(1, u64::from(u32::MAX)) as u32);
        ALARM_CONTROL.write(ENABLE | INTERRUPT_ENABLE);
    }
}

impl Driver for Timers {
    fn now(&self) -> u64 {
        uptime() / COUNTS
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        free(|section| {
            let queue = self.queue.borrow(section);
            let sooner = queue.borrow_mut().schedule_wake(at, waker);
            if sooner {
                self.wake(section);
            }
        });
    }
}
