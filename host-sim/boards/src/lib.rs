//! The boards: their images, their emulators, and the line to one.
//!
//! - [`DevBoard`] is a development board that there is firmware for, or an
//!   emulated machine in its place; [`Project`] is where its image lies.
//! - [`Chip`] is what a board's chip does in three seconds, for matches.
//! - [`elf`] tells what an image puts where; [`uf2`] and [`hex`] are the
//!   files that a board takes.
//! - [`emulator`] runs an image without the board.
//! - [`serial`] finds a board on the desk and opens its port.
//! - [`Link`] is the line to either of them.
//! - [`leash()`] lets a program end with the one that started it.
//!
//! Nothing is built or installed here: that is the work of `cargo xtask`.

mod chip;
mod dev_board;
pub mod elf;
pub mod emulator;
pub mod hex;
mod leash;
mod link;
mod program;
mod project;
pub mod serial;
pub mod uf2;

pub use chip::Chip;
pub use dev_board::{
    CORTEX_M0, CORTEX_M4, CORTEX_M33, DevBoard, Drive, Format, RISCV, RISCV_C3,
};
pub use leash::leash;
pub use link::{End, Link};
pub use program::Program;
pub use project::Project;
