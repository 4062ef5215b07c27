//! Copying of words on a Cortex-M0+, eight at a time.
//!
//! The compiler calls this function, by the name of Arm's run-time ABI, to
//! copy what lies at whole words. Its own takes a word at a time, in more than
//! twice as many cycles; every playout copies the board.

#![expect(unsafe_code, reason = "the compiler calls it by this name")]

use core::arch::naked_asm;

// SAFETY: it does what Arm's run-time ABI says of this name.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __aeabi_memcpy4(to: *mut u32, from: *const u32, bytes: usize) {
    naked_asm!(
        "push {{r4, r5, r6, lr}}",
        "subs r2, #32",
        "blo 2f",
        "1:",
        "ldmia r1!, {{r3, r4, r5, r6}}",
        "stmia r0!, {{r3, r4, r5, r6}}",
        "ldmia r1!, {{r3, r4, r5, r6}}",
        "stmia r0!, {{r3, r4, r5, r6}}",
        "subs r2, #32",
        "bhs 1b",
        // Four words, if there are.
        "2:",
        "adds r2, #16",
        "blo 7f",
        "ldmia r1!, {{r3, r4, r5, r6}}",
        "stmia r0!, {{r3, r4, r5, r6}}",
        "subs r2, #16",
        // The words that are left.
        "7:",
        "adds r2, #12",
        "blo 4f",
        "3:",
        "ldmia r1!, {{r3}}",
        "stmia r0!, {{r3}}",
        "subs r2, #4",
        "bhs 3b",
        // The bytes that are left.
        "4:",
        "adds r2, #4",
        "beq 6f",
        "5:",
        "subs r2, #1",
        "ldrb r3, [r1, r2]",
        "strb r3, [r0, r2]",
        "bne 5b",
        "6:",
        "pop {{r4, r5, r6, pc}}",
    )
}
