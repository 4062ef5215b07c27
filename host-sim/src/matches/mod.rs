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

pub use game::{MatchGame, MatchSide, Reason};
pub use plot::drawing;
pub use record::{GameArchive, GameResult, Record};
pub use report::report;
pub use run::{Match, MatchError, check, run};
pub use schedule::{Block, Round, Schedule};
pub use score::{Estimate, MatchScore, elo, expected};
pub use sprt::{Sprt, SprtDecision, SprtError};
pub use table::CrossTable;
