//! Playing all games of a match.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use boards::Project;
use boards::emulator::{self, EmulatorError};
use engine::{Board, Position};

use super::provenance::{self, NEVER_BEGAN};
use super::tally::MatchTally;
use super::{
    Builds, GameArchive, MatchGame, NeitherBegan, Provenance, Record, Schedule,
    Sprt, Standing, TimeControl, build,
};
use crate::archive::ArchiveError;
use crate::parallel::in_parallel;
use crate::players::{Clock, PlayerFailure, Spec};
use crate::progress::Progress;
use crate::{SetupError, Shard};

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
    /// The time for a whole game, if there are such clocks.
    pub time: Option<TimeControl>,
    /// The pairs that are played here, if several processes share them.
    pub shard: Shard,
}

impl Match {
    /// Whether it matters what else the machine does meanwhile.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        let goes_by_the_wall = |spec: &Spec| {
            self.time.is_some() && spec.budget().clock == Clock::Wall
        };
        let timed = |spec: &Spec| spec.is_timed() || goes_by_the_wall(spec);
        timed(&self.a) || timed(&self.b)
    }

    /// The threads that think in one of its games at a time: the players do so
    /// in turn.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        self.a.threads().max(self.b.threads())
    }

    /// How many games are played here.
    #[must_use]
    pub fn own_games(&self) -> u64 {
        let pairs = self.shard.share_of(self.games / 2);
        let last = self.games % 2 == 1 && self.shard.has(self.games / 2);
        2 * pairs + u64::from(last)
    }

    /// Where one of its games comes from.
    pub(super) fn provenance(
        &self,
        game: &MatchGame,
        threads: usize,
    ) -> Provenance {
        let [one, two] = &game.names;
        let players = [(&self.a, one), (&self.b, two)].map(|(spec, name)| {
            let known = spec.identity().or(name.as_deref());
            known.unwrap_or(NEVER_BEGAN).to_owned()
        });
        let games = self.sprt.is_none().then_some(self.games);
        Provenance::now(players, &self.schedule, games, threads)
    }

    /// Looks whether both players know the clocks of a game, if there are.
    fn check_clocks(&self) -> Result<(), MatchError> {
        let Some(time) = self.time else { return Ok(()) };
        for spec in [&self.a, &self.b] {
            let why = if !spec.player().set_clocks(&time.clocks()) {
                "it knows no clock of the game: leave out --time"
            } else if spec.budget().time.is_some() {
                "it goes by the time for a move: leave out movetime or --time"
            } else {
                continue;
            };
            let why = PlayerFailure::time(why);
            return Err(MatchError::Players(vec![(spec.clone(), why)]));
        }
        Ok(())
    }
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
    /// Players that cannot start, and why.
    #[error("{}", cannot_play(.0))]
    Players(Vec<(Spec, PlayerFailure)>),
    /// In the middle of a match, neither player can begin a game: as a win
    /// of either it would be none.
    #[error(
        "{0} against {1}, game {2}: {3}; with --out, --resume goes on from here"
    )]
    Neither(Box<Spec>, Box<Spec>, u64, NeitherBegan),
}

/// One line for each player, if there are several.
fn cannot_play(players: &[(Spec, PlayerFailure)]) -> String {
    let each = players.iter();
    let mut lines =
        each.map(|(it, why)| format!("{it} cannot play: {}", why.why));
    match players.len() {
        1 => lines.next().unwrap_or_default(),
        count => {
            let first = format!("{count} players cannot play");
            [first].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
        }
    }
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
) -> Result<Standing, MatchError> {
    let mut desk = Desk::new(plan, archive);
    let played: HashSet<u64> = desk.played.iter().copied().collect();
    if desk.decide() {
        return Ok(desk.standing());
    }
    let desk = Mutex::new(desk);
    let players = || (plan.a.player(), plan.b.player());
    let own = (0..plan.games).filter(|number| plan.shard.has(number / 2));
    let at_once = threads.get();
    let end = in_parallel(own, threads, players, |(a, b), number| {
        if played.contains(&number) {
            return Ok(());
        }
        let round = plan.schedule.round(number).map_err(Stop::setup)?;
        let game = MatchGame::play(&round, plan.time, a.as_mut(), b.as_mut());
        let game = game.map_err(|why| Stop::neither(plan, number, why))?;
        let record = Record::new(number, plan, &round, &game, at_once);
        let mut desk = desk.lock().expect("no panic inside");
        archive.add(&record).map_err(Stop::archive)?;
        if desk.add(&record) { Err(Stop::Decided) } else { Ok(()) }
    });
    let desk = desk.into_inner().expect("no panic inside");
    desk.progress.finish();
    match end {
        Err(Stop::Failed(error)) => Err(error),
        _ => Ok(desk.standing()),
    }
}

