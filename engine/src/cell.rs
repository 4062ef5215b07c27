//! Columns and cells: where stones are dropped and where they lie.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::digits::digits;

/// The largest number of rows, and of columns, that a board can have.
pub const MAX_SIDE: u8 = 12;

/// A column, which is also a move: a stone is dropped into it.
///
/// Programs count columns from 0 at the left ([`Column::index`]), people
/// count them from 1 ([`Column::number`], and what is printed).
///
/// ```
/// use pocketfour_engine::Column;
///
/// let column = Column::new(3).unwrap();
/// assert_eq!(column.index(), 3);
/// assert_eq!(column.to_string(), "4");
/// assert_eq!(Column::new(12), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Column(u8);

impl Column {
    /// The column with this index, counted from 0, or `None` where no board
    /// has that many columns.
    ///
    /// ```
    /// # use pocketfour_engine::Column;
    /// assert!(Column::new(11).is_some() && Column::new(12).is_none());
    /// ```
    #[must_use]
    pub const fn new(index: u8) -> Option<Column> {
        if index < MAX_SIDE { Some(Column(index)) } else { None }
    }

    /// The column with this number, counted from 1 as people do.
    ///
    /// ```
    /// # use pocketfour_engine::Column;
    /// assert_eq!(Column::from_number(1), Column::new(0));
    /// assert_eq!(Column::from_number(0), None);
    /// ```
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Column> {
        match number.checked_sub(1) {
            Some(index) => Column::new(index),
            None => None,
        }
    }

    /// The column with this index, which is in range by construction; one
    /// that is not is wrapped into it.
    pub(crate) const fn wrapped(index: u8) -> Column {
        debug_assert!(index < MAX_SIDE);
        Column(index % MAX_SIDE)
    }

    /// The column's index, counted from 0 at the left.
    ///
    /// ```
    /// # use pocketfour_engine::Column;
    /// assert_eq!(Column::from_number(9).unwrap().index(), 8);
    /// ```
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The column's number, counted from 1 at the left.
    ///
    /// ```
    /// # use pocketfour_engine::Column;
    /// assert_eq!(Column::new(8).unwrap().number(), 9);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.number(), f)
    }
}

impl FromStr for Column {
    type Err = ParseColumnError;

    /// Reads a number, counted from 1: digits and nothing else.
    ///
    /// ```
    /// # use pocketfour_engine::Column;
    /// assert_eq!("9".parse(), Ok(Column::new(8).unwrap()));
    /// assert!("0".parse::<Column>().is_err());
    /// assert!("+4".parse::<Column>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Column, ParseColumnError> {
        let number = digits(text).and_then(Column::from_number);
        number.ok_or(ParseColumnError)
    }
}

/// A text that is no column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParseColumnError;

impl fmt::Display for ParseColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a column is a number from 1 to {MAX_SIDE}")
    }
}

impl Error for ParseColumnError {}

/// A cell of a board: a row counted from the bottom and a column counted
/// from the left, both from 0.
///
/// It prints as people write it: row, column, both counted from 1.
///
/// ```
/// use pocketfour_engine::Cell;
///
/// let cell = Cell::new(0, 4).unwrap();
/// assert_eq!((cell.row(), cell.column().index()), (0, 4));
/// assert_eq!(cell.to_string(), "1,5");
/// assert_eq!(Cell::new(12, 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Cell {
    row: u8,
    column: Column,
}

impl Cell {
    /// The cell in this row and column, both counted from 0, or `None` where
    /// no board is that large.
    ///
    /// ```
    /// # use pocketfour_engine::Cell;
    /// assert!(Cell::new(11, 11).is_some() && Cell::new(11, 12).is_none());
    /// ```
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Option<Cell> {
        match Column::new(column) {
            Some(column) if row < MAX_SIDE => Some(Cell { row, column }),
            _ => None,
        }
    }

    pub(crate) const fn wrapped(row: u8, column: Column) -> Cell {
        debug_assert!(row < MAX_SIDE);
        Cell { row: row % MAX_SIDE, column }
    }

    /// The row, counted from 0 at the bottom.
    ///
    /// ```
    /// # use pocketfour_engine::Cell;
    /// assert_eq!(Cell::new(5, 0).unwrap().row(), 5);
    /// ```
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The column.
    ///
    /// ```
    /// # use pocketfour_engine::{Cell, Column};
    /// assert_eq!(Cell::new(5, 7).unwrap().column(), Column::new(7).unwrap());
    /// ```
    #[must_use]
    pub const fn column(self) -> Column {
        self.column
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row + 1, self.column)
    }
}

impl FromStr for Cell {
    type Err = ParseCellError;

    /// Reads row and column as people write them, counted from 1.
    ///
    /// ```
    /// # use pocketfour_engine::Cell;
    /// assert_eq!("3,4".parse(), Ok(Cell::new(2, 3).unwrap()));
    /// assert!("3,0".parse::<Cell>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Cell, ParseCellError> {
        let (row, column) = text.split_once(',').ok_or(ParseCellError)?;
        let row = digits(row).and_then(|row: u8| row.checked_sub(1));
        let column: Column = column.parse().map_err(|_| ParseCellError)?;
        row.and_then(|row| Cell::new(row, column.index())).ok_or(ParseCellError)
    }
}

/// A text that is no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParseCellError;

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a cell is row,column such as 3,4, both counted from 1")
    }
}

impl Error for ParseCellError {}
