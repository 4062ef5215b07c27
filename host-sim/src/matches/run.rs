//! Playing all games of a match.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::display::Display;
use super::tally::Tally;
use super::{Game, Schedule, Score};
use crate::SetupError;
use crate::players::Spec;
use crate::tasks::in_parallel;

/// A match before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// The player whose score is counted.
    pub a: Spec,
    /// The opponent.
    pub b: Spec,
    /// How many games are played.
    pub games: u64,
    /// The boards.
    pub schedule: Schedule,
}

/// Plays a match. With budgets in playouts the games are the same on any
/// number of threads.
///
/// # Errors
///
/// Where the forbidden cell is not on the board.
pub fn run(plan: &Match, threads: NonZeroUsize) -> Result<Score, SetupError> {
    let desk = Mutex::new((Tally::default(), Display::new(0, plan.games)));
    let players = || (plan.a.player(), plan.b.player());
    in_parallel(0..plan.games, threads, players, |(a, b), number| {
        let round = plan.schedule.round(number)?;
        let game = Game::play(&round, a.as_mut(), b.as_mut());
        let mut desk = desk.lock().expect("no panic inside");
        let (tally, display) = &mut *desk;
        tally.add(number, game.half_points());
        display.show(&tally.score);
        Ok(())
    })?;
    let (tally, display) = desk.into_inner().expect("no panic inside");
    display.finish();
    Ok(tally.score)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Block;

    fn plan(a: &str, b: &str, games: u64) -> Match {
        let schedule = Schedule { seed: 1, size: None, block: Block::Random };
        let (a, b) = (a.parse().unwrap(), b.parse().unwrap());
        Match { a, b, games, schedule }
    }

    #[test]
    fn the_engine_beats_chance() {
        let plan = plan("engine:nodes=100,pool=1000", "random", 20);
        let score = run(&plan, NonZeroUsize::MIN).unwrap();
        assert_eq!((score.games(), score.wins), (20, 20));
    }

    #[test]
    fn threads_do_not_matter() {
        let engine = "engine:nodes=20,pool=1000";
        let plan = plan(engine, engine, 21);
        let one = run(&plan, NonZeroUsize::MIN);
        let three = run(&plan, NonZeroUsize::new(3).unwrap());
        assert_eq!(one, three);
        assert_eq!(one.unwrap().pairs.iter().sum::<u64>(), 10);
    }
}
