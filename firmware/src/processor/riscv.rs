//! RISC-V with 32 bits, in machine mode.

use core::arch::asm;

#[cfg(feature = "board-esp32-c3")]
pub use esp_hal::main as entry;
#[cfg(feature = "board-riscv")]
pub use riscv_rt::entry;

/// Lets no interrupt through from now on.
pub fn mask_interrupts() {
    riscv::interrupt::disable();
}

/// The lowest address of the stack that is in use.
#[must_use]
#[expect(unsafe_code, reason = "a register is read")]
pub fn stack_pointer() -> usize {
    let pointer;
    // SAFETY: it only copies a register.
    unsafe {
        asm!("mv {}, sp", out(reg) pointer, options(nomem, nostack));
    }
    pointer
}

/// What becomes of a fault under riscv-rt; esp-hal has handlers of its own.
#[cfg(feature = "board-riscv")]
mod fault {
    use core::arch::naked_asm;

    use riscv::register::{mcause, mepc};
    use riscv_rt::TrapFrame;

    /// Bytes that a trap needs at once.
    const FRAME: usize = 16 * size_of::<u32>();

    /// Every trap begins here. Its frame goes onto the stack; if there is no
    /// room left, that is a trap again, and so on for ever. So the room is
    /// looked at first; where there is none, a new stack begins. Of the
    /// registers, only `mscratch` is free.
    #[allow(unsafe_code, reason = "the runtime finds it by its name")]
    // SAFETY: riscv-rt jumps here and expects a jump back, with every
    // register as it was; the other way never returns.
    #[unsafe(naked)]
    #[unsafe(link_section = ".trap.start")]
    #[unsafe(export_name = "_pre_default_start_trap")]
    extern "C" fn look_at_room() {
        naked_asm!(
            "csrw mscratch, t0",
            "la t0, _stack_end + {room}",
            "bltu sp, t0, 1f",
            "csrr t0, mscratch",
            "j _pre_default_start_trap_ret",
            "1:",
            "la sp, _stack_start",
            "j {no_room}",
            room = const FRAME,
            no_room = sym no_room,
        )
    }

    extern "C" fn no_room() -> ! {
        panic!("the stack was too small");
    }

    #[expect(unsafe_code, reason = "the runtime finds it by its name")]
    // SAFETY: nothing else has this name. The signature is riscv-rt's.
    #[unsafe(export_name = "ExceptionHandler")]
    extern "C" fn report(_frame: &TrapFrame) -> ! {
        let (cause, at) = (mcause::read().code(), mepc::read());
        panic!("fault {cause} at {at:#x}");
    }
}
