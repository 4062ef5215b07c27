//! What must not be done, so that `cargo xtask test miri` can see whether it
//! would be noticed. Nothing else runs these.

#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::thread;

#[test]
#[ignore = "undefined on purpose: `cargo xtask test miri` runs it"]
fn memory_is_read_before_it_is_written() {
    let byte = MaybeUninit::<u8>::uninit();
    // SAFETY: none. That is what is to be noticed.
    let byte = unsafe { byte.assume_init() };
    assert!(black_box(byte) < black_box(255));
}

struct Shared(UnsafeCell<u32>);

// SAFETY: none, see below.
unsafe impl Sync for Shared {}

#[test]
#[ignore = "undefined on purpose: `cargo xtask test miri` runs it"]
fn two_threads_write_at_once() {
    let shared = Shared(UnsafeCell::new(0));
    let shared = &shared;
    thread::scope(|scope| {
        for number in 1..3 {
            scope.spawn(move || {
                // SAFETY: none. Nothing keeps the other one out.
                unsafe { shared.0.get().write(number) }
            });
        }
    });
}
