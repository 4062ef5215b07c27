//! The iterations of a climb in a file, one on each line.

use std::error::Error;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::ParameterError;
use crate::SetupError;
use crate::archive::{Archive, ArchiveError, Entry};

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
pub type Journal = Archive<Iteration>;

impl Entry for Iteration {
    const NAME: &'static str = "an iteration";
    const WHOLE: &'static str = "these options";
}

/// Why a climb cannot go on.
#[derive(Debug)]
#[non_exhaustive]
pub enum TuningError {
    /// The iterations cannot be kept.
    Journal(ArchiveError),
    /// The base is not the engine.
    Player(ParameterError),
    /// The forbidden cell is not on the board.
    Setup(SetupError),
}

impl fmt::Display for TuningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TuningError::Journal(error) => error.fmt(f),
            TuningError::Player(error) => error.fmt(f),
            TuningError::Setup(error) => error.fmt(f),
        }
    }
}

impl From<ArchiveError> for TuningError {
    fn from(error: ArchiveError) -> TuningError {
        TuningError::Journal(error)
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
