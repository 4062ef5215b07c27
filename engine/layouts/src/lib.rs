//! Candidates for the board layout, each playing the same random games.
//!
//! Which layout is best cannot be told by looking, and a desktop processor
//! gives the wrong answer for a microcontroller. This crate keeps every layout
//! that was tried, behind one trait, [`Layout`], so that the choice can be
//! measured again: on another chip, with another compiler, against a new idea.
//! The engine does not depend on it.
//!
//! ```
//! use layouts::{Board, Candidate, Workload};
//!
//! let board = Board::open(12, 12).forbid(3, 5);
//! let run = |layout: Candidate| layout.run(Workload::Games, board, 999, 1);
//! assert_eq!(run(Candidate::SixWords), run(Candidate::LineWords));
//! ```
//!
//! # Candidates
//!
//! - [`WideInteger`]: one `u128` a side, for the boards that fit; *fixed* in
//!   the table means that the bits a column are a constant of the type.
//! - [`Windows`]: two `u128` a side that overlap, for the other boards.
//! - [`ThreeWords`]: three `u64` a side, 16 bits a column, any board.
//! - [`SixWords`]: the same bits in six `u32`.
//! - [`Columns`]: a word a column; looks only at a stone's neighbours.
//! - [`LineWords`]: a word a line; winning cells are kept, not computed.
//!
//! # What was measured
//!
//! The cost of a ply, random choice of the column included, in three
//! [`Workload`]s: whole games; games played and taken back; games with the
//! winning cells of both sides after each ply. For each: instructions on
//! x86-64, nanoseconds on x86-64, **instructions on a Cortex-M4**. The
//! nanoseconds are good for ratios within their column; the instructions
//! repeat exactly with the same compiler (here Rust 1.95).
//!
//! | | games | ns | **M4** | walk | ns | **M4** | cells | ns | **M4** |
//! |---|---|---|---|---|---|---|---|---|---|
//! | **9x9** | | | | | | | | | |
//! | u128 | 142 | 13.8 | 378 | 199 | 19.4 | 492 | 725 | 60 | 2236 |
//! | u128, fixed | 107 | 12.5 | 195 | 161 | 17.2 | 303 | 405 | 46 | 645 |
//! | three words | 136 | 16.1 | 253 | 174 | 20.7 | 298 | 573 | 42 | 893 |
//! | six words | 231 | 18.4 | 151 | 266 | 22.5 | 184 | 865 | 69 | 650 |
//! | columns | 126 | 16.1 | 113 | 151 | 18.5 | 141 | 1698 | 120 | 1146 |
//! | line words | 132 | 17.8 | 158 | 249 | 35.2 | 241 | 149 | 18.8 | 196 |
//! | **9x12** | | | | | | | | | |
//! | u128 | 142 | 13.7 | 378 | 199 | 19.3 | 492 | 724 | 60 | 2236 |
//! | u128, fixed | 107 | 12.4 | 194 | 161 | 17.1 | 303 | 405 | 46 | 645 |
//! | three words | 136 | 15.9 | 253 | 174 | 20.6 | 298 | 573 | 42 | 892 |
//! | six words | 231 | 18.6 | 150 | 266 | 22.7 | 184 | 865 | 69 | 649 |
//! | columns | 126 | 15.6 | 113 | 150 | 18.1 | 141 | 1698 | 120 | 1146 |
//! | line words | 128 | 16.8 | 153 | 241 | 32.9 | 234 | 146 | 17.9 | 191 |
//! | **12x12** | | | | | | | | | |
//! | two u128 | 175 | 19.2 | 438 | 265 | 30.4 | 645 | 1426 | 118 | 4394 |
//! | two u128, fixed | 148 | 15.5 | 262 | 232 | 22.5 | 438 | 750 | 80 | 1172 |
//! | three words | 136 | 15.9 | 253 | 174 | 20.6 | 298 | 573 | 42 | 892 |
//! | six words | 231 | 19.5 | 150 | 266 | 22.8 | 184 | 865 | 69 | 649 |
//! | columns | 126 | 15.6 | 113 | 150 | 18.0 | 141 | 1698 | 120 | 1146 |
//! | line words | 128 | 16.8 | 153 | 241 | 32.9 | 234 | 146 | 17.8 | 191 |
//!
//! # What it says
//!
//! - 16 bits a column in six `u32` is better on the Cortex-M4 than `u128`
//!   also where the board fits one (for winning cells they are equal), and
//!   needs no second layout for the larger boards. The same bits in three
//!   `u64` are not: among other things, the compiler carries bits between
//!   the halves of a `u64` that are always 0.
//! - On x86-64 it is the other way round: `u128` and three `u64` are better
//!   than six `u32`.
//! - A win test alone is cheapest around the stone, in columns.
//! - Whoever asks for winning cells at every ply should keep them: line words
//!   cost a third of the best bitboard on the M4, and less on the host too.
//!   They are the largest (about 0.5 KB) and slow to take back, so a search
//!   copies them where it would undo.
//! - Two windows are the slowest on the M4. A distance of shift that is read
//!   at run time costs there 1.5 to 4 times as much as a constant.
//!
//! # To measure again
//!
//! Instructions on the host, by valgrind; each count is for 10,000 plies:
//!
//! ```text
//! cargo install gungraun-runner --version 0.20.0 --locked
//! cargo bench -p engine --bench layouts
//! ```
//!
//! Nanoseconds on the host:
//!
//! ```text
//! cargo run --release -p layouts --example time
//! ```
//!
//! Instructions on a Cortex-M4, by QEMU:
//!
//! ```text
//! cargo build -p firmware --release --target thumbv7em-none-eabihf \
//!     --bin measure --features measure
//! qemu-system-arm -M mps2-an386 -cpu cortex-m4 -icount shift=0 -nographic \
//!     -semihosting-config enable=on,target=native \
//!     -kernel target/thumbv7em-none-eabihf/release/measure
//! ```
#![no_std]
#![forbid(unsafe_code)]

mod board;
mod candidate;
mod columns;
mod layout;
mod line_words;
mod six_words;
mod three_words;
mod wide_integer;
mod windows;
pub mod workload;

pub use board::Board;
pub use candidate::Candidate;
pub use columns::Columns;
pub use layout::Layout;
pub use line_words::LineWords;
pub use six_words::SixWords;
pub use three_words::ThreeWords;
pub use wide_integer::WideInteger;
pub use windows::Windows;
pub use workload::{Tally, Workload};
