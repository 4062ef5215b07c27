//! Games that are lost without being played to their end.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a player loses a game that is not played to its end.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Forfeit {
    /// The program ended, or never began.
    Crash,
    /// No answer came, or none that means anything.
    Hang,
    /// The answer is not a move, or not a legal one.
    Illegal,
    /// The move came too late.
    Time,
}

impl Forfeit {
    /// All kinds.
    pub const ALL: [Forfeit; 4] =
        [Forfeit::Crash, Forfeit::Hang, Forfeit::Illegal, Forfeit::Time];
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Forfeit::Crash => "crash",
            Forfeit::Hang => "hang",
            Forfeit::Illegal => "illegal",
            Forfeit::Time => "time",
        })
    }
}

/// Why a player has no move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFailure {
    /// How the game is lost.
    pub forfeit: Forfeit,
    /// One line for people.
    pub why: String,
}

impl PlayerFailure {
    pub(crate) fn crash(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure { forfeit: Forfeit::Crash, why: why.into() }
    }

    pub(crate) fn hang(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure { forfeit: Forfeit::Hang, why: why.into() }
    }

    pub(crate) fn illegal(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure { forfeit: Forfeit::Illegal, why: why.into() }
    }

    pub(crate) fn time(why: impl Into<String>) -> PlayerFailure {
        PlayerFailure { forfeit: Forfeit::Time, why: why.into() }
    }

    /// A player of this program had nothing to play.
    pub(crate) fn no_move() -> PlayerFailure {
        PlayerFailure::illegal("found no move")
    }
}
