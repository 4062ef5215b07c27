//! A message that survives a restart, which tells why there was one.

use core::fmt::{self, Write};
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU32, Ordering};
use core::{ptr, str};

use static_cell::ConstStaticCell;

use crate::{board, processor};

/// What a message begins with in memory, so that what happens to lie there
/// after power-on is not taken for one.
const MARK: u32 = 0x5041_4e49;
/// Longer messages are cut.
const LENGTH: usize = 200;

/// The memory that survives: `mark` says that there is a message, and is
/// written after it.
#[repr(C)]
struct Kept {
    mark: u32,
    message: Message,
}
const _: () = assert!(size_of::<Kept>() <= 256);

#[repr(C)]
struct Message {
    length: u32,
    sum: u32,
    text: [u8; LENGTH],
}

#[expect(unsafe_code, reason = "the linker script says where it is")]
// SAFETY: memory/common.x defines the name. It has no size: only its address
// is used.
unsafe extern "C" {
    static _kept: [u32; 0];
}

/// Where the message is: memory of its own, in which the program has no
/// object, and which the runtime does not clear. Reads of it are defined for
/// whatever is there, and every bit pattern is a [`Kept`].
fn kept() -> *mut Kept {
    ptr::with_exposed_provenance_mut((&raw const _kept).addr())
}

/// The mark, at which both cores may look at the same time.
#[expect(unsafe_code, reason = "the kept memory is read by address")]
fn mark() -> &'static AtomicU32 {
    // SAFETY: the boards' memory files reserve 256 aligned bytes there, and
    // the mark is used through this function alone.
    unsafe { AtomicU32::from_ptr(&raw mut (*kept()).mark) }
}

/// The message of the panic that restarted the board, if one did. To be
/// called once, before anything else runs.
#[expect(unsafe_code, reason = "the kept memory is read by address")]
pub fn take() -> Option<&'static str> {
    static COPY: ConstStaticCell<[u8; LENGTH]> =
        ConstStaticCell::new([0; LENGTH]);
    let is_marked = mark().load(Ordering::Acquire) == MARK;
    mark().store(0, Ordering::Relaxed);
    // SAFETY: the boards' memory files reserve the bytes; there is no
    // reference to the message, and nothing writes it so early.
    let message = unsafe { (&raw const (*kept()).message).read_volatile() };
    let text = message.text.get(..message.length as usize)?;
    if !is_marked || message.sum != sum(text) {
        return None;
    }
    let copy = COPY.try_take()?.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    str::from_utf8(copy).ok()
}

/// Keeps the panic's message, logs it and restarts the board. The first one
/// counts: what panics after it, on the other core or in the logger, has the
/// first for its cause, or none.
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    processor::mask_interrupts();
    if board::is_first_panic() {
        tell(info);
    } else {
        await_message();
    }
    board::restart()
}

/// Keeps and logs the message. To be called once.
#[expect(unsafe_code, reason = "the kept memory is written by address")]
fn tell(info: &PanicInfo<'_>) {
    let mut text = Text { bytes: [0; LENGTH], length: 0 };
    // A message that does not fit is cut, which is an error to `write`.
    let _ = match info.location() {
        Some(at) => write!(text, "{} ({at})", info.message()),
        None => write!(text, "{}", info.message()),
    };
    let told = &text.bytes[..text.length];
    let message = Message {
        length: text.length as u32,
        sum: sum(told),
        text: text.bytes,
    };
    // SAFETY: the boards' memory files reserve 256 aligned bytes there. Only
    // here are they written, and only by the core that was the first of all
    // to panic, once: `board::is_first_panic` is true once.
    unsafe { (&raw mut (*kept()).message).write_volatile(message) };
    mark().store(MARK, Ordering::Release);
    // After the message is kept: a panic in the middle of a log line is
    // followed by one of the logger's, which ends in the restart.
    defmt::error!("panic: {=str}", str::from_utf8(told).unwrap_or("?"));
}

/// Gives the other core the time to keep its message. There is none to wait
/// for where telling it has panicked.
fn await_message() {
    const LOOKS: u32 = 1_000_000;
    for _ in 0..LOOKS {
        if mark().load(Ordering::Acquire) == MARK {
            break;
        }
    }
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
