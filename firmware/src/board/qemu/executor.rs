//! The loop that polls the tasks and sleeps in between.
//!
//! embassy's own executor sleeps with `wfe`, which QEMU runs as a no-op: an
//! idle board would keep the computer busy. This one sleeps with `wfi`.

use core::ptr;
use core::sync::atomic::{AtomicBool, Ordering};

use embassy_executor::{Spawner, raw};

static WOKEN: AtomicBool = AtomicBool::new(false);

/// Called by embassy whenever a task is woken.
#[expect(unsafe_code, reason = "embassy finds this function by its name")]
// SAFETY: nothing else exports this name: embassy's own executor is not in
// this board's features. The signature is embassy's.
#[unsafe(export_name = "__pender")]
fn pend(_context: *mut ()) {
    WOKEN.store(true, Ordering::Relaxed);
}

/// Has the interface of `embassy_executor::Executor`.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct Executor(raw::Executor);

impl Executor {
    /// An executor without tasks.
    #[expect(clippy::new_without_default, reason = "embassy's has none")]
    #[must_use]
    pub fn new() -> Self {
        Executor(raw::Executor::new(ptr::null_mut()))
    }

    /// Runs tasks for ever, beginning with those that `start` spawns.
    #[expect(unsafe_code, reason = "polling must not be reentered")]
    pub fn run(&'static mut self, start: impl FnOnce(Spawner)) -> ! {
        start(self.0.spawner());
        loop {
            // SAFETY: this is the only call, and a task cannot reenter it:
            // `run` holds the only reference to the executor.
            unsafe { self.0.poll() };
            // With interrupts off, none can wake a task between the look at
            // the flag and the sleep; a pending one still ends the sleep.
            cortex_m::interrupt::free(|_| {
                if !WOKEN.load(Ordering::Relaxed) {
                    super::sleep();
                }
                WOKEN.store(false, Ordering::Relaxed);
            });
        }
    }
}
