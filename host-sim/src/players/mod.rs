//! The players of matches: the engine, the rivals, and others, behind one
//! trait and with one syntax.

mod budget;
mod child;
mod clock;
mod engine;
mod error;
mod failure;
mod game_clocks;
mod options;
mod perfect;
mod played_move;
mod random;
mod roster;
mod spec;
mod tempo;
mod timed;
mod ugi;
mod usage;

use ::engine::Position;

pub use budget::Budget;
pub(crate) use child::Conversation;
pub use clock::Clock;
pub(crate) use engine::DEFAULT_POOL;
pub use error::SpecError;
pub use failure::{Forfeit, PlayerFailure};
pub use game_clocks::GameClocks;
pub use played_move::PlayedMove;
pub use roster::Roster;
pub use spec::Spec;
pub use tempo::Tempo;
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

    /// What the player calls itself, if it is a program of its own and has
    /// begun a game.
    fn name(&self) -> Option<&str> {
        None
    }

    /// Takes the time for the next move from the clocks of the game. Says
    /// whether it does: some players know no such clocks.
    fn set_clocks(&mut self, _clocks: &GameClocks) -> bool {
        false
    }

    /// The move for a position that is not the end of a game.
    ///
    /// # Errors
    ///
    /// Why there is none: the game is lost.
    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure>;
}
