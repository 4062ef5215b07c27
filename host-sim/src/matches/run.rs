//! Playing all games of a match.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use super::display::Display;
use super::tally::Tally;
use super::{Game, Schedule, Score, Sprt, Verdict};
use crate::SetupError;
use crate::players::Spec;
use crate::tasks::in_parallel;

/// A match before it is played.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// The player whose score is counted.
    pub a: Spec,
    /// The opponent.
    pub b: Spec,
    /// How many games are played at most.
    pub games: u64,
    /// The boards.
    pub schedule: Schedule,
    /// The test that may end the match.
    pub sprt: Option<Sprt>,
}

/// Why there are no more games.
enum Stop {
    /// The test has decided.
    Decided,
    Failed(SetupError),
}

/// Plays a match. With budgets in playouts the result is the same on any
/// number of threads.
///
/// # Errors
///
/// Where the forbidden cell is not on the board.
pub fn run(plan: &Match, threads: NonZeroUsize) -> Result<Score, SetupError> {
    let desk = Mutex::new(Desk::new(plan));
    let players = || (plan.a.player(), plan.b.player());
    let end = in_parallel(0..plan.games, threads, players, |(a, b), number| {
        let round = plan.schedule.round(number).map_err(Stop::Failed)?;
        let game = Game::play(&round, a.as_mut(), b.as_mut());
        let mut desk = desk.lock().expect("no panic inside");
        desk.add(number, &game);
        if desk.decided.is_some() { Err(Stop::Decided) } else { Ok(()) }
    });
    let desk = desk.into_inner().expect("no panic inside");
    desk.display.finish();
    match end {
        Err(Stop::Failed(error)) => Err(error),
        _ => Ok(desk.decided.unwrap_or(desk.tally.score)),
    }
}

/// Where the games come in.
struct Desk {
    sprt: Option<Sprt>,
    tally: Tally,
    display: Display,
    /// The score at which the test decided.
    decided: Option<Score>,
}

impl Desk {
    fn new(plan: &Match) -> Desk {
        Desk {
            sprt: plan.sprt,
            tally: Tally::default(),
            display: Display::new(0, plan.games),
            decided: None,
        }
    }

    fn add(&mut self, number: u64, game: &Game) {
        self.tally.add(number, game.half_points());
        while self.decided.is_none() && self.tally.settle() {
            let score = self.tally.settled;
            let verdict = self.sprt.map(|sprt| sprt.verdict(&score));
            if verdict.is_some_and(|verdict| verdict != Verdict::Open) {
                self.decided = Some(score);
            }
        }
        self.display.show(&self.tally.score);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Block;

    fn plan(a: &str, b: &str, games: u64) -> Match {
        let schedule = Schedule { seed: 1, size: None, block: Block::Random };
        let (a, b) = (a.parse().unwrap(), b.parse().unwrap());
        Match { a, b, games, schedule, sprt: None }
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
        let mut plan = plan(engine, engine, 21);
        let three = NonZeroUsize::new(3).unwrap();
        let score = run(&plan, NonZeroUsize::MIN).unwrap();
        assert_eq!(run(&plan, three), Ok(score));
        assert_eq!(score.pairs.iter().sum::<u64>(), 10);

        plan.b = "random".parse().unwrap();
        plan.games = 1000;
        plan.sprt = Some("elo0=0,elo1=100".parse().unwrap());
        let score = run(&plan, NonZeroUsize::MIN).unwrap();
        assert!(score.games() < 100);
        assert_eq!(run(&plan, three), Ok(score));
    }
}
