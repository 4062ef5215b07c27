//! A move, with what the player knows about it.

use std::time::Duration;

use engine::{Column, Score};

/// A move, with what the player knows about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub column: Column,
    /// The playouts that were made for it.
    pub playouts: Option<u64>,
    /// What the player expects for himself, from -1000 (lost) to 1000 (won).
    pub score: Option<i16>,
    /// The time it took by the player's own clock, where that is known.
    pub spent: Option<Duration>,
}

impl PlayedMove {
    /// The move after this many playouts.
    #[must_use]
    pub fn after(self, playouts: u64) -> PlayedMove {
        PlayedMove { playouts: Some(playouts), ..self }
    }

    /// The move of a player of whose games this is the mean.
    #[must_use]
    pub fn with_mean(self, mean: Score) -> PlayedMove {
        PlayedMove { score: Some(mean.permille() as i16), ..self }
    }

    /// The move of a player who expects this, from -1 (lost) to 1 (won).
    #[must_use]
    pub fn expecting(self, mean: f64) -> PlayedMove {
        let permille = (1000.0 * mean.clamp(-1.0, 1.0)).round();
        PlayedMove { score: Some(permille as i16), ..self }
    }
}

impl From<Column> for PlayedMove {
    fn from(column: Column) -> PlayedMove {
        PlayedMove { column, playouts: None, score: None, spent: None }
    }
}
