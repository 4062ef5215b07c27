//! How the opening book is made: a deep search for each of its positions.
//!
//! The table is a text file, `engine/openings/openings.txt`, with a line for
//! each board. It is made in portions, since all of it takes hours: boards
//! that are in the file already are left alone, several computers can make
//! parts of it, and parts can be joined. The engine's crate packs it.

mod check;
mod make;
mod slots;
mod table;

pub use check::{Checked, check};
pub use make::{Maker, Recipe};
pub use table::{BoardMoves, Table, TableError};
