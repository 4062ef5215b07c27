//! How a rival takes part in a match: what it gets for a game and a move.

use engine::Position;

use crate::dice::Dice;
use crate::players::{
    Budget, GameClocks, MatchPlayer, PlayedMove, PlayerFailure,
};

/// What a rival searches with.
pub(super) struct Means {
    pub(super) budget: Budget,
    pub(super) dice: Dice,
}

impl Means {
    pub(super) fn new(budget: Budget) -> Means {
        Means { budget, dice: Dice::new(0, 0) }
    }
}

/// What the player to move expects, from -1 to 1, if the games brought the
/// opponent this much in the mean. A won game counts 1, a lost one `lost`.
pub(super) fn expectation(opponents: f64, lost: f64) -> f64 {
    1.0 - 2.0 * (opponents - lost) / (1.0 - lost)
}

/// A rival's own search.
pub(super) trait RivalSearch {
    fn means(&mut self) -> &mut Means;

    fn find(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure>;
}

impl<S: RivalSearch> MatchPlayer for S {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.means().dice = Dice::new(seed, 0);
        Ok(())
    }

    fn set_clocks(&mut self, clocks: &GameClocks) -> bool {
        self.means().budget.take_from(clocks)
    }

    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        self.find(position)
    }
}
