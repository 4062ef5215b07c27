//! The rules and the search a second time, written to be read rather than to
//! be fast.
//!
//! A board is a table of squares, a line of four is found by looking at each
//! square in turn, and the engine decides nothing here. The search and the
//! solver take from it the types of what they are told and what they answer:
//! the configuration, its words, and the proofs. No constant and no function
//! comes from there (`tests/layers.rs`). Where the two disagree, one of them is
//! wrong, and this one can be checked by eye.
//!
//! ```
//! use host_sim::reference::{Game, Side};
//!
//! let mut game = Game::new(6, 7, None).unwrap();
//! for column in [3, 0, 3, 0, 3, 0, 3] {
//!     game.play(column).unwrap();
//! }
//! assert_eq!(game.winner(), Some(Side::X));
//! assert_eq!(game.to_text(), "7/7/3x3/o2x3/o2x3/o2x3 o");
//! ```

mod choice;
mod count;
mod game;
mod lcg;
mod line_counts;
mod lines;
mod memory;
mod notation;
mod search;
mod sets;
mod shortest_win;
mod solver;
mod tables;

pub use count::{distinct, perft};
pub use game::{Game, Refusal, Side, Spot, Square};
pub use search::{Node, Search};
pub use solver::{Solver, loss_within, win_within};
