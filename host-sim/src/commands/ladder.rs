//! `host-sim ladder`: one player against every library of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::matches::{Tournament, more_help};
use crate::arguments::{TwoBoards, count};
use crate::matches::Match;
use crate::players::{Spec, SpecError};

/// Let a player climb a ladder: every shared library of a folder.
///
/// The libraries (*.so) have the interface of the original judge. They are
/// played one after the other in the order of the numbers in their names,
/// every board with both colours. The last lines are a table of all results.
/// Every game of a library is played in a new process, so that it cannot
/// remember another one.
///
/// With --out every game is kept; whatever ends the program, --resume goes
/// on from there. `match --help` says how players are spelled.
#[derive(Args, Debug)]
#[command(after_long_help = more_help())]
pub struct Arguments {
    /// The folder of the libraries
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The player whose score is counted
    #[arg(long, value_name = "PLAYER", default_value = "engine:chip=m4")]
    a: Spec,
    /// Options for every library, such as clock=cpu,scale=5,ticks=1000
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    #[arg(hide_default_value = true)]
    options: String,
    /// The number of games against each library
    #[arg(long, value_name = "N", default_value = "2")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    games: u64,
    #[command(flatten)]
    tournament: Tournament,
}

/// Why there is no ladder.
#[derive(Debug, thiserror::Error)]
enum LadderError {
    #[error("{0}: {1}")]
    Folder(PathBuf, io::Error),
    #[error("{0}: there is no library (*.so) in this folder")]
    Empty(PathBuf),
    #[error("--options {0}: {1}")]
    Options(String, SpecError),
    #[error(transparent)]
    Boards(#[from] TwoBoards),
}

impl Arguments {
    fn plans(&self) -> Result<Vec<Match>, LadderError> {
        let libraries = libraries(&self.folder)?;
        if libraries.is_empty() {
            return Err(LadderError::Empty(self.folder.clone()));
        }
        let plan = |path: &PathBuf| {
            let library = self.library(path)?;
            Ok(self.tournament.plan(&self.a, &library, self.games)?)
        };
        libraries.iter().map(plan).collect()
    }

    fn library(&self, path: &Path) -> Result<Spec, LadderError> {
        let options = &self.options;
        let path = path.to_string_lossy();
        // What looks like options has to stand behind a colon.
        let is_plain = !path.contains([':', '=', ',']);
        let text = match options.as_str() {
            "" if is_plain => format!("so:{path}"),
            _ => format!("so:{options}:{path}"),
        };
        text.parse().map_err(|why| LadderError::Options(options.clone(), why))
    }
}

/// The libraries of a folder, in the order of the numbers in their names.
fn libraries(folder: &Path) -> Result<Vec<PathBuf>, LadderError> {
    let failed = |error| LadderError::Folder(folder.into(), error);
    let mut libraries = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "so") {
            libraries.push(path);
        }
    }
    libraries.sort_by_cached_key(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        (numbers(&name), name.into_owned())
    });
    Ok(libraries)
}

/// The numbers in a text; one without any comes last.
fn numbers(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u64> = words.filter_map(|it| it.parse().ok()).collect();
    if numbers.is_empty() { vec![u64::MAX] } else { numbers }
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    match arguments.plans() {
        Ok(plans) => {
            Tournament::exit_code(arguments.tournament.play(&plans, true))
        }
        Err(why) => super::exit_code(Err(why), 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_their_numbers() {
        let mut names = ["10", "100-2", "9", "x", "libb2", "100-10", "liba2"];
        names.sort_by_cached_key(|name| (numbers(name), *name));
        let order = ["liba2", "libb2", "9", "10", "100-2", "100-10", "x"];
        assert_eq!(names, order);
    }
}
