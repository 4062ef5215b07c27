//! `host-sim match`: players against each other.

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{ArgGroup, Args, value_parser};

use super::exit_code;
use crate::archive::{ArchiveError, load};
use crate::arguments::{
    BoardOptions, ShardOption, TwoBoards, count, number, threads,
};
use crate::matches::{
    Builds, CrossTable, GameArchive, MOST_FORFEITS, Match, MatchError, Record,
    Sprt, TimeControl, check, report, run as run_match,
};
use crate::output::{print, say};
use crate::parallel::{all_cores, capped, tell_cap};
use crate::players::{Roster, Spec};

/// Let players play a match, or a round robin.
///
/// Players are `engine`, `rival:000` to `rival:004` (with `:nodes=…` or
/// `:movetime=…`; 000 and 003 also with `:literal=on`), `random`, `perfect` (alpha-beta, for small boards and
/// endings), `ugi:COMMAND` (any program that speaks UGI), `so:PATH` (a
/// shared library of the original judge's interface), `qemu`, `pico`, `pico2`,
/// `microbit-v2` and `riscv` (an emulated board) and `serial:PORT` (a board on the
/// desk). All from `ugi` on run in processes of their own; one that ends, hangs
/// or plays no move loses the game. Their options stand before a colon and are
/// explained below. The engine takes options, such as
/// `engine:nodes=5000,pool=64000`: nodes (playouts for a move), movetime
/// (milliseconds for a move), pool (nodes), level (1 to 10), and every
/// option of the search by its UGI name, such as `rollout=tactical`,
/// `rave=0` or `profile=rival003`.
/// `engine:chip=pico` has the pool, the rollouts in flight and the playouts
/// that this chip makes in three seconds; there are pico, pico2 and
/// microbit-v2, and m4, which is no chip but a fixed unit: 25000 playouts
/// and 15000 nodes. Without a budget, a player makes 2000 playouts for a
/// move.
///
/// Boards have 9 to 12 rows and columns and one forbidden cell, drawn by
/// the seed, and each is played with both colours. The last line is the
/// result for A: games won, drawn and lost, the score, and the difference
/// in Elo points with its error: it covers the truth in 95 of 100 matches,
/// and takes into account that the two games on a board belong together.
///
/// With --out every game is kept; whatever ends the program, --resume goes
/// on from there. With --shard several computers share a match, and `score`
/// joins their files: docs/CLUSTER.md.
#[derive(Args, Debug)]
#[command(after_long_help = more_help())]
pub struct Arguments {
    /// The player whose score is counted
    #[arg(long, value_name = "PLAYER")]
    #[arg(required_unless_present = "round_robin")]
    a: Option<Spec>,
    /// The opponent
    #[arg(long, value_name = "PLAYER")]
    #[arg(required_unless_present_any = ["round_robin", "ladder"])]
    b: Option<Spec>,
    /// Player A against each of these, separated by commas
    #[arg(long, value_name = "PLAYERS")]
    #[arg(conflicts_with_all = ["b", "sprt"])]
    ladder: Option<Roster>,
    /// Each of these players against each, separated by commas
    #[arg(long, value_name = "PLAYERS")]
    #[arg(conflicts_with_all = ["a", "b", "ladder", "sprt"])]
    round_robin: Option<Roster>,
    /// The number of games between two players; with --sprt the most
    /// [default: 100, or 100000 with --sprt]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    games: Option<u64>,
    /// Stop as soon as one of two differences in strength is the better
    /// explanation: elo0=…,elo1=…[,alpha=0.05,beta=0.05]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    #[arg(conflicts_with = "shard")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    tournament: Tournament,
}

