//! Programs that speak UGI, each in a process of its own.
//!
//! Whatever such a program does, it can only lose its game: one that ends,
//! does not answer in time, or answers with something that is no move, is
//! ended, and started again for the next game.

mod options;
mod player;
mod program;

pub(crate) use options::{ProgramOptions, own, split};
