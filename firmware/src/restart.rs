//! A message that survives a restart, which tells why there was one.

use core::fmt::{self, Write};
use core::panic::PanicInfo;
use core::sync::atomic::{Ordering, compiler_fence};
use core::{ptr, str};

use static_cell::ConstStaticCell;

use crate::{board, processor};

/// What a message begins with in memory, so that what happens to lie there
/// after power-on is not taken for one.
const MARK: u32 = 0x5041_4e49;
/// Longer messages are cut.
const LENGTH: usize = 200;

#[repr(C)]
struct Message {
    mark: u32,
    length: u32,
    sum: u32,
    text: [u8; LENGTH],
}
const _: () = assert!(size_of::<Message>() <= 256);

#[expect(unsafe_code, reason = "the linker script says where it is")]
// SAFETY: memory/common.x defines the name. It has no size: only its address
// is used.
unsafe extern "C" {
    static _kept: [u32; 0];
}

/// Where the message is: memory of its own, in which the program has no
/// object, and which the runtime does not clear. Volatile reads of it are
/// defined for whatever is there, and every bit pattern is a [`Message`].
fn kept() -> *mut Message {
    ptr::with_exposed_provenance_mut((&raw const _kept).addr())
}

/// The message of the panic that restarted the board, if one did. To be
/// called once, before anything else runs.
#[expect(unsafe_code, reason = "the kept memory is read by address")]
pub fn take() -> Option<&'static str> {
    static COPY: ConstStaticCell<[u8; LENGTH]> =
        ConstStaticCell::new([0; LENGTH]);
    // SAFETY: the boards' memory files reserve 256 aligned bytes there.
    let message = unsafe { kept().read_volatile() };
    // SAFETY: the same; no reference to the place exists.
    unsafe { (&raw mut (*kept()).mark).write_volatile(0) };
    let text = message.text.get(..message.length as usize)?;
    if message.mark != MARK || message.sum != sum(text) {
        return None;
    }
    let copy = COPY.try_take()?.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    str::from_utf8(copy).ok()
}

/// Keeps the panic's message, logs it and restarts the board.
#[expect(unsafe_code, reason = "the kept memory is written by address")]
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    processor::mask_interrupts();
    let mut text = Text { bytes: [0; LENGTH], length: 0 };
    // A message that does not fit is cut, which is an error to `write`.
    let _ = match info.location() {
        Some(at) => write!(text, "{} ({at})", info.message()),
        None => write!(text, "{}", info.message()),
    };
    let told = &text.bytes[..text.length];
    let message = Message {
        mark: MARK,
        length: text.length as u32,
        sum: sum(told),
        text: text.bytes,
    };
    // SAFETY: the boards' memory files reserve 256 aligned bytes there, and
    // interrupts are off, so nothing else uses them.
    unsafe { kept().write_volatile(message) };
    compiler_fence(Ordering::SeqCst);
    // After the message is kept: a panic in the middle of a log line is
    // followed by one of the logger's, which must find it there.
    defmt::error!("panic: {=str}", str::from_utf8(told).unwrap_or("?"));
    board::restart()
}

/// Tells a message from noise.
fn sum(text: &[u8]) -> u32 {
    text.iter().fold(MARK, |sum, &byte| {
        sum.rotate_left(5).wrapping_add(u32::from(byte))
    })
}

struct Text {
    bytes: [u8; LENGTH],
    length: usize,
}

impl Write for Text {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            let end = self.length + c.len_utf8();
            let room = self.bytes.get_mut(self.length..end);
            c.encode_utf8(room.ok_or(fmt::Error)?);
            self.length = end;
        }
        Ok(())
    }
}