/// The options that decide about time, and those of foreign players, each with
/// an example; `docs/JUDGE.md` has them as well.
const PLAYER_OPTIONS: &str = "\
Options of players:
  clock=cpu   of a move counts only the time for which processors work for
              the player, so that what else the machine does cannot decide
              a game; without it, the time on the wall counts for all but
              the players of this program:
                ugi:clock=cpu,movetime=500:./player
  grace=N     N milliseconds may pass beyond the clock before the game
              is lost; 100 if it is not given, 2000 for boards:
                ugi:movetime=500,grace=20:./player
  scale=K     all clocks that a library can see run K times as fast, so that
              it plays in a K-th of the time as if it had all of it; waits
              with a limit end by these clocks, and sleeps, the processor's
              own counter and grace stay as they are:
                so:movetime=3000,scale=5:player.so
  ticks=N     clock() of a library counts N ticks a second instead of a
              million, for those that take them for milliseconds:
                so:clock=cpu,ticks=1000:player.so
  set.NAME=V  the option NAME of a program is set to V before the first
              game; pool=N is short for set.Pool=N:
                ugi:nodes=500,set.Hash=64:./player";

/// What stands below the options of `match` and `ladder`.
pub(super) fn more_help() -> String {
    format!("{PLAYER_OPTIONS}\n\n{EXIT_CODES}")
}

/// What the programs that call this one can rely on.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
  0  played; the last line is the result. A part of --shard ends so however
     many of its games are forfeits: `score` judges the whole
  2  not played, or not to its end: a mistake on the command line, a player
     that cannot start, a file that cannot be read or written
  3  played, but not a result: too many games are forfeits (--forfeits)";

/// Too many games are forfeits.
pub(super) const NO_RESULT: u8 = 3;

/// What all commands that play matches take.
#[derive(Args, Debug)]
#[command(group(
    ArgGroup::new("kept").args(["out", "report"]).multiple(true)
))]
pub(crate) struct Tournament {
    /// The same seed gives the same boards, and the same games if budgets
    /// are in playouts
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    boards: BoardOptions,
    /// The time of each player for a whole game, in seconds, and what he gets
    /// with every move: 60+0.5
    #[arg(long, value_name = "TIME")]
    time: Option<TimeControl>,
    /// Games at the same time, no more than there are cores for the threads of
    /// the players [default: as many as that, or one if a player goes by the
    /// clock]
    #[arg(long, value_name = "T")]
    #[arg(value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    /// How many games, in percent, may be forfeits: lost by a crash, a hang,
    /// an illegal move or on time; with more, there is no result
    #[arg(long, value_name = "PERCENT", default_value_t = MOST_FORFEITS)]
    #[arg(value_parser = value_parser!(u8).range(0..=100))]
    forfeits: u8,
    #[command(flatten)]
    part: ShardOption,
    /// Write every game into this file when it ends, as a line of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of an interrupted match
    #[arg(long, requires = "kept")]
    resume: bool,
    /// Go on with games of another build of this program, of players that have
    /// changed, or with an openings file that has
    #[arg(long, requires = "resume")]
    mixed: bool,
    /// Write a page about the games into this folder, with plots; the games
    /// themselves go there as well unless --out says where
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

impl Arguments {
    /// The matches to be played.
    fn plans(&self) -> Result<Vec<Match>, TwoBoards> {
        let pairings: Vec<(&Spec, &Spec)> = match self {
            Arguments { round_robin: Some(Roster(players)), .. } => {
                let each = players.iter().enumerate();
                each.flat_map(|(place, a)| {
                    players[place + 1..].iter().map(move |b| (a, b))
                })
                .collect()
            }
            Arguments { ladder: Some(Roster(players)), a: Some(a), .. } => {
                players.iter().map(|b| (a, b)).collect()
            }
            Arguments { a: Some(a), b: Some(b), .. } => vec![(a, b)],
            _ => Vec::new(),
        };
        let usual = if self.sprt.is_some() { 100_000 } else { 100 };
        let games = self.games.unwrap_or(usual);
        let plan = |(a, b)| self.tournament.plan(a, b, games);
        let plans = pairings.into_iter().map(plan);
        let tested = |plan: Match| Match { sprt: self.sprt, ..plan };
        plans.map(|plan| plan.map(tested)).collect()
    }
}

impl Tournament {
    /// A match of this number of games.
    pub(crate) fn plan(
        &self,
        a: &Spec,
        b: &Spec,
        games: u64,
    ) -> Result<Match, TwoBoards> {
        let schedule = self.boards.schedule(self.seed)?;
        let (a, b) = (a.clone(), b.clone());
        let (time, shard) = (self.time, self.part.shard);
        Ok(Match { a, b, games, schedule, sprt: None, time, shard })
    }

