//! What holds whatever bytes come in.
//!
//! Each module is one property: its `check` takes any bytes, makes something
//! of them, and panics if the property does not hold. Two programs use them:
//!
//! - `cargo test -p fuzz` tries every file of `corpus/`, on any Rust;
//! - `cargo xtask fuzz` lets libFuzzer look for bytes that break them, which
//!   needs nightly Rust and cargo-fuzz.
//!
//! | property | the bytes are | what holds |
//! |---|---|---|
//! | [`mod@line`] | one line of text | it is obeyed, or refused for a reason |
//! | [`session`] | what a serial port may bring | it answers, and answers well |
//! | [`script`] | choices of commands | the same, deeper in a session |
//! | [`notation`] | a position as text | engine and reference read the same |
//! | [`game`] | moves made and taken back | engine and reference agree |
//! | [`search`] | a board, options, a pool, searches | every tree is sound |

#![forbid(unsafe_code)]

mod source;
mod usage;

pub mod game;
pub mod line;
pub mod notation;
pub mod script;
pub mod search;
pub mod session;
