//! What the next game is like, and how moves are made.

use engine::{Board, Cell, Level};

use crate::error::Choices;

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

    /// The board that a game starts on.
    pub(crate) fn board(&self) -> Board {
        let board = Board::new(self.rows, self.columns);
        let board = board.unwrap_or(Board::CLASSIC);
        match self.forbidden.map(|cell| board.with_forbidden(cell)) {
            Some(Ok(board)) => board,
            _ => board,
        }
    }

    pub(crate) fn level(&self) -> Level {
        Level::new(self.level).unwrap_or(Level::FULL)
    }
}

/// Reads `true` or `on`, `false` or `off`.
pub(crate) fn parse_flag(text: &str) -> Option<bool> {
    match text {
        "true" | "on" => Some(true),
        "false" | "off" => Some(false),
        _ => None,
    }
}

/// The forbidden cell of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    None,
    Random,
    At(Cell),
}

impl Block {
    pub(crate) const CHOICES: Choices =
        Choices::Said("none, random or ROW,COLUMN such as 3,4");

    /// Reads `none`, `random` or row and column, counted from 1.
    pub(crate) fn parse(text: &str) -> Option<Block> {
        match text {
            "none" => Some(Block::None),
            "random" => Some(Block::Random),
            _ => {
                let (row, column) = text.split_once(',')?;
                let row: u8 = row.parse().ok()?;
                let column: u8 = column.parse().ok()?;
                let cell =
                    Cell::new(row.checked_sub(1)?, column.checked_sub(1)?);
                cell.map(Block::At)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_counted_from_one() {
        assert_eq!(
            Block::parse("3,4"),
            Some(Block::At(Cell::new(2, 3).unwrap()))
        );
        for wrong in ["0,1", "1,0", "13,1", "1", "1,2,3", "a,b", ""] {
            assert_eq!(Block::parse(wrong), None, "{wrong}");
        }
    }
}
