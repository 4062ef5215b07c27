//! What can be chosen about the search.
//!
//! The default is the strongest configuration known. The others are ideas
//! from published programs for this game, each under its own name, so that
//! any of them can be tried and any of those programs expressed.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

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

/// Declares an enumeration whose values have names that can be typed.
macro_rules! named {
    (
        $(#[$doc:meta])* $name:ident
        { $($(#[$value_doc:meta])* $value:ident = $text:literal,)+ }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        #[cfg_attr(
            feature = "serde",
            derive(serde::Serialize, serde::Deserialize)
        )]
        pub enum $name {
            $(
                $(#[$value_doc])*
                #[cfg_attr(feature = "serde", serde(rename = $text))]
                $value,
            )+
        }

        impl $name {
            /// Every value.
            pub const ALL: &[$name] = &[$($name::$value),+];

            /// The names of all values, in the same order.
            pub const NAMES: &[&str] = &[$($text),+];

            /// The name of this value, as it is typed.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$value => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = ParseNameError;

            fn from_str(text: &str) -> Result<$name, ParseNameError> {
                let found = $name::ALL.iter().find(|one| one.name() == text);
                found.copied().ok_or(ParseNameError { names: $name::NAMES })
            }
        }
    };
}

/// A text that is none of the names.
///
/// ```
/// # use pocketfour_engine::Selection;
/// let refused = "x".parse::<Selection>().unwrap_err();
/// assert_eq!(refused.to_string(), "the name must be one of ucb, puct");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParseNameError {
    /// The names there are.
    pub names: &'static [&'static str],
}

impl fmt::Display for ParseNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "the name must be one of ";
        for name in self.names {
            write!(f, "{separator}{name}")?;
            separator = ", ";
        }
        Ok(())
    }
}

impl Error for ParseNameError {}

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

impl Config {
    /// The strongest configuration known.
    pub const DEFAULT: Config = Config {
        selection: Selection::Ucb,
        exploration: 200,
        tactics: Tactics::ALL,
        tactics_everywhere: true,
        rollout: RolloutPolicy::Stacked,
        proofs: true,
        grading: 1,
        order: Order::Random,
        choice: Choice::Visits,
        expand_at: 4,
        rave: 2_000,
    };

    /// What the published programs have in common: uniform rollouts and
    /// plain means, without proofs.
    const PLAIN: Config = Config {
        selection: Selection::Ucb,
        exploration: 1024,
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
        exploration: 1638,
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
        exploration: 2048,
        tactics: Tactics { double: false, ..Tactics::ALL },
        order: Order::Random,
        ..Config::PLAIN
    };

    /// Tactics before and after the search, at the root only; c = 0.55
    /// before the root of 2 ln N.
    pub const RIVAL_003: Config = Config {
        exploration: 796,
        tactics: Tactics { avoid: false, ..Tactics::ALL },
        tactics_everywhere: false,
        choice: Choice::Filtered,
        ..Config::PLAIN
    };

    /// Immediate wins prune their siblings, and results near the root weigh
    /// up to five times as much.
    pub const RIVAL_004: Config = Config {
        exploration: 579,
        tactics: Tactics { win: true, ..Tactics::NONE },
        grading: 5,
        ..Config::PLAIN
    };
}

impl Config {
    /// The strongest configuration and those of the published programs, with
    /// the names that can be typed.
    pub const PROFILES: &[(&str, Config)] = &[
        ("default", Config::DEFAULT),
        ("rival000", Config::RIVAL_000),
        ("rival001", Config::RIVAL_001),
        ("rival002", Config::RIVAL_002),
        ("rival003", Config::RIVAL_003),
        ("rival004", Config::RIVAL_004),
    ];
}

impl Default for Config {
    fn default() -> Config {
        Config::DEFAULT
    }
}
