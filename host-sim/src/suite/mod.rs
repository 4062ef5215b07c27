//! Tactical positions with every move that solves them.
//!
//! Nothing is picked by hand: the positions come from games of players who
//! see one move ahead, and alpha-beta says which moves are right. They are
//! kept in a file, one to a line: category, columns, position.
//!
//! ```
//! use host_sim::suite::{Category, Puzzle};
//!
//! let puzzle: Puzzle = "win-1 1,5 7/7/7/7/1ooo3/1xxx3 x".parse()?;
//! assert_eq!(puzzle.category, Category::Win(1));
//! assert_eq!(puzzle.solutions.len(), 2);
//! assert_eq!(puzzle.to_string(), "win-1 1,5 7/7/7/7/1ooo3/1xxx3 x");
//! # Ok::<(), String>(())
//! ```

mod make;
mod puzzle;
mod run;

pub use make::make;
pub use puzzle::{Category, Puzzle, read};
pub use run::{SuiteScore, run};
