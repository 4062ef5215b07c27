//! The commands of the program, one file each.

pub mod analyze;
pub mod bench;
pub mod diff;
pub mod emulate;
pub mod endure;
pub mod judge;
pub mod matches;
pub mod perft;
pub mod replay;
mod search;
pub mod serial;
pub mod soak;
pub mod suite;
pub mod tune;
pub mod ugi;
