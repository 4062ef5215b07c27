//! The iterations of a climb in a file, one on each line.

use serde::{Deserialize, Serialize};

use super::ParameterError;
use crate::SetupError;
use crate::archive::{Archive, ArchiveError, Entry};
use crate::matches::{Builds, other_build};

/// A pair of games between the two sides, as a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 0, among all pairs of the climb.
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
    /// The values between those of both players, for people.
    pub values: Vec<String>,
    /// The program that played it: version and digest of its sources. Files
    /// from before this was written do not say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
}

impl Iteration {
    /// Whether it is this one, which has not been played.
    pub(super) fn belongs_with(&self, open: &Iteration) -> bool {
        let (half_points, build) = (open.half_points, open.build.clone());
        Iteration { half_points, build, ..self.clone() } == *open
    }

    /// The build that played it and this one, if they differ and that matters.
    pub(super) fn other_build(
        &self,
        builds: Builds,
    ) -> Option<(String, String)> {
        match builds {
            Builds::Any => None,
            Builds::Same => other_build(self.build.as_deref()),
        }
    }

    /// What the first player got beyond half of the points, in half points.
    pub(super) fn gain(&self) -> i32 {
        self.half_points.map(i32::from).iter().sum::<i32>() - 2
    }
}

/// A file of iterations.
pub type Journal = Archive<Iteration>;

impl Entry for Iteration {
    const NAME: &'static str = "an iteration";
    const WHOLE: &'static str = "these options";
}

/// Why a climb cannot go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TuningError {
    /// The iterations cannot be kept.
    #[error(transparent)]
    Journal(#[from] ArchiveError),
    /// The base is not the engine.
    #[error(transparent)]
    Player(#[from] ParameterError),
    /// The forbidden cell is not on the board.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A game was not played to its end.
    #[error("a game was forfeited: {0}")]
    Forfeit(String),
}
