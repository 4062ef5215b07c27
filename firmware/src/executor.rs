//! The loop that polls the tasks and sleeps in between.
//!
//! embassy's own loop sleeps with `wfe`, which QEMU takes for a busy no-op;
//! `wfi` sleeps on every board and in every emulator.

use embassy_executor::Spawner;
use embassy_executor::raw::Executor;
use portable_atomic::{AtomicBool, Ordering};
use static_cell::StaticCell;

use crate::board;

static WOKEN: AtomicBool = AtomicBool::new(false);

/// Called by embassy whenever a task is woken.
#[expect(unsafe_code, reason = "embassy finds this function by its name")]
// SAFETY: nothing else exports this name, and the signature is embassy's.
#[unsafe(export_name = "__pender")]
fn pend(_context: *mut ()) {
    WOKEN.store(true, Ordering::Release);
}

/// Runs tasks for ever, beginning with those that `start` spawns.
///
/// # Panics
///
/// If called twice.
#[expect(unsafe_code, reason = "polling belongs to one place")]
pub fn run(start: impl FnOnce(Spawner)) -> ! {
    static EXECUTOR: StaticCell<Executor> = StaticCell::new();
    let executor: &'static Executor =
        EXECUTOR.init_with(|| Executor::new(core::ptr::null_mut()));
    start(executor.spawner());
    loop {
        // SAFETY: this is the only call, and it is not reentered: `run`
        // can only once take the executor out of its cell.
        unsafe { executor.poll() };
        // With interrupts off, none can wake a task between the look at the
        // flag and the sleep; a pending one ends the sleep all the same.
        cortex_m::interrupt::free(|_| {
            if !WOKEN.swap(false, Ordering::Acquire) {
                board::sleep();
            }
        });
    }
}
