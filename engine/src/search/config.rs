//! What can be chosen about the search: a choice is a field, its default and
//! its row in the table of settings.
//!
//! Each of the choices has a name of its own, so that any of them can be
//! tried, and any published program for this game expressed.

use super::named::named;
use super::setting::{Setting, SettingKind};

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

/// Makes a row of a table of settings from the name of a field.
macro_rules! field {
    ($name:literal, $low:literal..=$high:expr, $($field:ident).+ as $t:ty) => {
        Setting::new(
            $name,
            SettingKind::Number { low: $low, high: $high },
            |config: &Config| config.$($field).+.into(),
            |config, value| config.$($field).+ = value as $t,
        )
    };
    ($name:literal, flag $($field:ident).+) => {
        Setting::new(
            $name,
            SettingKind::Flag,
            |config: &Config| config.$($field).+.into(),
            |config, value| config.$($field).+ = value != 0,
        )
    };
    ($name:literal, $type:ident $field:ident) => {
        Setting::new(
            $name,
            SettingKind::Words($type::NAMES),
            |config: &Config| config.$field as u32,
            |config, value| {
                debug_assert!((value as usize) < $type::ALL.len());
                if let Some(&chosen) = $type::ALL.get(value as usize) {
                    config.$field = chosen;
                }
            },
        )
    };
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

    /// Everything that can be set about the search.
    pub const SETTINGS: &[Setting<Config>] = &[
        Config::PROFILE,
        field!("Selection", Selection selection),
        field!("Exploration", 0..=8192, exploration as u16),
        field!("TacticsWin", flag tactics.win),
        field!("TacticsBlock", flag tactics.block),
        field!("TacticsAvoid", flag tactics.avoid),
        field!("TacticsDouble", flag tactics.double),
        field!("TacticsEverywhere", flag tactics_everywhere),
        field!("Rollout", RolloutPolicy rollout),
        field!("Proofs", flag proofs),
        field!("Grading", 1..=100, grading as u8),
        field!("Order", Order order),
        field!("Choice", Choice choice),
        field!("ExpandAt", 0..=1_000_000, expand_at as u32),
        field!("Rave", 0..=65_535, rave as u16),
    ];

    /// The setting with this name, in any case.
    ///
    /// ```
    /// use pocketfour_engine::Config;
    ///
    /// assert_eq!(Config::setting("expandat").unwrap().name(), "ExpandAt");
    /// assert!(Config::setting("Speed").is_none());
    /// ```
    #[must_use]
    pub fn setting(name: &str) -> Option<&'static Setting<Config>> {
        let mut settings = Config::SETTINGS.iter();
        settings.find(|setting| setting.name().eq_ignore_ascii_case(name))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::DEFAULT
    }
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
        /// As tactical, and columns whose second cell wins for the mover are
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_can_be_read_and_nothing_else_can_be_set() {
        for setting in Config::SETTINGS {
            let (low, high) = setting.kind().range();
            for value in [low, high] {
                let mut config = Config::DEFAULT;
                setting.set(&mut config, value).unwrap();
                assert_eq!(setting.get(&config), Some(value), "{setting:?}");
            }
            for value in low.checked_sub(1).into_iter().chain([high + 1]) {
                let mut config = Config::DEFAULT;
                assert!(setting.set(&mut config, value).is_err());
                assert_eq!(config, Config::DEFAULT, "{setting:?}");
            }
        }
    }
}