/// Looks whether the boards are there, in emulators and at serial ports,
/// whether every other player can start, and whether all games of an archive
/// belong to one of these matches, each once, and were played by this build
/// and by these players, if that matters.
///
/// # Errors
///
/// The first board that is not there, all players that cannot start, or the
/// first game that does not belong.
pub fn check(
    plans: &[Match],
    archive: &GameArchive,
    builds: Builds,
) -> Result<(), MatchError> {
    plans.iter().try_for_each(Match::check_clocks)?;
    let specs = plans.iter().flat_map(|plan| [&plan.a, &plan.b]);
    let mut names: HashMap<String, String> = HashMap::new();
    for spec in specs.clone() {
        let Some(board) = spec.emulated() else { continue };
        let image = emulator::ready(&Project::find(), board);
        let image = image.map_err(MatchError::Emulator)?;
        names.insert(spec.to_string(), provenance::file(&image));
    }
    let mut unable = Vec::new();
    for spec in specs.clone().filter(|spec| spec.is_foreign()) {
        if let Entry::Vacant(entry) = names.entry(spec.to_string()) {
            let start = Position::new(Board::CLASSIC);
            let mut player = spec.player();
            if let Err(why) = player.begin(&start, 0) {
                unable.push((spec.clone(), why));
            }
            entry.insert(player.name().unwrap_or_default().into());
        }
    }
    if !unable.is_empty() {
        return Err(MatchError::Players(unable));
    }
    for port in specs.filter_map(Spec::port) {
        boards::serial::open(port).map_err(MatchError::Port)?;
    }
    let mut seen = HashSet::new();
    for (record, line) in archive.entries().iter().zip(1..) {
        let plan = plans.iter().find(|plan| record.belongs_to(plan));
        let key = (&record.a, &record.b, record.game);
        let Some(plan) = plan.filter(|_| seen.insert(key)) else {
            return Err(MatchError::Archive(archive.foreign(line)));
        };
        if builds == Builds::Same
            && let Some((then, now)) = changed(record, plan, &names)
        {
            return Err(MatchError::Archive(archive.changed(line, then, now)));
        }
    }
    Ok(())
}

/// What played a game, and what would play it now, if that is another; or
/// what it was drawn from, and is now.
fn changed(
    record: &Record,
    plan: &Match,
    names: &HashMap<String, String>,
) -> Option<(String, String)> {
    let Some(provenance) = &record.provenance else {
        return Some(("an unknown build".into(), build().into()));
    };
    let of = |spec: &String| names.get(spec).map(String::as_str);
    let (then, now) = (record.schedule(), plan.schedule.on_it());
    let [a, b] = &provenance.players;
    let pairs = [
        (provenance.build.as_str(), Some(build())),
        (a, of(&record.a)),
        (b, of(&record.b)),
        (&then, Some(&now)),
    ];
    let other = pairs.into_iter().find_map(|(then, now)| {
        let is_other = |now: &&str| *now != then && then != NEVER_BEGAN;
        now.filter(is_other).map(|now| (then, now))
    });
    other.map(|(then, now)| (then.into(), now.into()))
}

/// Where the games come in.
struct Desk {
    sprt: Option<Sprt>,
    tally: MatchTally,
    progress: Progress,
    /// Games that were there at the start.
    played: Vec<u64>,
    /// How the match stood when the test decided.
    decided: Option<Standing>,
}

impl Desk {
    fn new(plan: &Match, archive: &GameArchive) -> Desk {
        let mut tally = MatchTally::default();
        let mut played = Vec::new();
        for record in archive.entries() {
            if record.game < plan.games && record.belongs_to(plan) {
                tally.add(record);
                played.push(record.game);
            }
        }
        let before = played.len() as u64;
        let mut progress = Progress::resumed(before, plan.own_games(), "games");
        if plan.sprt.is_some() {
            progress = progress.at_most();
        }
        Desk { sprt: plan.sprt, tally, progress, played, decided: None }
    }

    /// Adds a game and says whether the match is over before its time.
    fn add(&mut self, record: &Record) -> bool {
        self.tally.add(record);
        let Desk { sprt, tally, .. } = &*self;
        let status = RunStatus { standing: &tally.all, sprt: *sprt };
        self.progress.add_one(status);
        self.decide()
    }

    fn decide(&mut self) -> bool {
        if self.decided.is_none() {
            self.decided = self.tally.decide(self.sprt);
        }
        self.decided.is_some()
    }

    fn standing(&self) -> Standing {
        self.decided.unwrap_or(self.tally.all)
    }
}

/// How a match stands while it runs: the score, the pairs by their points,
/// and the state of the test.
struct RunStatus<'a> {
    standing: &'a Standing,
    sprt: Option<Sprt>,
}

impl fmt::Display for RunStatus<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let score = &self.standing.score;
        write!(f, "{}, pairs {}", self.standing, score.pair_counts())?;
        match self.sprt {
            None => Ok(()),
            Some(sprt) => write!(f, ", {}", sprt.state(score)),
        }
    }
}

impl Stop {
    fn neither(plan: &Match, number: u64, why: NeitherBegan) -> Stop {
        let [a, b] = [&plan.a, &plan.b].map(|spec| Box::new(spec.clone()));
        Stop::Failed(MatchError::Neither(a, b, number, why))
    }

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
    use crate::matches::MatchScore;

    fn plan(a: &str, b: &str, games: u64) -> Match {
        let schedule = Schedule { seed: 1, ..Schedule::default() };
        let (a, b) = (a.parse().unwrap(), b.parse().unwrap());
        let shard = Shard::WHOLE;
        Match { a, b, games, schedule, sprt: None, time: None, shard }
    }

    fn run(plan: &Match, threads: usize) -> MatchScore {
        let threads = NonZeroUsize::new(threads).unwrap();
        super::run(plan, threads, &GameArchive::none()).unwrap().score
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
