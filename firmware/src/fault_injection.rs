//! Faults on demand, to test that every one of them is caught. Not in an
//! image that is flashed.

#[cfg(feature = "rp")]
pub mod second_core;

use core::hint::black_box;

const PANIC: u8 = b'P' & 0x1f;
const RECURSE: u8 = b'R' & 0x1f;
const HANG: u8 = b'W' & 0x1f;
const PANIC_IN_LOG: u8 = b'L' & 0x1f;

/// Does what control characters ask for: Ctrl-P panics, Ctrl-L panics in the
/// middle of a line of the log, Ctrl-R recurses without an end, Ctrl-W hangs
/// until the watchdog comes. Others are for the second core.
pub(crate) fn obey(bytes: &[u8]) {
    for &byte in bytes {
        act(byte);
        #[cfg(feature = "rp")]
        second_core::ask(byte);
    }
}

fn act(key: u8) {
    match key {
        PANIC => panic!("asked to panic"),
        PANIC_IN_LOG => defmt::info!("{}", Unspeakable),
        RECURSE => {
            recurse(0);
        }
        HANG => loop {
            black_box(());
        },
        _ => {}
    }
}

/// What cannot be logged.
struct Unspeakable;

impl defmt::Format for Unspeakable {
    fn format(&self, _: defmt::Formatter<'_>) {
        panic!("asked to panic in the log");
    }
}

#[expect(unconditional_recursion, reason = "that is the point")]
fn recurse(depth: u32) -> u32 {
    let frame = black_box([depth; 16]);
    frame[0] + recurse(depth + 1) + black_box(frame)[1]
}
