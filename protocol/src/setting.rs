//! The options of `setoption`: their names, and the values they can have.

use core::fmt;

use engine::{
    Choice, Config, MAX_SIDE, MIN_SIDE, Order, RolloutPolicy, Selection,
};

use crate::error::{Choices, Error};
use crate::options::{Block, Options, parse_flag};
use crate::words::{Word, nearest, number};

/// The name of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    Rows,
    Columns,
    Block,
    Seed,
    Level,
    MoveTime,
    KeepTree,
    Info,
    Profile,
    Selection,
    Exploration,
    TacticsWin,
    TacticsBlock,
    TacticsAvoid,
    TacticsDouble,
    TacticsEverywhere,
    Rollout,
    Proofs,
    Grading,
    Order,
    Choice,
    ExpandAt,
    Rave,
}

/// What an option's value can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Number { low: u32, high: u32 },
    Flag,
    Words(&'static [&'static str]),
    Text(Choices),
}

const SIDE: Kind = Kind::Number { low: MIN_SIDE as u32, high: MAX_SIDE as u32 };

const PROFILES: [Config; 6] = [
    Config::DEFAULT,
    Config::RIVAL_000,
    Config::RIVAL_001,
    Config::RIVAL_002,
    Config::RIVAL_003,
    Config::RIVAL_004,
];

/// Every option, in the order in which `ugi` lists them.
pub(crate) const TABLE: [(Name, &str, Kind); 23] = [
    (Name::Rows, "Rows", SIDE),
    (Name::Columns, "Columns", SIDE),
    (Name::Block, "Block", Kind::Text(Block::CHOICES)),
    (
        Name::Seed,
        "Seed",
        Kind::Text(Choices::Said("random or a number from 0")),
    ),
    (Name::Level, "Level", Kind::Number { low: 1, high: 10 }),
    (Name::MoveTime, "MoveTime", Kind::Number { low: 0, high: u32::MAX }),
    (Name::KeepTree, "KeepTree", Kind::Flag),
    (Name::Info, "Info", Kind::Flag),
    (
        Name::Profile,
        "Profile",
        Kind::Words(&[
            "default", "rival000", "rival001", "rival002", "rival003",
            "rival004",
        ]),
    ),
    (Name::Selection, "Selection", Kind::Words(&["ucb", "puct"])),
    (Name::Exploration, "Exploration", Kind::Number { low: 0, high: 8192 }),
    (Name::TacticsWin, "TacticsWin", Kind::Flag),
    (Name::TacticsBlock, "TacticsBlock", Kind::Flag),
    (Name::TacticsAvoid, "TacticsAvoid", Kind::Flag),
    (Name::TacticsDouble, "TacticsDouble", Kind::Flag),
    (Name::TacticsEverywhere, "TacticsEverywhere", Kind::Flag),
    (
        Name::Rollout,
        "Rollout",
        Kind::Words(&["uniform", "tactical", "reserve", "follow"]),
    ),
    (Name::Proofs, "Proofs", Kind::Flag),
    (Name::Grading, "Grading", Kind::Number { low: 1, high: 100 }),
    (Name::Order, "Order", Kind::Words(&["random", "left"])),
    (Name::Choice, "Choice", Kind::Words(&["visits", "mean", "filtered"])),
    (Name::ExpandAt, "ExpandAt", Kind::Number { low: 0, high: 1_000_000 }),
    (Name::Rave, "Rave", Kind::Number { low: 0, high: 65_535 }),
];

/// An option with a value that it can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    Block(Block),
    Seed(Option<u64>),
    /// A number, a flag as 0 or 1, or the place of a word in its list.
    Value(Name, u32),
}

impl Setting {
    /// Reads the name of an option and its value.
    pub(crate) fn parse(
        name: &str,
        value: Option<&str>,
    ) -> Result<Setting, Error> {
        let row = TABLE.iter().find(|row| row.1.eq_ignore_ascii_case(name));
        let Some(&(name, what, kind)) = row else {
            let known = TABLE.iter().map(|row| row.1);
            let nearest = nearest_ignoring_case(name, known);
            return Err(Error::UnknownOption {
                word: Word::new(name),
                nearest,
            });
        };
        let refused = |choices| Error::Choice {
            what,
            found: value.map(Word::new),
            choices,
        };
        match kind {
            Kind::Number { low, high } => {
                let number = number(value, what, low.into(), high.into())?;
                Ok(Setting::Value(name, number as u32))
            }
            Kind::Flag => value
                .and_then(parse_flag)
                .map(|flag| Setting::Value(name, flag.into()))
                .ok_or(refused(Choices::Said("true or false"))),
            Kind::Words(words) => value
                .and_then(|value| words.iter().position(|w| *w == value))
                .map(|place| Setting::Value(name, place as u32))
                .ok_or(refused(Choices::Words(words))),
            Kind::Text(choices) => value
                .and_then(|value| match name {
                    Name::Block => Block::parse(value).map(Setting::Block),
                    _ => parse_seed(value).map(Setting::Seed),
                })
                .ok_or(refused(choices)),
        }
    }
}

fn nearest_ignoring_case(
    name: &str,
    known: impl Iterator<Item = &'static str> + Clone,
) -> Option<&'static str> {
    let is_start = |candidate: &&str| {
        candidate
            .get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
    };
    known.clone().find(is_start).or_else(|| nearest(name, known))
}

