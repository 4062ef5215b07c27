//! The options of a session: what they are set to, what they are at first,
//! and each with its name, the values it can have, and how it is read and
//! changed. Those of the search are the engine's own.

use engine::{
    Board, Cell, Config, Level, MAX_IN_FLIGHT, MAX_SIDE, MIN_NODES, MIN_SIDE,
    Setting, SettingKind,
};

/// The values of the options that are not the search's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    /// The forbidden cell of the next game.
    pub(crate) forbidden: Option<Cell>,
    /// Whether each game has another forbidden cell.
    pub(crate) random_forbidden: bool,
    pub(crate) seed: Option<u64>,
    pub(crate) level: u8,
    /// For a `go` without limits, and for people; in milliseconds.
    pub(crate) move_time: u32,
    pub(crate) keep_tree: bool,
    /// Whether the opening book answers where there is time to think.
    pub(crate) book: bool,
    pub(crate) info: bool,
    /// How many rollouts may be in flight.
    pub(crate) in_flight: u8,
    /// How many of the best moves have a line of their own.
    pub(crate) multi_pv: u8,
}

impl Options {
    pub(crate) const DEFAULT: Options = Options {
        rows: Board::CLASSIC.rows(),
        columns: Board::CLASSIC.columns(),
        forbidden: None,
        random_forbidden: false,
        seed: None,
        level: Level::FULL.number(),
        move_time: 3000,
        keep_tree: true,
        book: true,
        info: true,
        in_flight: 1,
        multi_pv: 1,
    };

    /// The board that a game starts on. A forbidden cell outside it does not
    /// count.
    pub(crate) fn board(&self) -> Board {
        let board = Board::new(self.rows, self.columns);
        debug_assert!(board.is_ok(), "{self:?}");
        let board = board.unwrap_or(Board::CLASSIC);
        let cell = self.forbidden;
        let with_cell = cell.and_then(|cell| board.with_forbidden(cell).ok());
        with_cell.unwrap_or(board)
    }

    pub(crate) fn level(&self) -> Level {
        let level = Level::new(self.level);
        debug_assert!(level.is_some(), "{self:?}");
        level.unwrap_or(Level::FULL)
    }
}

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
        |options, value| options.rows = byte(value),
    )),
    UgiOption::Session(&Setting::new(
        "Columns",
        SIDE,
        |options| options.columns.into(),
        |options, value| options.columns = byte(value),
    )),
    UgiOption::Forbidden,
    UgiOption::Seed,
    UgiOption::Session(&Setting::new(
        "Level",
        LEVEL,
        |options| options.level.into(),
        |options, value| options.level = byte(value),
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
        |options, value| options.in_flight = byte(value),
    )),
    UgiOption::Session(&Setting::new(
        "MultiPV",
        SettingKind::Number { low: 1, high: MAX_SIDE as u32 },
        |options| options.multi_pv.into(),
        |options, value| options.multi_pv = byte(value),
    )),
    UgiOption::Pool,
];

/// A number that fits, since its setting has looked at it.
fn byte(value: u32) -> u8 {
    let byte = u8::try_from(value);
    debug_assert!(byte.is_ok(), "{value}");
    byte.unwrap_or(u8::MAX)
}

/// Every option.
pub(crate) fn all_options() -> impl Iterator<Item = UgiOption> + Clone {
    let search = Config::SETTINGS.iter().map(UgiOption::Search);
    SESSION_OPTIONS.iter().copied().chain(search)
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
            UgiOption::Pool => Some(POOL),
            UgiOption::Forbidden | UgiOption::Seed => None,
        };
        (option.name(), kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_can_be_read() {
        for option in SESSION_OPTIONS {
            let &UgiOption::Session(setting) = option else { continue };
            let (low, high) = match setting.kind() {
                SettingKind::Number { low, high } => (low, high),
                SettingKind::Flag => (0, 1),
                SettingKind::Words(words) => (0, words.len() as u32 - 1),
            };
            for value in [low, high] {
                let mut options = Options::DEFAULT;
                setting.set(&mut options, value).unwrap();
                assert_eq!(setting.get(&options), Some(value), "{setting:?}");
            }
            let default = setting.get(&Options::DEFAULT);
            assert!(default.is_some(), "{setting:?}");
        }
    }
}
