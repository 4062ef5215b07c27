//! Playing all games of a match.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use boards::Project;
use boards::emulator::{self, EmulatorError};
use engine::{Board, Position};

use super::tally::MatchTally;
use super::{
    GameArchive, MatchGame, MatchScore, Record, Schedule, Sprt, SprtDecision,
};
use crate::SetupError;
use crate::archive::ArchiveError;
use crate::parallel::in_parallel;
use crate::players::{PlayerFailure, Spec};
use crate::progress::Progress;

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

/// Why a match cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// The forbidden cell is not on the board.
    #[error(transparent)]
    Setup(SetupError),
    /// The games cannot be kept.
    #[error(transparent)]
    Archive(ArchiveError),
    /// A board cannot be reached.
    #[error("{0}: {next}", next = .0.next())]
    Port(boards::serial::Problem),
    /// A board cannot be emulated.
    #[error("{0}: {next}", next = .0.next())]
    Emulator(EmulatorError),
    /// A player cannot start.
    #[error("{0} cannot play: {why}", why = .1.0)]
    Player(Box<Spec>, PlayerFailure),
}

/// Why there are no more games.
enum Stop {
    /// The test has decided.
    Decided,
    Failed(MatchError),
}

/// Plays a match: the games that the archive does not have yet. With
/// budgets in playouts the result is the same on any number of threads.
///
/// # Errors
///
/// Where the boards are impossible, or the games cannot be kept.
pub fn run(
    plan: &Match,
    threads: NonZeroUsize,
    archive: &GameArchive,
) -> Result<MatchScore, MatchError> {
    let mut desk = Desk::new(plan, archive);
    let played: HashSet<u64> = desk.played.iter().copied().collect();
    if desk.decide() {
        return Ok(desk.score());
    }
    let desk = Mutex::new(desk);
    let players = || (plan.a.player(), plan.b.player());
    let end = in_parallel(0..plan.games, threads, players, |(a, b), number| {
        if played.contains(&number) {
            return Ok(());
        }
        let round = plan.schedule.round(number).map_err(Stop::setup)?;
        let game = MatchGame::play(&round, a.as_mut(), b.as_mut());
        let record = Record::new(number, plan, &round, &game);
        let mut desk = desk.lock().expect("no panic inside");
        archive.add(&record).map_err(Stop::archive)?;
        if desk.add(&record) { Err(Stop::Decided) } else { Ok(()) }
    });
    let desk = desk.into_inner().expect("no panic inside");
    desk.progress.finish();
    match end {
        Err(Stop::Failed(error)) => Err(error),
        _ => Ok(desk.score()),
    }
}

/// Looks whether the boards are there, in emulators and at serial ports,
/// whether every other player can start, and whether all games of an archive
/// belong to one of these matches, each once.
///
/// # Errors
///
/// The first board that is not there, the first player that cannot start, or
/// the first game that does not belong.
pub fn check(plans: &[Match], archive: &GameArchive) -> Result<(), MatchError> {
    let specs = plans.iter().flat_map(|plan| [&plan.a, &plan.b]);
    for board in specs.clone().filter_map(Spec::emulated) {
        let project = Project::find();
        emulator::ready(&project, board).map_err(MatchError::Emulator)?;
    }
    let mut tried: Vec<&Spec> = Vec::new();
    for spec in specs.clone().filter(|spec| spec.is_foreign()) {
        if !tried.contains(&spec) {
            let start = Position::new(Board::CLASSIC);
            let started = spec.player().begin(&start, 0);
            started.map_err(|why| {
                MatchError::Player(Box::new(spec.clone()), why)
            })?;
            tried.push(spec);
        }
    }
    for port in specs.filter_map(Spec::port) {
        boards::serial::open(port).map_err(MatchError::Port)?;
    }
    let mut seen = HashSet::new();
    for (record, line) in archive.entries().iter().zip(1..) {
        let belongs = plans.iter().any(|plan| record.belongs_to(plan));
        let key = (&record.a, &record.b, record.game);
        if !belongs || !seen.insert(key) {
            return Err(MatchError::Archive(archive.foreign(line)));
        }
    }
    Ok(())
}

/// Where the games come in.
struct Desk {
    sprt: Option<Sprt>,
    tally: MatchTally,
    progress: Progress,
    /// Games that were there at the start.
    played: Vec<u64>,
    /// The score at which the test decided.
    decided: Option<MatchScore>,
}

impl Desk {
    fn new(plan: &Match, archive: &GameArchive) -> Desk {
        let mut tally = MatchTally::default();
        let mut played = Vec::new();
        for record in archive.entries() {
            if record.game < plan.games && record.belongs_to(plan) {
                tally.add(record.game, record.result.half_points());
                played.push(record.game);
            }
        }
        let before = played.len() as u64;
        let mut progress = Progress::resumed(before, plan.games, "games");
        if plan.sprt.is_some() {
            progress = progress.at_most();
        }
        Desk { sprt: plan.sprt, tally, progress, played, decided: None }
    }

    /// Adds a game and says whether the match is over before its time.
    fn add(&mut self, record: &Record) -> bool {
        self.tally.add(record.game, record.result.half_points());
        self.progress.add_one(self.tally.score);
        self.decide()
    }

    fn decide(&mut self) -> bool {
        while self.decided.is_none() && self.tally.settle() {
            let score = self.tally.settled;
            let decision = self.sprt.map(|sprt| sprt.decision(&score));
            if decision.is_some_and(|decision| decision != SprtDecision::Open) {
                self.decided = Some(score);
            }
        }
        self.decided.is_some()
    }

    fn score(&self) -> MatchScore {
        self.decided.unwrap_or(self.tally.score)
    }
}

impl Stop {
    fn setup(error: SetupError) -> Stop {
        Stop::Failed(MatchError::Setup(error))
    }

    fn archive(error: ArchiveError) -> Stop {
        Stop::Failed(MatchError::Archive(error))
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

    fn run(plan: &Match, threads: usize) -> MatchScore {
        let threads = NonZeroUsize::new(threads).unwrap();
        super::run(plan, threads, &GameArchive::none()).unwrap()
    }

    #[test]
    fn the_engine_beats_chance() {
        let plan = plan("engine:nodes=100,pool=1000", "random", 20);
        let score = run(&plan, 1);
        assert_eq!((score.games(), score.wins), (20, 20));
    }

    #[test]
    fn threads_do_not_matter() {
        let engine = "engine:nodes=20,pool=1000";
        let mut plan = plan(engine, engine, 21);
        let score = run(&plan, 1);
        assert_eq!(run(&plan, 3), score);
        assert_eq!(score.pairs.iter().sum::<u64>(), 10);

        plan.b = "random".parse().unwrap();
        plan.games = 1000;
        plan.sprt = Some("elo0=0,elo1=100".parse().unwrap());
        let score = run(&plan, 1);
        assert!(score.games() < 100);
        assert_eq!(run(&plan, 3), score);
    }
}