    fn threads(&self, plan: &Match) -> NonZeroUsize {
        if plan.a.port().or(plan.b.port()).is_some() {
            return NonZeroUsize::MIN;
        }
        let usual = || match plan.is_timed() {
            true => NonZeroUsize::MIN,
            false => all_cores(),
        };
        capped(self.threads.unwrap_or_else(usual), plan.threads())
    }

    fn archive(&self) -> Result<GameArchive, ArchiveError> {
        if let Some(folder) = &self.report {
            let made = fs::create_dir_all(folder);
            made.map_err(|error| ArchiveError::file(folder, error))?;
        }
        GameArchive::open(self.file().as_deref(), self.resume)
    }

    /// Where the games go.
    fn file(&self) -> Option<PathBuf> {
        let beside = |folder: &PathBuf| folder.join("games.jsonl");
        self.out.clone().or(self.report.as_ref().map(beside))
    }

    fn write_report(&self, table: &CrossTable) -> Result<(), ArchiveError> {
        let (Some(folder), Some(file)) = (&self.report, self.file()) else {
            return Ok(());
        };
        write_page(folder, table, &load(&file)?)
    }

    /// Plays the matches, prints what they come to, and says whether all
    /// of them have a result. Of a part, that is not for it to say.
    pub(crate) fn play(
        &self,
        plans: &[Match],
        several: bool,
    ) -> Result<bool, MatchError> {
        let most = plans.iter().map(Match::threads).max();
        tell_cap(self.threads, most.unwrap_or(NonZeroUsize::MIN), "games");
        let archive = self.archive().map_err(MatchError::Archive)?;
        let builds = if self.mixed { Builds::Any } else { Builds::Same };
        check(plans, &archive, builds)?;
        let mut table = CrossTable::new(self.forfeits);
        let mut have_results = true;
        let shard = self.part.shard;
        let part = match shard.is_whole() {
            true => String::new(),
            false => format!("part {shard}: "),
        };
        for plan in plans {
            let standing = run_match(plan, self.threads(plan), &archive)?;
            let Match { a, b, sprt, .. } = plan;
            let is_result = !standing.is_void(self.forfeits);
            have_results &= is_result;
            if let Some(sprt) = sprt.filter(|_| is_result) {
                say!("{}", sprt.describe(&standing.score));
            }
            table.add(&a.to_string(), &b.to_string(), standing);
            let verdict = standing.verdict(self.forfeits);
            if several {
                say!("{part}{a} against {b}: {verdict}");
            } else {
                say!("{part}{verdict}");
            }
        }
        if several {
            print(format_args!("\n{table}"));
        }
        self.write_report(&table).map_err(MatchError::Archive)?;
        // What starts the parts takes any other code for a part that has to
        // be played again.
        Ok(have_results || !shard.is_whole())
    }

    /// The exit code after that.
    pub(crate) fn exit_code(played: Result<bool, MatchError>) -> ExitCode {
        match played {
            Ok(false) => ExitCode::from(NO_RESULT),
            other => exit_code(other.map(|_| ()), 2),
        }
    }
}

/// Writes the page about these games.
pub(super) fn write_page(
    folder: &Path,
    table: &CrossTable,
    games: &[Record],
) -> Result<(), ArchiveError> {
    let page = folder.join("index.html");
    fs::create_dir_all(folder)
        .map_err(|error| ArchiveError::file(folder, error))?;
    fs::write(&page, report(table, games, &command()))
        .map_err(|error| ArchiveError::file(&page, error))
}

/// The command line, as a shell would read it.
fn command() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "=:,./_+-#".contains(c);
    let words = std::env::args().skip(1).map(|word| {
        let is_plain = !word.is_empty() && word.chars().all(plain);
        match is_plain {
            true => word,
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    });
    let words: Vec<String> = words.collect();
    format!("host-sim {}", words.join(" "))
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let several = arguments.ladder.is_some() || arguments.round_robin.is_some();
    match arguments.plans() {
        Ok(plans) => {
            Tournament::exit_code(arguments.tournament.play(&plans, several))
        }
        Err(why) => exit_code(Err(why), 2),
    }
}
