//! The commands of the program, one file each.

pub mod bench;
pub mod diff;
pub mod judge;
pub mod matches;
pub mod perft;
mod search;
pub mod suite;
pub mod ugi;