fn parse_seed(text: &str) -> Option<Option<u64>> {
    match text {
        "random" => Some(None),
        _ => text.parse().ok().map(Some),
    }
}

/// A setting of the search, as [`Setting::Value`] has it.
pub(crate) fn search_value(config: &Config, name: Name) -> u32 {
    let exploration = match config.selection {
        Selection::Ucb(c) | Selection::Puct(c) => c,
    };
    match name {
        Name::Profile => {
            let same = PROFILES.iter().position(|profile| profile == config);
            same.unwrap_or(0) as u32
        }
        Name::Selection => match config.selection {
            Selection::Ucb(_) => 0,
            Selection::Puct(_) => 1,
        },
        Name::Exploration => exploration.into(),
        Name::TacticsWin => config.tactics.win.into(),
        Name::TacticsBlock => config.tactics.block.into(),
        Name::TacticsAvoid => config.tactics.avoid.into(),
        Name::TacticsDouble => config.tactics.double.into(),
        Name::TacticsEverywhere => config.tactics_everywhere.into(),
        Name::Rollout => match config.rollout {
            RolloutPolicy::Uniform => 0,
            RolloutPolicy::Tactical => 1,
            RolloutPolicy::Reserve => 2,
            RolloutPolicy::Follow => 3,
        },
        Name::Proofs => config.proofs.into(),
        Name::Grading => config.grading.into(),
        Name::Order => match config.order {
            Order::Random => 0,
            Order::LeftToRight => 1,
        },
        Name::Choice => match config.choice {
            Choice::Visits => 0,
            Choice::Mean => 1,
            Choice::Filtered => 2,
        },
        Name::ExpandAt => config.expand_at,
        Name::Rave => config.rave.into(),
        _ => 0,
    }
}

/// Changes a setting of the search.
pub(crate) fn set_search_value(config: &mut Config, name: Name, value: u32) {
    let flag = value != 0;
    match name {
        Name::Profile => {
            let profile = PROFILES.get(value as usize);
            *config = profile.copied().unwrap_or(Config::DEFAULT);
        }
        Name::Selection => {
            let c = search_value(config, Name::Exploration) as u16;
            config.selection =
                if flag { Selection::Puct(c) } else { Selection::Ucb(c) };
        }
        Name::Exploration => match &mut config.selection {
            Selection::Ucb(c) | Selection::Puct(c) => *c = value as u16,
        },
        Name::TacticsWin => config.tactics.win = flag,
        Name::TacticsBlock => config.tactics.block = flag,
        Name::TacticsAvoid => config.tactics.avoid = flag,
        Name::TacticsDouble => config.tactics.double = flag,
        Name::TacticsEverywhere => config.tactics_everywhere = flag,
        Name::Rollout => {
            config.rollout = match value {
                0 => RolloutPolicy::Uniform,
                1 => RolloutPolicy::Tactical,
                2 => RolloutPolicy::Reserve,
                _ => RolloutPolicy::Follow,
            }
        }
        Name::Proofs => config.proofs = flag,
        Name::Grading => config.grading = value as u8,
        Name::Order => {
            config.order = if flag { Order::LeftToRight } else { Order::Random }
        }
        Name::Choice => {
            config.choice = match value {
                0 => Choice::Visits,
                1 => Choice::Mean,
                _ => Choice::Filtered,
            }
        }
        Name::ExpandAt => config.expand_at = value,
        Name::Rave => config.rave = value as u16,
        _ => (),
    }
}

/// An option as `ugi` lists it, with its default.
pub(crate) struct Listed(
    pub(crate) Name,
    pub(crate) &'static str,
    pub(crate) Kind,
);

impl Listed {
    fn default(&self) -> u32 {
        let options = Options::DEFAULT;
        match self.0 {
            Name::Rows => options.rows.into(),
            Name::Columns => options.columns.into(),
            Name::Level => options.level.into(),
            Name::MoveTime => options.move_time,
            Name::KeepTree => options.keep_tree.into(),
            Name::Info => options.info.into(),
            name => search_value(&Config::DEFAULT, name),
        }
    }
}

impl fmt::Display for Listed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let default = self.default();
        write!(f, "option name {} type ", self.1)?;
        match self.2 {
            Kind::Number { low, high } => {
                write!(f, "spin default {default} min {low} max {high}")
            }
            Kind::Flag => write!(f, "check default {}", default != 0),
            Kind::Words(words) => {
                let word = words.get(default as usize).unwrap_or(&"");
                write!(f, "combo default {word}")?;
                words.iter().try_for_each(|word| write!(f, " var {word}"))
            }
            Kind::Text(_) => {
                let word = if self.0 == Name::Seed { "random" } else { "none" };
                write!(f, "string default {word}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_can_be_read() {
        for (name, _, kind) in TABLE {
            let values = match kind {
                Kind::Number { low, high } => [low, high],
                Kind::Flag => [0, 1],
                Kind::Words(words) => [0, words.len() as u32 - 1],
                Kind::Text(_) => continue,
            };
            let own = [
                Name::Rows,
                Name::Columns,
                Name::Level,
                Name::MoveTime,
                Name::KeepTree,
                Name::Info,
            ];
            for value in values {
                let mut config = Config::DEFAULT;
                set_search_value(&mut config, name, value);
                let expected = if own.contains(&name) { 0 } else { value };
                assert_eq!(search_value(&config, name), expected, "{name:?}");
            }
        }
    }
}
