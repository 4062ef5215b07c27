//! The players of matches: the engine, the rivals, and others, behind one
//! trait and with one syntax.

mod budget;
mod child;
mod engine;
mod error;
mod options;
mod perfect;
mod random;
mod roster;
mod spec;
mod ugi;

use ::engine::{Column, Position};

pub use budget::Budget;
pub(crate) use child::Conversation;
pub(crate) use engine::DEFAULT_POOL;
pub use error::SpecError;
pub use roster::Roster;
pub use spec::Spec;
pub(crate) use ugi::own;

/// A player of matches, one game after the other.
pub trait MatchPlayer {
    /// A new game begins. All its random numbers come from the seed.
    ///
    /// # Errors
    ///
    /// Why the player cannot play.
    fn begin(
        &mut self,
        start: &Position,
        seed: u64,
    ) -> Result<(), PlayerFailure>;

    /// The move for a position that is not the end of a game.
    ///
    /// # Errors
    ///
    /// Why there is none: the game is lost.
    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure>;
}

/// Why a player has no move: one line for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFailure(pub String);

impl PlayerFailure {
    pub(crate) fn new(what: impl Into<String>) -> PlayerFailure {
        PlayerFailure(what.into())
    }
}
