//! `host-sim match`: two players against each other.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::slice;

use clap::Args;

use crate::Size;
use crate::arguments::{count, number};
use crate::matches::{
    Archive, ArchiveError, Block, Match, MatchError, Schedule, Score, Sprt,
    check, run as run_match,
};
use crate::players::Spec;
use crate::tasks::all_cores;

/// Let two players play a match.
///
/// Players are `engine` and `random`. The engine takes options, such as
/// `engine:nodes=5000,pool=64000`: nodes (playouts for a move), movetime
/// (milliseconds for a move), pool, level (1 to 10), preset (default,
/// rival-000 to rival-004), exploration, puct, playout (uniform, tactical,
/// reserve), expand (visits of a leaf before it gets children), choice
/// (visits, mean, filtered), order (random, left), grading, proofs (on,
/// off).
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
pub struct Arguments {
    /// The player whose score is counted
    #[arg(long, value_name = "PLAYER")]
    a: Spec,
    /// The opponent
    #[arg(long, value_name = "PLAYER")]
    b: Spec,
    /// The number of games
    #[arg(long, value_name = "N", default_value = "100")]
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
    /// Only boards of this size, such as 9x12
    #[arg(long, value_name = "RxC")]
    size: Option<Size>,
    /// The forbidden cell: random, none, or ROW,COLUMN
    #[arg(long, value_name = "CELL", default_value = "random")]
    block: Block,
    /// Games at the same time [default: one for each core, or one if a
    /// player goes by the clock]
    #[arg(long, value_name = "T")]
    #[arg(value_parser = count::<usize>, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Write every game into this file when it ends, as a line of JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the file of an interrupted match
    #[arg(long, requires = "out")]
    resume: bool,
}

impl Arguments {
    fn threads(&self) -> NonZeroUsize {
        let by_the_clock = self.a.is_timed() || self.b.is_timed();
        let threads = self.threads.and_then(NonZeroUsize::new);
        threads.unwrap_or_else(|| {
            if by_the_clock { NonZeroUsize::MIN } else { all_cores() }
        })
    }

    fn plan(&self) -> Match {
        let &Arguments { games, sprt, seed, size, block, .. } = self;
        let (a, b) = (self.a.clone(), self.b.clone());
        let schedule = Schedule { seed, size, block };
        Match { a, b, games, schedule, sprt }
    }

    fn archive(&self) -> Result<Archive, ArchiveError> {
        match &self.out {
            None => Ok(Archive::none()),
            Some(path) if self.resume => Archive::resume(path),
            Some(path) => Archive::create(path),
        }
    }

    fn play(&self) -> Result<Score, MatchError> {
        let plan = self.plan();
        let archive = self.archive().map_err(MatchError::Archive)?;
        check(slice::from_ref(&plan), &archive)?;
        run_match(&plan, self.threads(), &archive)
    }
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    match arguments.play() {
        Ok(score) => {
            if let Some(sprt) = arguments.sprt {
                println!("{}", sprt.describe(&score));
            }
            println!("{score}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
