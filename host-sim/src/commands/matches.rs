//! `host-sim match`: players against each other.

use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::ArgPredicate;
use clap::{ArgGroup, Args};

use super::exit_code;
use crate::archive::{ArchiveError, load};
use crate::arguments::{BoardOptions, count, number};
use crate::matches::{
    CrossTable, GameArchive, Match, MatchError, Sprt, check, report,
    run as run_match,
};
use crate::parallel::all_cores;
use crate::players::{Roster, Spec};

/// Let players play a match, or a round robin.
///
/// Players are `engine`, `rival:000` to `rival:004` (with `:nodes=…` or
/// `:movetime=…`), `random`, `perfect` (alpha-beta, for small boards and
/// endings), `ugi:COMMAND` (any program that speaks UGI), `so:PATH` (a
/// shared library of the original judge's interface), `qemu`, `pico`, `pico2`
/// and `microbit-v2` (an emulated board) and `serial:PORT` (a board on the
/// desk). All from `ugi` on run in processes of their own; one that ends, hangs or plays no move
/// loses the game. Their options stand before a colon, such as
/// `ugi:movetime=500,grace=100:COMMAND`, where grace is the time that may
/// pass beyond the clock (2000 if it is not given), and pool sets the option
/// Pool of a program that has it. The engine takes options, such as
/// `engine:nodes=5000,pool=64000`: nodes (playouts for a move), movetime
/// (milliseconds for a move), pool (nodes), level (1 to 10), and every
/// option of the search by its UGI name, such as `rollout=tactical`,
/// `rave=0` or `profile=rival003`.
/// `engine:chip=m4` has the pool and the playouts that the reference chip
/// makes in three seconds. Without a budget, a player makes 2000 playouts
/// for a move.
///
/// Boards have 9 to 12 rows and columns and one forbidden cell, drawn by
/// the seed, and each is played with both colours. The last line is the
/// result for A: games won, drawn and lost, the score, and the difference
/// in Elo points with its error: it covers the truth in 95 of 100 matches,
/// and takes into account that the two games on a board belong together.
///
/// With --out every game is kept; whatever ends the program, --resume goes
/// on from there.
#[derive(Args, Debug)]
#[command(group(
    ArgGroup::new("kept").args(["out", "report"]).multiple(true)
))]
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
    #[arg(long, value_name = "N", default_value = "100")]
    #[arg(default_value_if("sprt", ArgPredicate::IsPresent, "100000"))]
    #[arg(hide_default_value = true)]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    games: u64,
    /// Stop as soon as one of two differences in strength is the better
    /// explanation: elo0=…,elo1=…[,alpha=0.05,beta=0.05]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The same seed gives the same boards, and the same games if budgets
    /// are in playouts
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    boards: BoardOptions,
    /// Games at the same time [default: one for each core, or one if a
    /// player goes by the clock]
    #[arg(long, value_name = "T")]
    #[arg(value_parser = count::<usize>, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Write every game into this file when it ends, as a line of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of an interrupted match
    #[arg(long, requires = "kept")]
    resume: bool,
    /// Write a page about the games into this folder, with plots; the games
    /// themselves go there as well unless --out says where
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

impl Arguments {
    fn threads(&self, plan: &Match) -> NonZeroUsize {
        if plan.a.port().or(plan.b.port()).is_some() {
            return NonZeroUsize::MIN;
        }
        let by_the_clock = plan.a.is_timed() || plan.b.is_timed();
        let threads = self.threads.and_then(NonZeroUsize::new);
        threads.unwrap_or_else(|| {
            if by_the_clock { NonZeroUsize::MIN } else { all_cores() }
        })
    }

    /// The matches to be played.
    fn plans(&self) -> Vec<Match> {
        let &Arguments { games, sprt, seed, boards, .. } = self;
        let schedule = boards.schedule(seed);
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
        let plan = |(a, b): (&Spec, &Spec)| {
            let (a, b) = (a.clone(), b.clone());
            Match { a, b, games, schedule, sprt }
        };
        pairings.into_iter().map(plan).collect()
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
        let games = load(&file)?;
        let page = folder.join("index.html");
        fs::write(&page, report(table, &games))
            .map_err(|error| ArchiveError::file(&page, error))
    }

    fn play(&self) -> Result<(), MatchError> {
        let plans = self.plans();
        let archive = self.archive().map_err(MatchError::Archive)?;
        check(&plans, &archive)?;
        let several = self.ladder.is_some() || self.round_robin.is_some();
        let mut table = CrossTable::default();
        for plan in &plans {
            let score = run_match(plan, self.threads(plan), &archive)?;
            let Match { a, b, .. } = plan;
            if let Some(sprt) = self.sprt {
                println!("{}", sprt.describe(&score));
            }
            table.add(&a.to_string(), &b.to_string(), score);
            if several {
                println!("{a} against {b}: {score}");
            } else {
                println!("{score}");
            }
        }
        if several {
            print!("\n{table}");
        }
        self.write_report(&table).map_err(MatchError::Archive)
    }
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    exit_code(arguments.play(), 2)
}
