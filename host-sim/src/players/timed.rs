//! The clock of a player in this process.

use std::time::Duration;

use engine::Position;

use super::{Budget, GameClocks, MatchPlayer, PlayedMove, PlayerFailure};

/// A player who loses the game if he takes longer than he may.
pub(crate) struct Timed {
    player: Box<dyn MatchPlayer>,
    budget: Budget,
}

impl Timed {
    /// The player, watched.
    pub(crate) fn watch(
        player: Box<dyn MatchPlayer>,
        budget: Budget,
    ) -> Box<dyn MatchPlayer> {
        Box::new(Timed { player, budget })
    }
}

impl MatchPlayer for Timed {
    fn begin(
        &mut self,
        start: &Position,
        seed: u64,
    ) -> Result<(), PlayerFailure> {
        self.player.begin(start, seed)
    }

    fn set_clocks(&mut self, clocks: &GameClocks) -> bool {
        self.budget.time = Some(clocks.own());
        self.player.set_clocks(clocks)
    }

    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let start = self.budget.clock.now();
        let choice = self.player.choose(position)?;
        let spent = self.budget.clock.now() - start;
        self.budget.check(spent)?;
        Ok(PlayedMove { spent: Some(spent), ..choice })
    }
}

impl Budget {
    /// Whether a move that took this long was in time.
    pub(crate) fn check(self, spent: Duration) -> Result<(), PlayerFailure> {
        match self.time {
            Some(time) if spent > time + self.grace => {
                let [spent, time] = [spent, time].map(|it| it.as_millis());
                let clock = self.clock;
                let why = format!("the move took {spent} of {time} ms {clock}");
                Err(PlayerFailure::time(why))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::{Clock, Forfeit};

    /// Thinks for some milliseconds of the processor.
    struct Slow(u64);

    impl MatchPlayer for Slow {
        fn begin(&mut self, _: &Position, _: u64) -> Result<(), PlayerFailure> {
            Ok(())
        }

        fn choose(
            &mut self,
            it: &Position,
        ) -> Result<PlayedMove, PlayerFailure> {
            let (start, most) = (Clock::Cpu.now(), self.0);
            while Clock::Cpu.now() - start < Duration::from_millis(most) {}
            let column = it.legal_columns().next();
            column.map(PlayedMove::from).ok_or_else(PlayerFailure::no_move)
        }
    }

    #[test]
    fn a_slow_player_loses_on_time() {
        let start = Position::new(engine::Board::CLASSIC);
        let budget = Budget {
            time: Some(Duration::from_millis(10)),
            ..Budget::by(Clock::Cpu)
        };
        let mut slow = Timed::watch(Box::new(Slow(120)), budget);
        let lost = slow.choose(&start).unwrap_err();
        assert_eq!(lost.forfeit, Forfeit::Time);
        assert!(lost.why.ends_with(" of 10 ms of processor time"), "{lost:?}");
        let mut quick = Timed::watch(Box::new(Slow(0)), budget);
        assert!(quick.choose(&start).is_ok());
    }
}
