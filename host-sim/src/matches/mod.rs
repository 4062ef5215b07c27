//! Matches: who is stronger, by how much, and how sure that is.
//!
//! Every board is played twice, with the colours exchanged: such a pair of
//! games is the unit of the statistics.

mod game;
mod plot;
mod record;
mod report;
mod run;
mod schedule;
mod score;
mod sprt;
mod table;
mod tally;

pub use game::{Game, Reason, Seat};
pub use plot::drawing;
pub use record::{Archive, Ending, Record};
pub use report::report;
pub use run::{Match, MatchError, check, run};
pub use schedule::{Block, Round, Schedule};
pub use score::{Estimate, Score, elo, expected};
pub use sprt::{Sprt, SprtError, Verdict};
pub use table::CrossTable;
