//! The board as people see it.

use core::fmt;

use engine::{Bitboard, Cell, Player, Position};

use crate::terminal::Terminal;

const RESET: &str = "\x1b[0m";

/// The board as people see it: the last stone in round brackets, the four
/// that won in square ones.
///
/// ```text
///  4 | .  .  .  . |
///  3 | .  .  .  . |
///  2 | .  o  .  . |
///  1 | x  o (x) # |
///      1  2  3  4
/// ```
pub(crate) struct Picture<'a> {
    position: &'a Position,
    last: Option<Cell>,
    four: Bitboard,
    color: bool,
}

impl<'a> Picture<'a> {
    pub(crate) fn new(position: &'a Position, color: bool) -> Picture<'a> {
        let last = position.last_stone();
        let four = position.winning_stones().unwrap_or_default();
        Picture { position, last, four, color }
    }

    /// Draws it, row by row.
    pub(crate) fn draw(&self, terminal: &mut Terminal) {
        for row in (0..self.position.board().rows()).rev() {
            let cells = fmt::from_fn(|f| self.write_row(f, row));
            terminal.reply(format_args!("{:>2} |{cells}|", row + 1));
        }
        let numbers = fmt::from_fn(|f| self.write_numbers(f));
        terminal.reply(format_args!("   {numbers}"));
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        self.position.board().all_columns().try_for_each(|column| {
            let cell = Cell::new(row, column.index());
            debug_assert!(cell.is_some());
            cell.map_or(Ok(()), |cell| self.write_cell(f, cell))
        })
    }

    /// The numbers of the columns.
    fn write_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut columns = self.position.board().all_columns();
        columns.try_for_each(|column| write!(f, " {column:>2}"))
    }

    fn stone_at(&self, cell: Cell) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| self.position.stones(player).contains(cell))
    }

    fn write_cell(
        &self,
        f: &mut fmt::Formatter<'_>,
        cell: Cell,
    ) -> fmt::Result {
        let [left, right] = if self.four.contains(cell) {
            ["[", "]"]
        } else if self.last == Some(cell) {
            ["(", ")"]
        } else {
            [" ", " "]
        };
        let (mark, color) = match self.stone_at(cell) {
            Some(Player::First) => ("x", "\x1b[1;31m"),
            Some(Player::Second) => ("o", "\x1b[1;33m"),
            None if self.position.board().forbidden() == Some(cell) => {
                ("#", "\x1b[36m")
            }
            None => (".", ""),
        };
        let (color, reset) = match self.color && !color.is_empty() {
            true => (color, RESET),
            false => ("", ""),
        };
        write!(f, "{left}{color}{mark}{reset}{right}")
    }
}
