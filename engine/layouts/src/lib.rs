//! Candidates for the board layout, each playing the same random games.
#![no_std]
#![forbid(unsafe_code)]

mod board;
mod candidate;
mod columns;
mod layout;
mod line_words;
mod three_words;
mod wide_integer;
mod windows;
pub mod workload;

pub use board::Board;
pub use candidate::Candidate;
pub use columns::Columns;
pub use layout::Layout;
pub use line_words::LineWords;
pub use three_words::ThreeWords;
pub use wide_integer::WideInteger;
pub use windows::Windows;
pub use workload::{Tally, Workload};
