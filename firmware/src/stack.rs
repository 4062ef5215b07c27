//! How much of the stack was ever in use.
//!
//! [`paint`] paints the whole stack before anything else; what is painted
//! still was never touched. The stack has the lowest addresses of the RAM, so
//! one that grows too far leaves the RAM and faults, and overwrites nothing.
//!
//! A second core's stack is painted before the core is started; growing too
//! far is a fault there by what the core itself has to guard it.

use core::ops::Range;
use core::ptr;

use crate::processor::stack_pointer;

const WORD: usize = size_of::<u32>();
pub(crate) const PAINT: u32 = 0xcccc_cccc;
/// What may be in use below the stack pointer of [`paint`].
const MARGIN: usize = 256;

#[expect(unsafe_code, reason = "the linker script says where the stack is")]
// SAFETY: memory/common.x defines both names. They have no size: only their
// addresses are used.
unsafe extern "C" {
    static _stack_start: [u32; 0];
    static _stack_end: [u32; 0];
}

#[cfg(feature = "rp")]
#[expect(unsafe_code, reason = "the linker script says where the stack is")]
// SAFETY: the memory files of boards with two cores define both names. They
// have no size: only their addresses are used.
unsafe extern "C" {
    static _second_stack_start: [u32; 0];
    static _second_stack_end: [u32; 0];
}

/// The stack there is, and the most that was ever in use, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stack {
    /// The most that was in use.
    pub used: u32,
    /// What there is.
    pub size: u32,
}

/// The addresses of the stack.
pub(crate) fn bounds() -> Range<usize> {
    (&raw const _stack_end).addr()..(&raw const _stack_start).addr()
}

/// The addresses of the second core's stack.
#[cfg(feature = "rp")]
pub(crate) fn second_bounds() -> Range<usize> {
    let end = (&raw const _second_stack_start).addr();
    (&raw const _second_stack_end).addr()..end
}

/// Paints all of the stack that is not in use. To be called before there are
/// interrupts.
#[expect(unsafe_code, reason = "the stack is written by address")]
pub fn paint() {
    let Range { start, end } = bounds();
    let top = stack_pointer().min(end).saturating_sub(MARGIN);
    for place in (start..top).step_by(WORD) {
        let word = ptr::with_exposed_provenance_mut::<u32>(place);
        // SAFETY: the word is aligned RAM well below the stack pointer, where
        // the program has no object, and nothing interrupts.
        unsafe { word.write_volatile(PAINT) };
    }
}

/// Looks at the paint.
#[must_use]
pub fn measure() -> Stack {
    look_at(bounds(), stack_pointer())
}

/// Looks at the paint of the second core's stack.
#[cfg(feature = "rp")]
pub(crate) fn measure_second() -> Stack {
    let bounds = second_bounds();
    let end = bounds.end;
    look_at(bounds, end)
}

/// Looks at the paint of a stack, up to a stack pointer.
#[expect(unsafe_code, reason = "the stack is read by address")]
fn look_at(bounds: Range<usize>, pointer: usize) -> Stack {
    let mut lowest = bounds.start;
    while lowest < pointer {
        let word = ptr::with_exposed_provenance::<u32>(lowest);
        // SAFETY: the word is aligned RAM below the stack pointer, where the
        // program has no object, or in the stack of another core. Volatile
        // reads of such memory are defined for every value in it.
        if unsafe { word.read_volatile() } != PAINT {
            break;
        }
        lowest += WORD;
    }
    let used = (bounds.end - lowest) as u32;
    Stack { used, size: bounds.len() as u32 }
}

/// Does this lie in a stack as a whole?
#[cfg(target_arch = "arm")]
pub(crate) fn holds<T>(place: *const T) -> bool {
    let is_in = |Range { start, end }: Range<usize>| {
        (start..=end - size_of::<T>()).contains(&place.addr())
    };
    let held = is_in(bounds());
    #[cfg(feature = "rp")]
    let held = held || is_in(second_bounds());
    place.is_aligned() && held
}
