//! A player who has no idea.

use engine::{Column, Position};

use super::{GameClocks, MatchPlayer, PlayedMove, PlayerFailure};
use crate::dice::Dice;

/// Plays any legal move.
pub(crate) struct Random(Dice);

impl Random {
    pub(crate) fn new() -> Random {
        Random(Dice::new(0, 0))
    }
}

impl MatchPlayer for Random {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.0 = Dice::new(seed, 0);
        Ok(())
    }

    fn set_clocks(&mut self, _: &GameClocks) -> bool {
        true
    }

    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let moves: Vec<Column> = position.legal_columns().collect();
        Ok(self.0.pick(&moves).into())
    }
}
