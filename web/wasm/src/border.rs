//! What a worker calls: functions with C's calling convention, numbers only.
//! The machine and its pool are statics, so that nothing is allocated.
//!
//! The worker puts bytes at `input` and calls `receive`; calls `think` until
//! it says 0; and in between reads `output_length` bytes at `output`, which it
//! gives back by `consume`. Times are milliseconds on a clock of its own.

#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::panic::PanicInfo;

use engine::Node;

use crate::{INPUT_SIZE, Machine};

/// The nodes of the pool, which takes eight megabytes.
const NODES: usize = 500_000;

/// Something that the module's only thread uses.
struct Single<T>(UnsafeCell<T>);

// SAFETY: the module is built without shared memory, so that it has exactly
// one thread; nothing is ever reached from a second one.
unsafe impl<T> Sync for Single<T> {}

static POOL: Single<[Node; NODES]> =
    Single(UnsafeCell::new([Node::EMPTY; NODES]));
static MACHINE: Single<Option<Machine>> = Single(UnsafeCell::new(None));

fn machine() -> Option<&'static mut Machine> {
    // SAFETY: only exported functions call this, once each, and let go of the
    // machine before they return. There is one thread, and none of them calls
    // out of the module, so no two of them run at the same time.
    unsafe { (*MACHINE.0.get()).as_mut() }
}

/// Begins the session. Only the first call does anything.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn start(seed_low: u32, seed_high: u32, now: u32) {
    // SAFETY: as in `machine`; the reference ends before the function does.
    let place = unsafe { &mut *MACHINE.0.get() };
    if place.is_some() {
        return;
    }
    // SAFETY: this is reached only once, as there is a machine afterwards
    // that is never taken away. So this is the only reference to the pool.
    let pool = unsafe { &mut *POOL.0.get() };
    let seed = u64::from(seed_high) << 32 | u64::from(seed_low);
    place.insert(Machine::new()).start(pool, seed, now);
}

/// Where the worker puts bytes; null before [`start`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn input() -> *mut u8 {
    machine()
        .map_or(core::ptr::null_mut(), |machine| machine.input().as_mut_ptr())
}

/// How many bytes there is room for at [`input`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn input_size() -> usize {
    INPUT_SIZE
}

/// Takes bytes from [`input`]; says how many.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn receive(length: usize, now: u32) -> usize {
    machine().map_or(0, |machine| machine.receive(length, now))
}

/// Searches for a while; says whether there is more to do.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn think(playouts: u32, now: u32) -> bool {
    machine().is_some_and(|machine| machine.think(playouts, now))
}

/// Where the worker finds what was said; null before [`start`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output() -> *const u8 {
    machine().map_or(core::ptr::null(), |machine| machine.output().as_ptr())
}

/// How many bytes there are at [`output`].
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output_length() -> usize {
    machine().map_or(0, |machine| machine.output().len())
}

/// This many bytes of the output were read.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn consume(count: usize) {
    if let Some(machine) = machine() {
        machine.consume(count);
    }
}

/// Ends the module: the worker sees an error and says so.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
