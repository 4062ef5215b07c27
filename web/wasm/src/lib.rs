//! Engine and protocol for a web page: a session that a worker feeds with
//! bytes and readings of its clock, as a serial port feeds one on a board.
//!
//! The page speaks UGI with it and knows nothing else about it. What a
//! worker calls is in `border`, which is built for WebAssembly only; the
//! [`Machine`] behind it is plain safe code.

// A library for this computer, as tests need it, cannot do without.
#![cfg_attr(target_arch = "wasm32", no_std)]

#[cfg(target_arch = "wasm32")]
mod border;
mod machine;

pub use machine::{INPUT_SIZE, Machine};
