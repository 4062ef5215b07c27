//! What can be chosen about the search.
//!
//! The default is the strongest configuration known. The others are ideas
//! from published programs for this game, each under its own name, so that
//! any of them can be tried and any of those programs expressed.

/// What can be chosen about the search.
///
/// ```
/// use engine::{Choice, Config};
///
/// let config = Config { choice: Choice::Mean, ..Config::DEFAULT };
/// assert_ne!(config, Config::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Config {
    /// How a playout finds its way down the tree.
    pub selection: Selection,
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
    /// The visits at which a move's own results count as much as what all
    /// playouts tell about its cell; 0 to disregard the latter.
    pub rave: u16,
}

/// How a playout finds its way down the tree. The constant is the weight of
/// exploration, times 1024; values beyond 8192 count as 8192.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Selection {
    /// The mean plus `c * sqrt(ln N / n)`.
    Ucb(u16),
    /// The mean plus `c * sqrt(N) / (k * (1 + n))`, with an even prior over
    /// `k` children.
    Puct(u16),
}

/// What is known about a node's moves without searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
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

/// How a game is played out from a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RolloutPolicy {
    /// Every legal move has the same chance.
    Uniform,
    /// Wins are taken, threats are blocked, no stone goes under a winning
    /// cell of the opponent; a decided game is not played on.
    Tactical,
    /// As tactical, and columns that only the opponent must avoid are kept
    /// for last.
    Reserve,
    /// As with reserves, and three times out of four a stone is answered by
    /// one on top of it.
    Follow,
}

/// The order of a node's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Order {
    /// Shuffled, so that no column is preferred.
    Random,
    /// From the left.
    LeftToRight,
}

/// How the move is chosen in the end. Proven results come first in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Choice {
    /// The most visits.
    Visits,
    /// The highest mean.
    Mean,
    /// The highest mean, after moves that let the opponent win at once, or
    /// make two threats, have been dropped.
    Filtered,
}

impl Config {
    /// The strongest configuration known.
    pub const DEFAULT: Config = Config {
        selection: Selection::Ucb(200),
        tactics: Tactics::ALL,
        tactics_everywhere: true,
        rollout: RolloutPolicy::Follow,
        proofs: true,
        grading: 1,
        order: Order::Random,
        choice: Choice::Visits,
        expand_at: 4,
        rave: 2_000,
    };

    /// All zeros, for an engine that lies in memory that starts as zeros.
    pub(crate) const ZERO: Config = Config {
        selection: Selection::Ucb(0),
        tactics: Tactics::NONE,
        tactics_everywhere: false,
        rollout: RolloutPolicy::Uniform,
        proofs: false,
        grading: 0,
        order: Order::Random,
        choice: Choice::Visits,
        expand_at: 0,
        rave: 0,
    };

    /// What the published programs have in common: uniform playouts and
    /// plain means, without proofs.
    const PLAIN: Config = Config {
        selection: Selection::Ucb(1024),
        tactics: Tactics::NONE,
        tactics_everywhere: true,
        rollout: RolloutPolicy::Uniform,
        proofs: false,
        grading: 1,
        order: Order::LeftToRight,
        choice: Choice::Mean,
        expand_at: 1,
        rave: 0,
    };

    /// Threats settled on expansion, shuffled children, c = 0.8 on a scale
    /// from 0 to 1, which is 1.6 on ours.
    pub const RIVAL_000: Config = Config {
        selection: Selection::Ucb(1638),
        tactics: Tactics { double: false, ..Tactics::ALL },
        order: Order::Random,
        choice: Choice::Visits,
        ..Config::PLAIN
    };

    /// An immediate win at the root, otherwise the textbook's search.
    pub const RIVAL_001: Config = Config {
        tactics: Tactics { win: true, ..Tactics::NONE },
        tactics_everywhere: false,
        ..Config::PLAIN
    };

    /// Must-win, must-block and must-avoid on expansion. Its constant stands
    /// before the root of 2 ln N and on a scale from 0 to 1.
    pub const RIVAL_002: Config = Config {
        selection: Selection::Ucb(2048),
        tactics: Tactics { double: false, ..Tactics::ALL },
        order: Order::Random,
        ..Config::PLAIN
    };

    /// Tactics before and after the search, at the root only; c = 0.55
    /// before the root of 2 ln N.
    pub const RIVAL_003: Config = Config {
        selection: Selection::Ucb(796),
        tactics: Tactics { avoid: false, ..Tactics::ALL },
        tactics_everywhere: false,
        choice: Choice::Filtered,
        ..Config::PLAIN
    };

    /// Immediate wins prune their siblings, and results near the root weigh
    /// up to five times as much.
    pub const RIVAL_004: Config = Config {
        selection: Selection::Ucb(579),
        tactics: Tactics { win: true, ..Tactics::NONE },
        grading: 5,
        ..Config::PLAIN
    };
}

impl Default for Config {
    fn default() -> Config {
        Config::DEFAULT
    }
}
