//! `host-sim score`: the games of several files as one result.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, value_parser};

use super::exit_code;
use super::matches::{EXIT_CODES, NO_RESULT, write_page};
use crate::archive::ArchiveError;
use crate::matches::{
    Builds, CrossTable, JoinError, MOST_FORFEITS, Sprt, join,
};
use crate::output::{print, remark, say};

/// Join the games of several files into one result.
///
/// The files are those that --out of `match`, `ladder` and `tune --option`
/// writes, such as the parts of a match that several computers have played
/// with --shard. The result is the one that a single process would have
/// printed, whatever the order of the files.
///
/// A game that is there twice is refused, and so are games of different
/// builds of this program, of players that have changed, or of matches with
/// other boards or openings. Games that were to be played and are not there are
/// told.
#[derive(Args, Debug)]
#[command(after_long_help = EXIT_CODES)]
pub struct Arguments {
    /// The files with the games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Test the difference in strength as `match --sprt` does:
    /// elo0=…,elo1=…[,alpha=0.05,beta=0.05]
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// How many games, in percent, may be forfeits
    #[arg(long, value_name = "PERCENT", default_value_t = MOST_FORFEITS)]
    #[arg(value_parser = value_parser!(u8).range(0..=100))]
    forfeits: u8,
    /// Take games of different builds, of players that have changed, and on
    /// other boards
    #[arg(long)]
    mixed: bool,
    /// Write a page about the games into this folder, with plots
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
enum ScoreError {
    #[error(transparent)]
    Join(#[from] JoinError),
    #[error(
        "--sprt tests the games of two players, and here are {0} pairings: \
         leave it out, or name fewer files"
    )]
    Sprt(usize),
    #[error(transparent)]
    Page(ArchiveError),
}

impl Arguments {
    /// Prints the result, and says whether it is one.
    fn score(&self) -> Result<bool, ScoreError> {
        let builds = if self.mixed { Builds::Any } else { Builds::Same };
        let games = join(&self.files, builds)?;
        let pairings = games.pairings(self.sprt);
        if self.sprt.is_some() && pairings.len() > 1 {
            return Err(ScoreError::Sprt(pairings.len()));
        }
        let mut table = CrossTable::new(self.forfeits);
        let mut have_results = true;
        for pairing in &pairings {
            let standing = pairing.standing;
            let (a, b) = (&pairing.a, &pairing.b);
            if pairing.missing > 0 {
                remark!(
                    "note: {a} against {b}: games missing {}: {}{}",
                    match pairing.planned {
                        None => "before the last one".to_owned(),
                        Some(games) => format!("of {games}"),
                    },
                    pairing.missing,
                    match self.sprt {
                        None => "",
                        Some(_) => "; the test ends before the first of them",
                    }
                );
            }
            let is_result = !standing.is_void(self.forfeits);
            have_results &= is_result;
            if let Some(sprt) = self.sprt.filter(|_| is_result) {
                say!("{}", sprt.describe(&pairing.tested));
            }
            table.add(a, b, standing);
            let verdict = standing.verdict(self.forfeits);
            match pairings.len() {
                1 => say!("{verdict}"),
                _ => say!("{a} against {b}: {verdict}"),
            }
        }
        if pairings.len() > 1 {
            print(format_args!("\n{table}"));
        }
        if let Some(folder) = &self.report {
            write_page(folder, &table, games.records())
                .map_err(ScoreError::Page)?;
        }
        Ok(have_results)
    }
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    match arguments.score() {
        Ok(false) => ExitCode::from(NO_RESULT),
        other => exit_code(other.map(|_| ()), 2),
    }
}
