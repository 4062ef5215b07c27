//! What depends on the processor's family, and not on the board: where a
//! program begins, where its stack ends, and what comes of a fault.
//!
//! A family's file has the same names as every other's: `entry`, the
//! attribute of `main`; `mask_interrupts`; `stack_pointer`. It also handles
//! what the processor cannot do, by a panic: an overflow of the stack most of
//! all.

#[cfg(target_arch = "arm")]
mod cortex_m;
#[cfg(target_arch = "arm")]
pub use cortex_m::*;

#[cfg(target_arch = "riscv32")]
mod riscv;
#[cfg(target_arch = "riscv32")]
pub use riscv::*;
