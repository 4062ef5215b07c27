//! Matches: who is stronger, by how much, and how sure that is.
//!
//! Every board is played twice, with the colours exchanged: such a pair of
//! games is the unit of the statistics.

mod display;
mod game;
mod run;
mod schedule;
mod score;
mod sprt;
mod tally;

pub use game::{Game, Reason, Seat};
pub use run::{Match, run};
pub use schedule::{Block, Round, Schedule};
pub use score::{Estimate, Score, elo, expected};
pub use sprt::{Sprt, SprtError, Verdict};
