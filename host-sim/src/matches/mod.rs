//! Matches: who is stronger, by how much, and how sure that is.
//!
//! Every board is played twice, with the colours exchanged: such a pair of
//! games is the unit of the statistics.

mod game;
mod join;
mod opening;
mod plot;
pub(crate) mod provenance;
mod record;
mod report;
mod run;
mod schedule;
mod score;
mod sprt;
mod standing;
mod table;
mod tally;
mod time_control;
mod viewer;

pub use game::{MatchGame, MatchSide, NeitherBegan, Reason};
pub use join::{Builds, FileLine, JoinError, Joined, Pairing, join};
pub use opening::{Opening, OpeningError, Openings};
pub use plot::drawing;
pub(crate) use provenance::other_build;
pub use provenance::{Provenance, build};
pub use record::{GameArchive, GameResult, Record};
pub use report::report;
pub use run::{Match, MatchError, check, run};
pub use schedule::{Forbidden, Round, Schedule};
pub use score::{Estimate, MatchScore, elo, expected};
pub use sprt::{Sprt, SprtDecision, SprtError};
pub use standing::{Forfeits, Standing};
pub use table::{CrossTable, MOST_FORFEITS};
pub use time_control::TimeControl;
