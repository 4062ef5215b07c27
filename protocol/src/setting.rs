//! The options of `setoption`: each with its name, the values it can have,
//! and how it is read and changed. Those of the search are the engine's own.

use engine::{
    Config, Level, MAX_IN_FLIGHT, MAX_SIDE, MIN_NODES, MIN_SIDE, Setting,
    SettingKind,
};

use crate::error::{Choices, Error};
use crate::options::{Forbidden, Options};
use crate::words::{Word, digits, nearest, number};

/// One option.
#[derive(Clone, Copy, Debug)]
pub(crate) enum UgiOption {
    /// A number, flag or word of the session's.
    Session(&'static Setting<Options>),
    /// A number, flag or word of the search's.
    Search(&'static Setting<Config>),
    /// The forbidden cell, called `Block` in UGI.
    Forbidden,
    /// Where random numbers start from.
    Seed,
    /// How many nodes the search may use.
    Pool,
}

/// An option with a value that it can have.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Change {
    Session(&'static Setting<Options>, u32),
    Search(&'static Setting<Config>, u32),
    Forbidden(Forbidden),
    Seed(Option<u64>),
    Pool(u32),
}

/// What the option `Pool` can be: nodes.
pub const POOL: SettingKind =
    SettingKind::Number { low: MIN_NODES as u32, high: u32::MAX };

/// What the option `InFlight` can be: rollouts.
pub const IN_FLIGHT: SettingKind =
    SettingKind::Number { low: 1, high: MAX_IN_FLIGHT as u32 };

/// What the option `Level` can be.
pub const LEVEL: SettingKind =
    SettingKind::Number { low: Level::MIN as u32, high: Level::MAX as u32 };

const SIDE: SettingKind =
    SettingKind::Number { low: MIN_SIDE as u32, high: MAX_SIDE as u32 };

/// The options of the session, in the order in which `ugi` lists them.
const SESSION_OPTIONS: &[UgiOption] = &[
    UgiOption::Session(&Setting::new(
        "Rows",
        SIDE,
        |options| options.rows.into(),
        |options, value| options.rows = value as u8,
    )),
    UgiOption::Session(&Setting::new(
        "Columns",
        SIDE,
        |options| options.columns.into(),
        |options, value| options.columns = value as u8,
    )),
    UgiOption::Forbidden,
    UgiOption::Seed,
    UgiOption::Session(&Setting::new(
        "Level",
        LEVEL,
        |options| options.level.into(),
        |options, value| options.level = value as u8,
    )),
    UgiOption::Session(&Setting::new(
        "MoveTime",
        SettingKind::Number { low: 0, high: u32::MAX },
        |options| options.move_time,
        |options, value| options.move_time = value,
    )),
    UgiOption::Session(&Setting::new(
        "KeepTree",
        SettingKind::Flag,
        |options| options.keep_tree.into(),
        |options, value| options.keep_tree = value != 0,
    )),
    UgiOption::Session(&Setting::new(
        "Book",
        SettingKind::Flag,
        |options| options.book.into(),
        |options, value| options.book = value != 0,
    )),
    UgiOption::Session(&Setting::new(
        "Info",
        SettingKind::Flag,
        |options| options.info.into(),
        |options, value| options.info = value != 0,
    )),
    UgiOption::Session(&Setting::new(
        "InFlight",
        IN_FLIGHT,
        |options| options.in_flight.into(),
        |options, value| options.in_flight = value as u8,
    )),
    UgiOption::Session(&Setting::new(
        "MultiPV",
        SettingKind::Number { low: 1, high: MAX_SIDE as u32 },
        |options| options.multi_pv.into(),
        |options, value| options.multi_pv = value as u8,
    )),
    UgiOption::Pool,
];

/// Every option.
pub(crate) fn all_options() -> impl Iterator<Item = UgiOption> + Clone {
    let search = Config::SETTINGS.iter().map(UgiOption::Search);
    SESSION_OPTIONS.iter().copied().chain(search)
}

/// The name of every option of `setoption`, and the values of those that are
/// numbers, flags or words.
///
/// ```
/// use engine::SettingKind;
///
/// let mut options = pocketfour_protocol::options();
/// let level = options.find(|(name, _)| *name == "Level").unwrap();
/// let range = SettingKind::Number { low: 1, high: 10 };
/// assert_eq!(level.1, Some(range));
/// ```
pub fn options() -> impl Iterator<Item = (&'static str, Option<SettingKind>)> {
    all_options().map(|option| {
        let kind = match option {
            UgiOption::Session(setting) => Some(setting.kind()),
            UgiOption::Search(setting) => Some(setting.kind()),
            UgiOption::Forbidden | UgiOption::Seed | UgiOption::Pool => None,
        };
        (option.name(), kind)
    })
}

impl UgiOption {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            UgiOption::Session(setting) => setting.name(),
            UgiOption::Search(setting) => setting.name(),
            UgiOption::Forbidden => "Block",
            UgiOption::Seed => "Seed",
            UgiOption::Pool => "Pool",
        }
    }

    fn parse(self, value: Option<&str>) -> Result<Change, Error> {
        let what = self.name();
        let refused = |choices| Error::choice(what, value, choices);
        match self {
            UgiOption::Session(setting) => {
                parse_kind(setting.kind(), what, value)
                    .map(|number| Change::Session(setting, number))
            }
            UgiOption::Search(setting) => {
                parse_kind(setting.kind(), what, value)
                    .map(|number| Change::Search(setting, number))
            }
            UgiOption::Forbidden => value
                .and_then(|value| value.parse().ok())
                .map(Change::Forbidden)
                .ok_or(refused(Forbidden::CHOICES)),
            UgiOption::Seed => value
                .and_then(parse_seed)
                .map(Change::Seed)
                .ok_or(refused(Choices::Said("random or a number from 0"))),
            UgiOption::Pool => parse_kind(POOL, what, value).map(Change::Pool),
        }
    }
}

impl Change {
    /// Reads the name of an option and its value.
    pub(crate) fn parse(
        name: &str,
        value: Option<&str>,
    ) -> Result<Change, Error> {
        let mut options = all_options();
        match options.find(|known| known.name().eq_ignore_ascii_case(name)) {
            Some(option) => option.parse(value),
            None => Err(Error::UnknownOption {
                word: Word::new(name),
                nearest: nearest_ignoring_case(
                    name,
                    all_options().map(UgiOption::name),
                ),
            }),
        }
    }
}

fn parse_kind(
    kind: SettingKind,
    what: &'static str,
    value: Option<&str>,
) -> Result<u32, Error> {
    let choices = match kind {
        SettingKind::Number { low, high } => {
            let number = number(value, what, low.into(), high.into());
            return number.map(|number| number as u32);
        }
        SettingKind::Flag => Choices::Said("true or false"),
        SettingKind::Words(words) => Choices::Words(words),
    };
    let number = value.and_then(|value| kind.parse(value));
    number.ok_or_else(|| Error::choice(what, value, choices))
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
        _ => digits(text).map(Some),
    }
}
