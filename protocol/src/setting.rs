//! The options of a session and of `setoption`: one row each, with its name,
//! the values it can have, and how it is read and changed. The rows of the
//! search are the engine's own.

use engine::{
    Board, Cell, Config, Level, MAX_SIDE, MIN_NODES, MIN_SIDE, Setting,
    SettingKind,
};

use crate::error::{Choices, Error};
use crate::session::Block;
use crate::words::{Word, digits, nearest, number};

/// The settings that are not the search's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    /// The forbidden cell of the next game.
    pub(crate) forbidden: Option<Cell>,
    /// Whether each game has another forbidden cell.
    pub(crate) random_block: bool,
    pub(crate) seed: Option<u64>,
    pub(crate) level: u8,
    /// For a `go` without limits, and for people; in milliseconds.
    pub(crate) move_time: u32,
    pub(crate) keep_tree: bool,
    pub(crate) info: bool,
}

impl Options {
    pub(crate) const DEFAULT: Options = Options {
        rows: Board::CLASSIC.rows(),
        columns: Board::CLASSIC.columns(),
        forbidden: None,
        random_block: false,
        seed: None,
        level: Level::FULL.number(),
        move_time: 3000,
        keep_tree: true,
        info: true,
    };
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row {
    /// A number, flag or word of the session's.
    Session(&'static Setting<Options>),
    /// A number, flag or word of the search's.
    Search(&'static Setting<Config>),
    /// The forbidden cell.
    Block,
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
    Block(Block),
    Seed(Option<u64>),
    Pool(u32),
}

const SIDE: SettingKind =
    SettingKind::Number { low: MIN_SIDE as u32, high: MAX_SIDE as u32 };

/// The rows of the session, in the order in which `ugi` lists them.
const ROWS: &[Row] = &[
    Row::Session(&Setting {
        name: "Rows",
        kind: SIDE,
        get: |options| options.rows.into(),
        set: |options, value| options.rows = value as u8,
    }),
    Row::Session(&Setting {
        name: "Columns",
        kind: SIDE,
        get: |options| options.columns.into(),
        set: |options, value| options.columns = value as u8,
    }),
    Row::Block,
    Row::Seed,
    Row::Session(&Setting {
        name: "Level",
        kind: SettingKind::Number { low: 1, high: 10 },
        get: |options| options.level.into(),
        set: |options, value| options.level = value as u8,
    }),
    Row::Session(&Setting {
        name: "MoveTime",
        kind: SettingKind::Number { low: 0, high: u32::MAX },
        get: |options| options.move_time,
        set: |options, value| options.move_time = value,
    }),
    Row::Session(&Setting {
        name: "KeepTree",
        kind: SettingKind::Flag,
        get: |options| options.keep_tree.into(),
        set: |options, value| options.keep_tree = value != 0,
    }),
    Row::Session(&Setting {
        name: "Info",
        kind: SettingKind::Flag,
        get: |options| options.info.into(),
        set: |options, value| options.info = value != 0,
    }),
    Row::Pool,
];

/// Every option.
pub(crate) fn rows() -> impl Iterator<Item = Row> + Clone {
    let search = Config::SETTINGS.iter().map(Row::Search);
    ROWS.iter().copied().chain(search)
}

impl Row {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Row::Session(setting) => setting.name,
            Row::Search(setting) => setting.name,
            Row::Block => "Block",
            Row::Seed => "Seed",
            Row::Pool => "Pool",
        }
    }

    fn parse(self, value: Option<&str>) -> Result<Change, Error> {
        let what = self.name();
        let refused = |choices| Error::choice(what, value, choices);
        match self {
            Row::Session(setting) => parse_kind(setting.kind, what, value)
                .map(|number| Change::Session(setting, number)),
            Row::Search(setting) => parse_kind(setting.kind, what, value)
                .map(|number| Change::Search(setting, number)),
            Row::Block => value
                .and_then(|value| value.parse().ok())
                .map(Change::Block)
                .ok_or(refused(Block::CHOICES)),
            Row::Seed => value
                .and_then(parse_seed)
                .map(Change::Seed)
                .ok_or(refused(Choices::Said("random or a number from 0"))),
            Row::Pool => number(value, what, MIN_NODES as u64, u32::MAX.into())
                .map(|nodes| Change::Pool(nodes as u32)),
        }
    }
}

impl Change {
    /// Reads the name of an option and its value.
    pub(crate) fn parse(
        name: &str,
        value: Option<&str>,
    ) -> Result<Change, Error> {
        let row = rows().find(|row| row.name().eq_ignore_ascii_case(name));
        match row {
            Some(row) => row.parse(value),
            None => Err(Error::UnknownOption {
                word: Word::new(name),
                nearest: nearest_ignoring_case(name, rows().map(Row::name)),
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
