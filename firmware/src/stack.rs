//! How much of the stack was ever in use.
//!
//! The runtime paints the whole stack before `main`; what is painted still
//! was never touched. The stack has the lowest addresses of the RAM, so one
//! that grows too far leaves the RAM and faults, and overwrites nothing.

use core::ops::Range;
use core::ptr;

use cortex_m::register::msp;
use cortex_m_rt::STACK_PAINT_VALUE;

use crate::shared_session::Stack;

const WORD: usize = size_of::<u32>();

#[expect(unsafe_code, reason = "the linker script says where the stack is")]
// SAFETY: memory/common.x defines both names. They have no size: only their
// addresses are used.
unsafe extern "C" {
    static _stack_start: [u32; 0];
    static _stack_end: [u32; 0];
}

/// The addresses of the stack.
fn bounds() -> Range<usize> {
    (&raw const _stack_end).addr()..(&raw const _stack_start).addr()
}

/// Looks at the paint.
#[must_use]
#[expect(unsafe_code, reason = "the stack is read by address")]
pub fn measure() -> Stack {
    let bounds = bounds();
    let pointer = msp::read() as usize;
    let mut lowest = bounds.start;
    while lowest < pointer {
        let word = ptr::with_exposed_provenance::<u32>(lowest);
        // SAFETY: the word is aligned RAM below the stack pointer, where the
        // program has no object. Volatile reads of such memory are defined
        // for every value in it.
        if unsafe { word.read_volatile() } != STACK_PAINT_VALUE {
            break;
        }
        lowest += WORD;
    }
    let used = (bounds.end - lowest) as u32;
    Stack { used, size: bounds.len() as u32 }
}

/// Does this lie in the stack as a whole?
pub(crate) fn holds<T>(place: *const T) -> bool {
    let Range { start, end } = bounds();
    let places = start..=end - size_of::<T>();
    place.is_aligned() && places.contains(&place.addr())
}
