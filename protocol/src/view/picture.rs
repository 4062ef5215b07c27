//! The board.

use core::fmt;

use engine::{Bitboard, Cell, Player, Position};

use super::write_lines;

const RESET: &str = "\x1b[0m";

/// The board as people see it: the last stone in round brackets, the four
/// that won in square ones.
///
/// ```
/// use pocketfour_protocol::Picture;
///
/// let game: engine::Position = "4/4/1o2/xox# x".parse()?;
/// let picture = "
///  4 | .  .  .  . |
///  3 | .  .  .  . |
///  2 | .  o  .  . |
///  1 | x  o  x  # |
///      1  2  3  4";
/// assert_eq!(format!("\n{}", Picture::new(&game)), picture);
/// # Ok::<(), engine::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    position: &'a Position,
    last: Option<Cell>,
    four: Bitboard,
    color: bool,
}

#[cfg(feature = "defmt")]
impl defmt::Format for Picture<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", defmt::Display2Format(self));
    }
}

impl<'a> Picture<'a> {
    /// A picture of a position, in plain text.
    #[must_use]
    pub fn new(position: &'a Position) -> Picture<'a> {
        let last = position.last_stone();
        let four = position.winning_stones().unwrap_or_default();
        Picture { position, last, four, color: false }
    }

    /// The same picture, with colours or without: red and blue, which can be
    /// read on light and on dark.
    #[must_use]
    pub fn colored(self, color: bool) -> Picture<'a> {
        Picture { color, ..self }
    }

    /// The number of rows and columns.
    pub(crate) fn size(&self) -> (u8, u8) {
        let board = self.position.board();
        (board.rows(), board.columns())
    }

    /// The lines from the top: the rows, then the numbers of the columns.
    pub fn lines(&self) -> impl Iterator<Item = impl fmt::Display> {
        let rows = self.position.board().rows();
        (0..=rows).rev().map(move |height| {
            fmt::from_fn(move |f| match height.checked_sub(1) {
                Some(row) => self.write_row(f, row),
                None => self.write_numbers(f),
            })
        })
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: u8) -> fmt::Result {
        write!(f, "{:>2} |", row + 1)?;
        let mut before = "";
        for column in self.position.board().all_columns() {
            let cell = Cell::new(row, column.index());
            debug_assert!(cell.is_some());
            if let Some(cell) = cell {
                before = self.write_cell(f, cell, before)?;
            }
        }
        f.write_str(if before.is_empty() { "" } else { RESET })?;
        f.write_str("|")
    }

    /// The numbers of the columns.
    fn write_numbers(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("   ")?;
        let mut columns = self.position.board().all_columns();
        columns.try_for_each(|column| write!(f, " {column:>2}"))
    }

    /// Writes a cell after one of the colour `before`; gives its own colour.
    fn write_cell(
        &self,
        f: &mut fmt::Formatter<'_>,
        cell: Cell,
        before: &str,
    ) -> Result<&'static str, fmt::Error> {
        let [left, right] = if self.four.contains(cell) {
            ["[", "]"]
        } else if self.last == Some(cell) {
            ["(", ")"]
        } else {
            [" ", " "]
        };
        let (mark, color) = match self.position.stone_at(cell) {
            Some(Player::First) => ("x", "\x1b[1;31m"),
            Some(Player::Second) => ("o", "\x1b[1;34m"),
            None if self.position.board().forbidden() == Some(cell) => {
                ("#", "\x1b[1;35m")
            }
            None => (".", ""),
        };
        let color = if self.color { color } else { "" };
        let change = match color {
            _ if color == before => "",
            "" => RESET,
            _ => color,
        };
        write!(f, "{change}{left}{mark}{right}")?;
        Ok(color)
    }
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_lines(f, self.lines())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    /// A colour is said once for stones of one player side by side.
    #[test]
    fn colours_change_where_stones_do() {
        let game: Position = "4/4/4/xxo# o".parse().unwrap();
        let picture = Picture::new(&game).colored(true).to_string();
        let row = picture.lines().nth(3).unwrap();
        assert_eq!(
            row,
            " 1 |\x1b[1;31m x  x \x1b[1;34m o \x1b[1;35m # \x1b[0m|"
        );
        assert_eq!(picture.lines().next().unwrap(), " 4 | .  .  .  . |");
    }
}
