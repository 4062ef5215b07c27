//! What can be chosen about the search.
//!
//! Each of the choices has a name of its own, so that any of them can be
//! tried, and any published program for this game expressed.

use super::named::named;

/// What can be chosen about the search.
///
/// ```
/// use pocketfour_engine::{Choice, Config};
///
/// let config = Config { choice: Choice::Mean, ..Config::DEFAULT };
/// assert_ne!(config, Config::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Config {
    /// How a playout finds its way down the tree.
    pub selection: Selection,
    /// The exploration constant, times 1024; values beyond 8192 count as
    /// 8192.
    pub exploration: u16,
    /// What is known about a node's moves without searching.
    pub tactics: Tactics,
    /// Whether tactics apply at every node, or at the root only.
    pub tactics_everywhere: bool,
    /// How a game is played out from a leaf.
    pub rollout: RolloutPolicy,
    /// Whether proven results travel up the tree and end the search.
    pub proofs: bool,
    /// 1 for plain results. Otherwise how many times as much the end of the
    /// game counts where it is reached inside the tree, less by one for each
    /// ply on the way up: quick results weigh more.
    pub grading: u8,
    /// The order of a node's children.
    pub order: Order,
    /// How the move is chosen in the end.
    pub choice: Choice,
    /// After how many visits a leaf gets children.
    pub expand_at: u32,
    /// The RAVE equivalence parameter: the visits at which a move's own mean
    /// and its AMAF value weigh the same; 0 turns RAVE off.
    pub rave: u16,
}

named! {
    /// How a playout finds its way down the tree, with `c` for
    /// [`Config::exploration`].
    Selection {
        /// The mean plus `c * sqrt(ln N / n)`.
        Ucb = "ucb",
        /// The mean plus `c * sqrt(N) / (k * (1 + n))`, with an even prior
        /// over `k` children.
        Puct = "puct",
    }
}

/// What is known about a node's moves without searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tactics {
    /// A move that wins at once is the only one to consider.
    pub win: bool,
    /// So is the move that stops the opponent from winning at once; two
    /// such threats cannot be stopped.
    pub block: bool,
    /// No stone is put under a winning cell of the opponent while there is
    /// another move.
    pub avoid: bool,
    /// A move that makes two threats at once wins.
    pub double: bool,
}

impl Tactics {
    /// Everything that is known.
    pub const ALL: Tactics =
        Tactics { win: true, block: true, avoid: true, double: true };

    /// Nothing: all legal moves are equal.
    pub const NONE: Tactics =
        Tactics { win: false, block: false, avoid: false, double: false };
}

named! {
    /// How a rollout chooses its moves.
    RolloutPolicy {
        /// All legal moves are equally likely.
        Uniform = "uniform",
        /// Wins are taken, threats are blocked, no stone goes under a winning
        /// cell of the opponent; a decided game is not played on.
        Tactical = "tactical",
        /// As tactical, and columns that only the opponent must avoid are
        /// kept for last.
        Reserve = "reserve",
        /// As with reserves, and three times out of four a stone is answered
        /// by one on top of it.
        Follow = "follow",
        /// As follow, and who has two winning cells on top of each other,
        /// right above a landing cell, has won: the opponent can stop only
        /// one of them.
        Stacked = "stacked",
    }
}

named! {
    /// The order of a node's children.
    Order {
        /// Shuffled, so that no column is preferred.
        Random = "random",
        /// From the left.
        LeftToRight = "left",
    }
}

named! {
    /// How the move is chosen in the end. Proven results come first in any
    /// case.
    Choice {
        /// The most visits.
        Visits = "visits",
        /// The highest mean.
        Mean = "mean",
        /// The highest mean, after moves that let the opponent win at once,
        /// or make two threats, have been dropped.
        Filtered = "filtered",
    }
}
