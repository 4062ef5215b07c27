//! What the options of a session are set to.

use core::str::FromStr;

use engine::{Board, Cell, Level, ParseCellError};

use crate::error::Choices;

/// The settings that are not the search's own.
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

/// The forbidden cell of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forbidden {
    None,
    Random,
    At(Cell),
}

impl Forbidden {
    pub(crate) const CHOICES: Choices =
        Choices::Said("none, random or ROW,COLUMN such as 3,4");
}

impl FromStr for Forbidden {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Forbidden, ParseCellError> {
        match text {
            "none" => Ok(Forbidden::None),
            "random" => Ok(Forbidden::Random),
            _ => text.parse().map(Forbidden::At),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_cells_are_counted_from_one() {
        assert_eq!("3,4".parse(), Ok(Forbidden::At(Cell::new(2, 3).unwrap())));
        for wrong in ["0,1", "1,0", "13,1", "1", "1,2,3", "a,b", "+1,2", ""] {
            assert!(wrong.parse::<Forbidden>().is_err(), "{wrong}");
        }
    }
}
