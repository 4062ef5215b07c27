//! The iterations of a climb in a file, one on each line.

use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::ParameterError;
use crate::SetupError;

/// A pair of games between the two sides, as a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0.
    pub iteration: u64,
    /// The seed of all iterations.
    pub seed: u64,
    /// The board, such as `9x12#5,6`.
    pub board: String,
    /// One player, as the command line spells it.
    pub plus: String,
    /// The other.
    pub minus: String,
    /// What the first got in each game, in half points.
    pub half_points: [u8; 2],
    /// The values after it, for people.
    pub values: Vec<String>,
}

/// A file of iterations.
#[derive(Debug)]
pub struct Journal {
    iterations: Vec<Iteration>,
    path: PathBuf,
    file: File,
}

impl Journal {
    /// A new file, or one to go on with; a last line that is incomplete is
    /// dropped.
    ///
    /// # Errors
    ///
    /// Where it cannot be written or is something else.
    pub fn open(path: &Path, resume: bool) -> Result<Journal, TuningError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => TuningError::Exists(path.into()),
            _ => TuningError::File(path.into(), error),
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(resume).create_new(!resume);
        let mut file = options.open(path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = end.map_or(0, |end| end + 1);
        let mut iterations = Vec::new();
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        for (line, number) in lines.zip(1..) {
            let wrong = |_| TuningError::Line(path.into(), number);
            iterations.push(serde_json::from_slice(line).map_err(wrong)?);
        }
        // A file without any line may be anything.
        if whole < bytes.len() {
            if whole == 0 && bytes[0] != b'{' {
                return Err(TuningError::Line(path.into(), 1));
            }
            file.set_len(whole as u64).map_err(failed)?;
        }
        Ok(Journal { iterations, path: path.into(), file })
    }

    /// What was there at the start.
    #[must_use]
    pub fn iterations(&self) -> &[Iteration] {
        &self.iterations
    }

    /// Writes an iteration, with one call.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn add(&mut self, iteration: &Iteration) -> Result<(), TuningError> {
        let line = serde_json::to_string(iteration).map_err(io::Error::from);
        line.and_then(|line| self.file.write_all((line + "\n").as_bytes()))
            .map_err(|error| TuningError::File(self.path.clone(), error))
    }

    /// This line is of another climb.
    pub(super) fn foreign(&self, line: usize) -> TuningError {
        TuningError::Foreign(self.path.clone(), line)
    }
}

/// Why a climb cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum TuningError {
    /// The file is there already.
    Exists(PathBuf),
    /// It cannot be read or written.
    File(PathBuf, io::Error),
    /// This line is not an iteration.
    Line(PathBuf, usize),
    /// This line is an iteration of something else.
    Foreign(PathBuf, usize),
    /// The base is not the engine.
    Player(ParameterError),
    /// The forbidden cell is not on the board.
    Setup(SetupError),
}

impl fmt::Display for TuningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self {
            TuningError::Player(error) => return error.fmt(f),
            TuningError::Setup(error) => return error.fmt(f),
            TuningError::Exists(path)
            | TuningError::File(path, _)
            | TuningError::Line(path, _)
            | TuningError::Foreign(path, _) => path.display(),
        };
        match self {
            TuningError::File(_, error) => write!(f, "{path}: {error}"),
            TuningError::Line(_, line) => {
                write!(f, "{path}, line {line}: this is not an iteration")
            }
            TuningError::Foreign(_, line) => write!(
                f,
                "{path}, line {line}: this does not belong to these options"
            ),
            _ => write!(f, "{path} is there already: --resume goes on with it"),
        }
    }
}

impl From<ParameterError> for TuningError {
    fn from(error: ParameterError) -> TuningError {
        TuningError::Player(error)
    }
}

impl From<SetupError> for TuningError {
    fn from(error: SetupError) -> TuningError {
        TuningError::Setup(error)
    }
}

impl Error for TuningError {}
