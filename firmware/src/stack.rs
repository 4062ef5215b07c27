//! How much of the stack was ever in use.
//!
//! The runtime paints the whole stack before `main`; what is painted still
//! was never touched. The stack has the lowest addresses of the RAM, so one
//! that grows too far leaves the RAM and faults, and overwrites nothing.

use cortex_m_rt::STACK_PAINT_VALUE;

use crate::shared_session::Stack;

#[expect(unsafe_code, reason = "the linker script says where the stack is")]
// SAFETY: link.x and the boards' memory files define both names; only their
// addresses are used.
unsafe extern "C" {
    static _stack_start: u32;
    static _stack_end: u32;
}

/// Looks at the paint.
#[must_use]
#[expect(unsafe_code, reason = "the stack is read by address")]
pub fn measure() -> Stack {
    let top = &raw const _stack_start;
    let mut lowest = &raw const _stack_end;
    let size = top.addr() - lowest.addr();
    // SAFETY: the addresses from `_stack_end` up to `_stack_start` are
    // mapped, aligned RAM; a volatile read of a word that is in use gives
    // some value, and any value is good.
    while lowest < top && unsafe { lowest.read_volatile() } == STACK_PAINT_VALUE
    {
        // SAFETY: at most one past the end of the stack.
        lowest = unsafe { lowest.add(1) };
    }
    Stack { used: (top.addr() - lowest.addr()) as u32, size: size as u32 }
}

/// Does this lie in the stack as a whole?
pub(crate) fn holds<T>(place: *const T) -> bool {
    let lowest = (&raw const _stack_end).addr();
    let top = (&raw const _stack_start).addr();
    place.is_aligned()
        && place.addr() >= lowest
        && place.addr() <= top - size_of::<T>()
}
