//! Faults on demand, to test that every one of them is caught. Not in an
//! image that is flashed.

use core::hint::black_box;

/// Does what a control character asks for: Ctrl-P panics, Ctrl-R recurses
/// without an end, Ctrl-W hangs until the watchdog comes.
pub(crate) fn obey(bytes: &[u8]) {
    for byte in bytes {
        match byte {
            0x10 => panic!("asked to panic"),
            0x12 => {
                recurse(0);
            }
            0x17 => loop {
                black_box(());
            },
            _ => {}
        }
    }
}

#[expect(unconditional_recursion, reason = "that is the point")]
fn recurse(depth: u32) -> u32 {
    let frame = black_box([depth; 16]);
    frame[0] + recurse(depth + 1) + black_box(frame)[1]
}
