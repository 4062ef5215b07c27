//! Arm's Cortex-M.

use core::arch::naked_asm;

use cortex_m::register::msp;

pub use cortex_m_rt::entry;

use crate::stack;

/// Words that the processor pushes on a fault, and where among them it
/// pushed the address of the instruction.
const FRAME: usize = 8;
const PROGRAM_COUNTER: usize = 6;

/// Puts the top of the core's own stack into r1.
#[cfg(not(feature = "rp"))]
macro_rules! top_of_stack {
    () => {
        "ldr r1, =_stack_start"
    };
}

/// The same for a core that has to ask which of the two it is.
#[cfg(feature = "rp")]
macro_rules! top_of_stack {
    () => {
        "ldr r1, =0xd0000000
         ldr r2, [r1]
         ldr r1, =_stack_start
         cmp r2, #0
         beq 2f
         ldr r1, =_second_stack_start
         2:"
    };
}

/// Lets no interrupt through from now on.
pub fn mask_interrupts() {
    cortex_m::interrupt::disable();
}

/// The lowest address of the stack that is in use.
#[must_use]
pub fn stack_pointer() -> usize {
    msp::read() as usize
}

/// Begins with a new stack, since there may be none left, and says where the
/// old one ended. On a Cortex-M0+ that has no stack left the processor locks
/// up before it gets here, and the watchdog restarts it.
#[allow(unsafe_code, reason = "the vector table has this name")]
// SAFETY: cortex-m-rt's handler of this name is replaced by one that never
// returns, so nothing misses the old stack.
#[unsafe(naked)]
#[unsafe(export_name = "HardFault")]
extern "C" fn hard_fault() -> ! {
    naked_asm!(
        "mov r0, sp",
        top_of_stack!(),
        "mov sp, r1",
        "bl {report}",
        report = sym report,
    )
}

#[expect(unsafe_code, reason = "the old stack is read by address")]
extern "C" fn report(pointer: *const [u32; FRAME]) -> ! {
    if !stack::holds(pointer) {
        panic!("the stack was too small");
    }
    // SAFETY: `holds` has checked that the frame is in the stack.
    let frame = unsafe { pointer.read_volatile() };
    panic!("hard fault at {:#x}", frame[PROGRAM_COUNTER]);
}
