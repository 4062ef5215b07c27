//! A player who looks to the end of the game, if that is near enough.

use engine::{Column, Position, Wdl};

use super::{GameClocks, MatchPlayer, PlayedMove, PlayerFailure};
use crate::dice::Dice;
use crate::games::on_reference;
use crate::reference::{Solver, loss_within, win_within};

/// Positions looked at for a move before it plays on by what it sees.
pub(crate) const DEFAULT_LIMIT: u64 = 2_000_000;
/// Plies that it sees in any case.
const SIGHT: u32 = 4;

/// Plays a best move by alpha-beta where it can be found out, and otherwise
/// any move that does not lose within a few plies.
pub(crate) struct Perfect {
    limit: u64,
    solver: Solver,
    dice: Dice,
}

impl Perfect {
    pub(crate) fn new(limit: u64) -> Perfect {
        Perfect { limit, solver: Solver::default(), dice: Dice::new(0, 0) }
    }

    /// The best column by the result to which it leads.
    fn solve(&mut self, position: &Position) -> Option<Column> {
        let mut game = on_reference(position);
        let wdl = self.solver.solve(&game, self.limit)?;
        let best = position.legal_columns().find(|column| {
            let played = game.play(column.index().into()).is_ok();
            let after = self.solver.solve(&game, self.limit);
            game.undo();
            played && after == Some(wdl.reversed())
        });
        if wdl == Wdl::Loss { None } else { best }
    }

    /// A win in sight, else something that does not lose in sight.
    fn look(&mut self, position: &Position) -> Column {
        let moves: Vec<Column> = position.legal_columns().collect();
        let after = |column: Column| {
            let mut after = on_reference(position);
            let _ = after.play(column.index().into());
            after
        };
        let wins = |&column: &Column| loss_within(&after(column), SIGHT);
        if let Some(&win) = moves.iter().find(|column| wins(column)) {
            return win;
        }
        for plies in (1..=SIGHT).rev() {
            let lasts = |&column: &Column| !win_within(&after(column), plies);
            let lasting: Vec<Column> =
                moves.iter().copied().filter(lasts).collect();
            if !lasting.is_empty() {
                return self.dice.pick(&lasting);
            }
        }
        self.dice.pick(&moves)
    }
}

impl MatchPlayer for Perfect {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.solver = Solver::default();
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn set_clocks(&mut self, _: &GameClocks) -> bool {
        true
    }

    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let solved = self.solve(position);
        Ok(solved.unwrap_or_else(|| self.look(position)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_boards_are_never_lost() {
        let board = engine::Board::new(4, 5).unwrap();
        let mut perfect = Perfect::new(DEFAULT_LIMIT);
        for seed in 0..10 {
            let mut dice = Dice::new(seed, 1);
            let mut position = Position::new(board);
            perfect.begin(&position, seed).unwrap();
            while position.outcome().is_none() {
                let first = position.plies().is_multiple_of(2);
                let column = if first {
                    perfect.choose(&position).unwrap().column
                } else {
                    dice.pick(&position.legal_columns().collect::<Vec<_>>())
                };
                position.play(column).unwrap();
            }
            assert_ne!(position.winner(), Some(engine::Player::Second));
        }
    }

    #[test]
    fn a_win_in_sight_is_taken() {
        let mut perfect = Perfect::new(1);
        let game = "9/9/9/9/9/9/9/3oo4/3xx4 x".parse().unwrap();
        let column = perfect.choose(&game).unwrap().column.number();
        assert!([3, 6].contains(&column), "{column}");
    }
}
