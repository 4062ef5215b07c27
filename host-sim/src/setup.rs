//! Boards as the command line spells them.

use std::fmt;
use std::str::FromStr;

use engine::{Board, Position};

use crate::dice::Dice;
use crate::reference::{Game, Spot};

/// Rows and columns, spelled `9x12`.
///
/// ```
/// use host_sim::BoardSize;
///
/// let size: BoardSize = "9x12".parse()?;
/// assert_eq!((size.rows, size.columns), (9, 12));
/// assert_eq!(
///     "9x13".parse::<BoardSize>().unwrap_err().to_string(),
///     "a size is ROWSxCOLUMNS, both from 4 to 12, such as 9x12"
/// );
/// # Ok::<(), host_sim::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// The number of rows, from 4 to 12.
    pub rows: usize,
    /// The number of columns, from 4 to 12.
    pub columns: usize,
}

impl BoardSize {
    /// One of the sixteen large sizes, 9x9 to 12x12, which take turns.
    pub(crate) fn large(number: u64) -> BoardSize {
        let index = (number % 16) as usize;
        BoardSize { rows: 9 + index / 4, columns: 9 + index % 4 }
    }

    /// This size with a random forbidden cell, or once in `times` with none.
    pub(crate) fn random_setup(self, times: usize, dice: &mut Dice) -> Setup {
        let forbidden = (!dice.one_in(times)).then(|| self.random_cell(dice));
        Setup { size: self, forbidden }
    }

    /// Any cell of the board.
    pub(crate) fn random_cell(self, dice: &mut Dice) -> Spot {
        (dice.below(self.rows), dice.below(self.columns))
    }

    /// This size with a forbidden cell, or with none.
    ///
    /// # Errors
    ///
    /// [`SetupError::Outside`] where the board has no such cell.
    pub fn with(self, forbidden: Option<Spot>) -> Result<Setup, SetupError> {
        match forbidden {
            Some((row, column))
                if row >= self.rows || column >= self.columns =>
            {
                Err(SetupError::Outside(self))
            }
            _ => Ok(Setup { size: self, forbidden }),
        }
    }

    /// This size with nothing forbidden, then with each cell forbidden.
    pub(crate) fn setups(self) -> Vec<Setup> {
        let cells = (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |c| Some((row, c))));
        std::iter::once(None)
            .chain(cells)
            .map(|forbidden| Setup { size: self, forbidden })
            .collect()
    }
}

impl FromStr for BoardSize {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<BoardSize, SetupError> {
        let (rows, columns) = pair(text, 'x').ok_or(SetupError::Size)?;
        let sides = 4..=12;
        if sides.contains(&rows) && sides.contains(&columns) {
            Ok(BoardSize { rows, columns })
        } else {
            Err(SetupError::Size)
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

fn pair(text: &str, separator: char) -> Option<(usize, usize)> {
    let (first, second) = text.split_once(separator)?;
    Some((first.parse().ok()?, second.parse().ok()?))
}

/// Reads a cell as people count: row, column, both from 1.
pub(crate) fn parse_cell(text: &str) -> Result<Spot, SetupError> {
    match pair(text, ',') {
        Some((row @ 1.., column @ 1..)) => Ok((row - 1, column - 1)),
        _ => Err(SetupError::Cell),
    }
}

/// A size and a forbidden cell or none, spelled `9x12` or `9x12#5,6`.
///
/// ```
/// use host_sim::Setup;
///
/// let setup: Setup = "9x12#5,6".parse()?;
/// assert_eq!(setup.forbidden, Some((4, 5)));
/// assert_eq!(setup.to_string(), "9x12#5,6");
/// # Ok::<(), host_sim::SetupError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Rows and columns.
    pub size: BoardSize,
    /// The forbidden cell: row and column, both from 0, bottom row first.
    pub forbidden: Option<Spot>,
}

impl Setup {
    /// The start of a game on this board for the reference.
    #[must_use]
    pub fn game(self) -> Game {
        let BoardSize { rows, columns } = self.size;
        Game::new(rows, columns, self.forbidden).expect("a size in range")
    }

    /// The start of a game on this board for the engine.
    #[must_use]
    pub fn position(self) -> Position {
        let BoardSize { rows, columns } = self.size;
        let board = Board::new(rows as u8, columns as u8);
        let mut board = board.expect("a size in range");
        if let Some((row, column)) = self.forbidden {
            let cell = engine::Cell::new(row as u8, column as u8);
            let cell = cell.expect("a cell in range");
            board = board.with_forbidden(cell).expect("a cell in range");
        }
        Position::new(board)
    }
}

impl FromStr for Setup {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Setup, SetupError> {
        match text.split_once('#') {
            Some((size, cell)) => {
                size.parse::<BoardSize>()?.with(Some(parse_cell(cell)?))
            }
            None => text.parse::<BoardSize>()?.with(None),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.size)?;
        match self.forbidden {
            Some((row, column)) => write!(f, "#{},{}", row + 1, column + 1),
            None => Ok(()),
        }
    }
}

/// Why a text is no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SetupError {
    /// Not a size, or out of range.
    #[error("a size is ROWSxCOLUMNS, both from 4 to 12, such as 9x12")]
    Size,
    /// Not a cell.
    #[error(
        "a cell is ROW,COLUMN, both counted from 1, the bottom row first, such \
         as 5,6"
    )]
    Cell,
    /// A cell that a board of this size does not have.
    #[error(
        "a {0} board has rows 1 to {rows} and columns 1 to {columns}",
        rows = .0.rows, columns = .0.columns
    )]
    Outside(BoardSize),
}
