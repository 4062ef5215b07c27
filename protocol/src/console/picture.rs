//! The board as people see it.

use core::fmt;

use engine::{Bitboard, Cell, Column, Player, Position};

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
        let four = position.winning_four().unwrap_or_default();
        Picture { position, last, four, color }
    }

    /// Draws it, row by row.
    pub(crate) fn draw(&self, terminal: &mut Terminal) {
        for row in (0..self.position.board().rows()).rev() {
            terminal.reply(format_args!("{}", Row { picture: self, row }));
        }
        terminal.reply(format_args!("{}", Footer(self.position)));
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

struct Row<'a> {
    picture: &'a Picture<'a>,
    row: u8,
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>2} |", self.row + 1)?;
        let board = self.picture.position.board();
        for column in board.all_columns() {
            if let Some(cell) = Cell::new(self.row, column.index()) {
                self.picture.write_cell(f, cell)?;
            }
        }
        f.write_str("|")
    }
}

/// The numbers of the columns.
struct Footer<'a>(&'a Position);

impl fmt::Display for Footer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("   ")?;
        let mut columns = self.0.board().all_columns().map(Column::number);
        columns.try_for_each(|number| write!(f, " {number:>2}"))
    }
}
