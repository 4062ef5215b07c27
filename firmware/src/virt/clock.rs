//! embassy's clock, on the machine's timer (CLINT), and a watchdog on the
//! same.
//!
//! The timer counts up at 10 MHz for longer than any board lives, and
//! interrupts when it is past a mark: the next time that a task waits for, or
//! that at which the watchdog loses patience.

use core::cell::{Cell, RefCell};
use core::task::Waker;

use critical_section::{CriticalSection, Mutex};
use embassy_time::Duration;
use embassy_time_driver::{Driver, TICK_HZ};
use embassy_time_queue_utils::Queue;

use super::interrupts;
use crate::register::registers;
use crate::tasks::Watchdog;

/// What the timer counts with.
pub(crate) const CLOCK_HZ: u32 = 10_000_000;
/// Its counts in a tick of embassy's.
const COUNTS: u64 = CLOCK_HZ as u64 / TICK_HZ;

registers! { 0x0200_0000;
    MARK_LOW = 0x4000,
    MARK_HIGH = 0x4004,
    TIME_LOW = 0xbff8,
    TIME_HIGH = 0xbffc,
}

struct Timer {
    queue: Mutex<RefCell<Queue>>,
    /// When the watchdog loses patience, in counts.
    patience: Mutex<Cell<u64>>,
}

embassy_time_driver::time_driver_impl!(static TIMER: Timer = Timer {
    queue: Mutex::new(RefCell::new(Queue::new())),
    patience: Mutex::new(Cell::new(u64::MAX)),
});

/// Starts the clock; the machine has set it to zero.
pub(crate) fn start() {
    mark(u64::MAX);
    interrupts::enable_timer();
}

/// The lower half of the counts since the start.
pub(crate) fn count() -> u32 {
    TIME_LOW.read()
}

/// Counts since the start.
fn counts() -> u64 {
    loop {
        let (high, low) = (TIME_HIGH.read(), TIME_LOW.read());
        if high == TIME_HIGH.read() {
            return u64::from(high) << 32 | u64::from(low);
        }
    }
}

/// Lets the timer interrupt from this time on.
fn mark(at: u64) {
    // In between, the mark must not be earlier than either.
    MARK_HIGH.write(u32::MAX);
    MARK_LOW.write(at as u32);
    MARK_HIGH.write((at >> 32) as u32);
}

/// The handler of the timer's interrupt.
pub(super) fn interrupted() {
    critical_section::with(|section| {
        if counts() >= TIMER.patience.borrow(section).get() {
            panic!("the watchdog was not fed");
        }
        TIMER.wake(section);
    });
}

impl Timer {
    /// Wakes those whose time has come, and sets the mark for the next.
    fn wake(&self, section: CriticalSection<'_>) {
        let mut queue = self.queue.borrow(section).borrow_mut();
        let next = queue.next_expiration(counts() / COUNTS);
        let patience = self.patience.borrow(section).get();
        mark(next.saturating_mul(COUNTS).min(patience));
    }
}

impl Driver for Timer {
    fn now(&self) -> u64 {
        counts() / COUNTS
    }

    fn schedule_wake(&self, at: u64, waker: &Waker) {
        critical_section::with(|section| {
            let queue = self.queue.borrow(section);
            let sooner = queue.borrow_mut().schedule_wake(at, waker);
            if sooner {
                self.wake(section);
            }
        });
    }
}

/// What restarts a board that hangs. The machine has no watchdog of its own:
/// the timer's interrupt stands in for one, so a program that hangs with
/// interrupts off is not noticed.
#[derive(Debug)]
pub struct TimerWatchdog {
    /// In counts.
    patience: u64,
}

impl TimerWatchdog {
    /// Starts it; it has to be fed within `patience`.
    pub(crate) fn start(patience: Duration) -> Self {
        let mut watchdog =
            TimerWatchdog { patience: patience.as_ticks() * COUNTS };
        watchdog.feed();
        watchdog
    }
}

impl Watchdog for TimerWatchdog {
    fn feed(&mut self) {
        critical_section::with(|section| {
            let patience = TIMER.patience.borrow(section);
            patience.set(counts().saturating_add(self.patience));
            TIMER.wake(section);
        });
    }
}
