//! The empty board: how many rows and columns, and which cell is forbidden.

use core::error::Error;
use core::fmt;

use crate::{Bitboard, Cell, Column, MAX_SIDE};

/// The smallest number of rows, and of columns, that a board can have.
pub const MIN_SIDE: u8 = 4;

/// A board without its stones: rows, columns, and a forbidden cell or none.
///
/// A stone that would land on the forbidden cell lands above it. Where the
/// forbidden cell is the topmost, its column ends below it.
///
/// ```
/// use pocketfour_engine::{Board, Cell};
///
/// let board = Board::new(9, 12)?.with_forbidden(Cell::new(4, 5).unwrap())?;
/// assert_eq!((board.rows(), board.columns()), (9, 12));
/// assert_eq!(board.cells().len(), 9 * 12 - 1);
/// assert_eq!(board.to_string(), "9x12, forbidden 5,6");
/// # Ok::<(), pocketfour_engine::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Board {
    rows: u8,
    columns: u8,
    forbidden: Option<Cell>,
}

impl Board {
    /// The classic board: six rows, seven columns, nothing forbidden.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::CLASSIC.to_string(), "6x7");
    /// ```
    pub const CLASSIC: Board = Board { rows: 6, columns: 7, forbidden: None };

    /// The sixteen sizes the engine is made for: 9 to 12 rows by 9 to 12
    /// columns, nothing forbidden yet.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::LARGE.len(), 16);
    /// assert!(Board::LARGE.iter().all(|board| board.rows() >= 9));
    /// ```
    pub const LARGE: [Board; 16] = {
        let mut boards = [Board::CLASSIC; 16];
        let mut index = 0;
        while index < boards.len() {
            boards[index].rows = 9 + (index / 4) as u8;
            boards[index].columns = 9 + (index % 4) as u8;
            index += 1;
        }
        boards
    };

    /// A board of 4 to 12 rows and 4 to 12 columns without a forbidden cell.
    ///
    /// # Errors
    ///
    /// [`BoardError::Size`] for any other size.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, BoardError};
    /// assert_eq!(Board::new(6, 7), Ok(Board::CLASSIC));
    /// let refused = Board::new(13, 9).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "a board of 13x9: rows and columns go from 4 to 12"
    /// );
    /// ```
    pub const fn new(rows: u8, columns: u8) -> Result<Board, BoardError> {
        if rows < MIN_SIDE
            || rows > MAX_SIDE
            || columns < MIN_SIDE
            || columns > MAX_SIDE
        {
            return Err(BoardError::Size { rows, columns });
        }
        Ok(Board { rows, columns, forbidden: None })
    }

    /// The same size with this cell forbidden.
    ///
    /// # Errors
    ///
    /// [`BoardError::ForbiddenOutside`] where the board has no such cell.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Cell};
    /// let outside = Cell::new(6, 0).unwrap();
    /// assert!(Board::CLASSIC.with_forbidden(outside).is_err());
    /// ```
    pub const fn with_forbidden(self, cell: Cell) -> Result<Board, BoardError> {
        if cell.row() < self.rows && cell.column().index() < self.columns {
            Ok(Board { forbidden: Some(cell), ..self })
        } else {
            Err(BoardError::ForbiddenOutside { cell, board: self.size() })
        }
    }

    /// The number of rows.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::CLASSIC.rows(), 6);
    /// ```
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// The number of columns.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::CLASSIC.columns(), 7);
    /// ```
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The forbidden cell, if there is one.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::CLASSIC.forbidden(), None);
    /// ```
    #[must_use]
    pub const fn forbidden(self) -> Option<Cell> {
        self.forbidden
    }

    /// Rows and columns.
    const fn size(self) -> (u8, u8) {
        (self.rows, self.columns)
    }

    /// Every cell that a stone can ever occupy.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::CLASSIC.cells().len(), 42);
    /// ```
    #[must_use]
    pub const fn cells(self) -> Bitboard {
        let cells = Bitboard::rectangle(self.rows, self.columns);
        match self.forbidden {
            Some(cell) => cells.without(cell),
            None => cells,
        }
    }

    /// The forbidden cell as a set.
    pub(crate) fn obstacle(self) -> Bitboard {
        self.forbidden.map_or(Bitboard::EMPTY, Bitboard::from)
    }

    /// The columns, from the left.
    ///
    /// ```
    /// # use pocketfour_engine::Board;
    /// assert_eq!(Board::CLASSIC.all_columns().count(), 7);
    /// ```
    pub fn all_columns(self) -> impl DoubleEndedIterator<Item = Column> {
        (0..self.columns).map(Column::wrapped)
    }

    /// The column at the same distance from the other edge. The column must
    /// be one of the board's.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Column};
    /// let first = Column::from_number(1).unwrap();
    /// assert_eq!(Board::CLASSIC.mirrored_column(first).number(), 7);
    /// ```
    #[must_use]
    pub const fn mirrored_column(self, column: Column) -> Column {
        debug_assert!(column.index() < self.columns);
        Column::wrapped(self.columns.saturating_sub(column.index() + 1))
    }

    /// The cell at the same distance from the other edge.
    pub(crate) const fn mirrored_cell(self, cell: Cell) -> Cell {
        Cell::wrapped(cell.row(), self.mirrored_column(cell.column()))
    }

    /// The board in a mirror: left and right change places.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Cell};
    /// let board = Board::CLASSIC.with_forbidden(Cell::new(2, 0).unwrap())?;
    /// assert_eq!(board.mirrored().forbidden(), Cell::new(2, 6));
    /// # Ok::<(), pocketfour_engine::BoardError>(())
    /// ```
    #[must_use]
    pub fn mirrored(self) -> Board {
        let forbidden = self.forbidden.map(|cell| self.mirrored_cell(cell));
        Board { forbidden, ..self }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)?;
        match self.forbidden {
            Some(cell) => write!(f, ", forbidden {cell}"),
            None => Ok(()),
        }
    }
}

/// Why there is no such board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum BoardError {
    /// Rows or columns are not from 4 to 12.
    Size {
        /// The rows asked for.
        rows: u8,
        /// The columns asked for.
        columns: u8,
    },
    /// The forbidden cell is not on the board.
    ForbiddenOutside {
        /// The cell asked for.
        cell: Cell,
        /// The board's rows and columns.
        board: (u8, u8),
    },
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardError::Size { rows, columns } => write!(
                f,
                "a board of {rows}x{columns}: rows and columns go from \
                 {MIN_SIDE} to {MAX_SIDE}"
            ),
            BoardError::ForbiddenOutside { cell, board: (rows, columns) } => {
                write!(
                    f,
                    "forbidden cell {cell}: a {rows}x{columns} board has \
                     rows 1 to {rows} and columns 1 to {columns}"
                )
            }
        }
    }
}

impl Error for BoardError {}
