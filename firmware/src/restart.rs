//! A message that survives a restart, so that people learn why there was one.

use core::cell::UnsafeCell;
use core::fmt::{self, Write};
use core::mem::MaybeUninit;
use core::panic::PanicInfo;
use core::str;
use core::sync::atomic::{Ordering, compiler_fence};

use static_cell::ConstStaticCell;

use crate::board;

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

/// A place that the runtime does not clear.
struct Kept(UnsafeCell<MaybeUninit<Message>>);

// SAFETY: it is touched before the tasks start, and by a panic, after which
// nothing else runs; never by two at a time.
#[expect(unsafe_code, reason = "there is one core, and its use is in turn")]
unsafe impl Sync for Kept {}

#[expect(unsafe_code, reason = "the linker script keeps this section")]
// SAFETY: the boards' memory files give the section a place of its own,
// which holds plain data.
#[unsafe(link_section = ".kept")]
static KEPT: Kept = Kept(UnsafeCell::new(MaybeUninit::uninit()));

/// The message of the panic that restarted the board, if one did. To be
/// called once, before anything else runs.
#[expect(unsafe_code, reason = "the kept memory is read by address")]
pub fn take() -> Option<&'static str> {
    static COPY: ConstStaticCell<[u8; LENGTH]> =
        ConstStaticCell::new([0; LENGTH]);
    let kept = KEPT.0.get().cast::<Message>();
    // SAFETY: the place is valid and aligned, every bit pattern is a
    // `Message`, and the volatile read takes whatever lies there.
    let message = unsafe { kept.read_volatile() };
    // SAFETY: as above; nobody else refers to the place.
    unsafe { (&raw mut (*kept).mark).write_volatile(0) };
    let text = message.text.get(..message.length as usize)?;
    if message.mark != MARK || message.sum != sum(text) {
        return None;
    }
    let copy = COPY.try_take()?.get_mut(..text.len())?;
    copy.copy_from_slice(text);
    str::from_utf8(copy).ok()
}

/// Logs the panic, keeps its message and restarts the board.
#[expect(unsafe_code, reason = "the kept memory is written by address")]
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    let mut text = Text { bytes: [0; LENGTH], length: 0 };
    // A message that does not fit is cut, which is an error to `write`.
    let _ = match info.location() {
        Some(at) => write!(text, "{} ({at})", info.message()),
        None => write!(text, "{}", info.message()),
    };
    let told = &text.bytes[..text.length];
    defmt::error!("panic: {=str}", str::from_utf8(told).unwrap_or("?"));
    let message = Message {
        mark: MARK,
        length: text.length as u32,
        sum: sum(told),
        text: text.bytes,
    };
    // SAFETY: interrupts are off and this never returns, so nothing else
    // reads or writes the place.
    unsafe { KEPT.0.get().cast::<Message>().write_volatile(message) };
    compiler_fence(Ordering::SeqCst);
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
