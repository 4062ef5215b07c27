//! A set of cells.
//!
//! # Bit numbering
//!
//! Each column has sixteen bits, the lowest row in the lowest bit. Columns 1
//! to 8 lie in a `u128`, columns 9 to 12 in a `u64`:
//!
//! ```text
//! row 12 |  11   27   43   ..  123 |  11   27   43   59
//!   ..   |  ..   ..   ..       ..  |  ..   ..   ..   ..
//! row  2 |   1   17   33   ..  113 |   1   17   33   49
//! row  1 |   0   16   32   ..  112 |   0   16   32   48
//!        +-------------------------+-------------------
//! column     1    2    3   ..    8     9   10   11   12
//!                   u128                     u64
//! ```
//!
//! Bits 12 to 15 of a column are never set. One step up is one bit, one step
//! right is sixteen, a step along a diagonal is seventeen or fifteen, on
//! every board; a stone that steps over the top or the bottom edge lands in
//! the empty bits between two columns, not in a neighbour.
//!
//! So one type serves every board, shifts are constants, and the bit of a
//! cell does not depend on the board. The search, where each instruction
//! counts, keeps a threat map beside it. The project's `docs/LAYOUTS.md` has
//! the layouts that were measured.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub,
    SubAssign,
};

use crate::{Board, Cell, Column, MAX_SIDE};

/// One bit in each of the columns of a word.
const LANES: u128 = u128::MAX / 0xffff;
const HIGH_LANES: u64 = LANES as u64;
/// The twelve rows of one column.
const COLUMN: u128 = 0x0fff;
/// Columns in the first word.
const LOW_COLUMNS: u8 = 8;
const LOW_BITS: u32 = 128;

// One step in each of the four directions, in bits.
const UP: u32 = 1;
const DOWN_RIGHT: u32 = 15;
const RIGHT: u32 = 16;
const UP_RIGHT: u32 = 17;

/// A set of cells, with the usual operations on sets.
///
/// ```
/// use pocketfour_engine::{Bitboard, Cell};
///
/// let corner = Bitboard::from(Cell::new(0, 0).unwrap());
/// let row = Bitboard::BOTTOM_ROW;
/// assert_eq!(corner & row, corner);
/// assert_eq!((row - corner).len(), 11);
/// assert!(row.contains(Cell::new(0, 7).unwrap()));
/// assert_eq!(corner.into_iter().next(), Cell::new(0, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard {
    /// Columns 1 to 8.
    low: u128,
    /// Columns 9 to 12.
    high: u64,
}

impl Bitboard {
    /// No cell.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert_eq!(Bitboard::EMPTY, Bitboard::drawn(". . . . . . . . . . . ."));
    /// ```
    pub const EMPTY: Bitboard = Bitboard { low: 0, high: 0 };

    /// The lowest row.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert_eq!(
    ///     Bitboard::BOTTOM_ROW,
    ///     Bitboard::drawn(
    ///         ". . . . . . . . . . . .
    ///          . . . . . . . . . . . .
    ///          X X X X X X X X X X X X"
    ///     )
    /// );
    /// ```
    pub const BOTTOM_ROW: Bitboard = Bitboard { low: LANES, high: HIGH_LANES };

    /// The leftmost column.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert_eq!(
    ///     Bitboard::LEFT_COLUMN,
    ///     Bitboard::drawn(
    ///         "X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . .
    ///          X . . . . . . . . . . ."
    ///     )
    /// );
    /// ```
    pub const LEFT_COLUMN: Bitboard = Bitboard { low: COLUMN, high: 0 };

    /// Every cell of the largest board.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert_eq!(
    ///     Bitboard::ALL,
    ///     Bitboard::drawn(
    ///         "X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X
    ///          X X X X X X X X X X X X"
    ///     )
    /// );
    /// ```
    pub const ALL: Bitboard =
        Bitboard { low: COLUMN * LANES, high: COLUMN as u64 * HIGH_LANES };

    /// The set that a picture shows: one line a row, the last line is the
    /// lowest row, `X` for a cell in the set, `.` for one that is not.
    /// Whatever else stands in the text is passed over. Of a picture larger
    /// than the largest board, the lowest rows and the rightmost columns
    /// count.
    ///
    /// ```
    /// use pocketfour_engine::{Bitboard, Cell};
    ///
    /// let slope = Bitboard::drawn(
    ///     ". X
    ///      X .",
    /// );
    /// assert_eq!(slope.len(), 2);
    /// assert!(slope.contains(Cell::new(1, 1).unwrap()));
    /// ```
    #[must_use]
    pub const fn drawn(picture: &str) -> Bitboard {
        let mut rest = picture.as_bytes();
        let mut set = Bitboard::EMPTY;
        let mut row = 0;
        let mut column = 0;
        // From the end, so that the last line is row 0; a line's length is
        // known only at its start, where its cells are moved to the left.
        let mut line = [false; MAX_SIDE as usize];
        loop {
            let (byte, at_end) = match rest.split_last() {
                Some((&byte, before)) => {
                    rest = before;
                    (byte, false)
                }
                None => (b'\n', true),
            };
            match byte {
                b'.' | b'X' if column < line.len() => {
                    line[column] = byte == b'X';
                    column += 1;
                }
                b'\n' => {
                    let width = column;
                    while column > 0 {
                        column -= 1;
                        if line[column] {
                            let from_left = (width - 1 - column) as u8;
                            if let Some(cell) = Cell::new(row, from_left) {
                                set = set.with(cell);
                            }
                        }
                    }
                    row += 1;
                }
                _ => {}
            }
            if at_end || row >= MAX_SIDE {
                return set;
            }
        }
    }

    /// Both words.
    #[cfg(feature = "serde")]
    pub(crate) const fn words(self) -> (u128, u64) {
        (self.low, self.high)
    }

    /// The set with these words, or `None` if they have other bits than those
    /// of cells.
    #[cfg(feature = "serde")]
    pub(crate) const fn from_words(words: (u128, u64)) -> Option<Bitboard> {
        let set = Bitboard { low: words.0, high: words.1 };
        if set.is_subset(Bitboard::ALL) { Some(set) } else { None }
    }

    /// All cells in the lowest `rows` rows of the leftmost `columns` columns.
    pub(crate) const fn rectangle(rows: u8, columns: u8) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        let mut column = 0;
        while column < columns {
            let mut row = 0;
            while row < rows {
                if let Some(cell) = Cell::new(row, column) {
                    set = set.with(cell);
                }
                row += 1;
            }
            column += 1;
        }
        set
    }

    /// This set and one more cell.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Cell};
    /// let cell = Cell::new(2, 2).unwrap();
    /// assert!(Bitboard::EMPTY.with(cell).contains(cell));
    /// ```
    #[must_use]
    pub const fn with(self, cell: Cell) -> Bitboard {
        let Bitboard { mut low, mut high } = self;
        match bit_of(cell) {
            Bit::Low(bit) => low |= 1 << bit,
            Bit::High(bit) => high |= 1 << bit,
        }
        Bitboard { low, high }
    }

    /// This set without one cell.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Cell};
    /// let cell = Cell::new(2, 2).unwrap();
    /// assert!(!Bitboard::ALL.without(cell).contains(cell));
    /// ```
    #[must_use]
    pub const fn without(self, cell: Cell) -> Bitboard {
        let Bitboard { mut low, mut high } = self;
        match bit_of(cell) {
            Bit::Low(bit) => low &= !(1 << bit),
            Bit::High(bit) => high &= !(1 << bit),
        }
        Bitboard { low, high }
    }

    /// Whether the cell is in the set.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Cell};
    /// assert!(!Bitboard::EMPTY.contains(Cell::new(0, 0).unwrap()));
    /// ```
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        match bit_of(cell) {
            Bit::Low(bit) => self.low >> bit & 1 != 0,
            Bit::High(bit) => self.high >> bit & 1 != 0,
        }
    }

    /// The number of cells in the set.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert_eq!(Bitboard::ALL.len(), 144);
    /// ```
    #[must_use]
    pub const fn len(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Whether there is no cell in the set.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert!((Bitboard::LEFT_COLUMN - Bitboard::ALL).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    /// Whether there are two cells or more in the set.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Cell};
    /// let corner = Bitboard::from(Cell::new(0, 0).unwrap());
    /// assert!(!corner.more_than_one() && Bitboard::ALL.more_than_one());
    /// ```
    #[must_use]
    pub const fn more_than_one(self) -> bool {
        self.len() > 1
    }

    /// Whether every cell of this set is in the other.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert!(Bitboard::LEFT_COLUMN.is_subset(Bitboard::ALL));
    /// assert!(!Bitboard::ALL.is_subset(Bitboard::LEFT_COLUMN));
    /// ```
    #[must_use]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.low & !other.low == 0 && self.high & !other.high == 0
    }

    /// The rows of one column, the lowest row in the lowest bit.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Column};
    /// let column = Column::new(5).unwrap();
    /// assert_eq!(Bitboard::BOTTOM_ROW.column(column), 1);
    /// assert_eq!(Bitboard::ALL.column(column), 0xfff);
    /// ```
    #[must_use]
    pub const fn column(self, column: Column) -> u16 {
        match column.index() {
            index @ 0..LOW_COLUMNS => (self.low >> (index * 16)) as u16,
            index => {
                debug_assert!(index < MAX_SIDE);
                (self.high >> ((index - LOW_COLUMNS) % 4 * 16)) as u16
            }
        }
    }

    /// The cells in which the next stone of each column comes to lie, where
    /// `self` are the cells already taken: the lowest free cell above each
    /// column's unbroken stack. A column that is full to the top overflows
    /// into its spare bits, which the caller masks away.
    pub(crate) const fn landing(self) -> Bitboard {
        let Bitboard { low, high } = self;
        Bitboard {
            low: (low + LANES) & !low,
            high: (high + HIGH_LANES) & !high,
        }
    }

    /// Every cell moved down and to the left by `distance` bits.
    #[inline(always)]
    const fn back(self, distance: u32) -> Bitboard {
        let Bitboard { low, high } = self;
        Bitboard {
            low: low >> distance | (high as u128) << (LOW_BITS - distance),
            high: high >> distance,
        }
    }

    /// Every cell moved up and to the right by `distance` bits.
    #[inline(always)]
    const fn forth(self, distance: u32) -> Bitboard {
        let Bitboard { low, high } = self;
        Bitboard {
            low: low << distance,
            high: high << distance | (low >> (LOW_BITS - distance)) as u64,
        }
    }

    /// What `along` finds in each of the four directions, together.
    #[inline(always)]
    fn in_all_directions(
        self,
        along: impl Fn(Bitboard, u32) -> Bitboard,
    ) -> Bitboard {
        along(self, UP)
            | along(self, DOWN_RIGHT)
            | along(self, RIGHT)
            | along(self, UP_RIGHT)
    }

    /// The lower left ends of the fours along one direction.
    #[inline(always)]
    fn ends_of_fours(self, step: u32) -> Bitboard {
        let pairs = self & self.back(step);
        pairs & pairs.back(2 * step)
    }

    /// Whether the set holds four cells in a line.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// assert!(Bitboard::drawn("X X X X").has_four());
    /// assert!(!Bitboard::drawn("X X X . X").has_four());
    /// ```
    #[must_use]
    pub fn has_four(self) -> bool {
        !self.in_all_directions(Bitboard::ends_of_fours).is_empty()
    }

    /// Every cell that is part of four in a line.
    ///
    /// ```
    /// # use pocketfour_engine::Bitboard;
    /// let set = Bitboard::drawn(
    ///     "X . . . .
    ///      . X . . X
    ///      . . X . .
    ///      . X . X ."
    /// );
    /// let diagonal = Bitboard::drawn(
    ///     "X . . . .
    ///      . X . . .
    ///      . . X . .
    ///      . . . X ."
    /// );
    /// assert_eq!(set.fours(), diagonal);
    /// ```
    #[must_use]
    pub fn fours(self) -> Bitboard {
        self.in_all_directions(|set, step| {
            let ends = set.ends_of_fours(step);
            let pairs = ends | ends.forth(step);
            pairs | pairs.forth(2 * step)
        })
    }

    /// Every cell, in the set or not, that has three others of the set on a
    /// line of four with it. Cells off the board may be among them.
    pub(crate) fn completing(self) -> Bitboard {
        self.in_all_directions(|set, step| {
            let (behind, ahead) = (set.forth(step), set.back(step));
            let two_behind = behind & set.forth(2 * step);
            let two_ahead = ahead & set.back(2 * step);
            two_behind & (set.forth(3 * step) | ahead)
                | two_ahead & (set.back(3 * step) | behind)
        })
    }

    /// The cells of a board in a mirror.
    pub(crate) fn mirrored(self, board: Board) -> Bitboard {
        self.into_iter().map(|cell| board.mirrored_cell(cell)).collect()
    }
}

/// The bit of a cell in its word.
enum Bit {
    Low(u8),
    High(u8),
}

const fn bit_of(cell: Cell) -> Bit {
    match cell.column().index() {
        column @ 0..LOW_COLUMNS => Bit::Low(column * 16 + cell.row()),
        column => {
            debug_assert!(column < MAX_SIDE);
            Bit::High((column - LOW_COLUMNS) % 4 * 16 + cell.row())
        }
    }
}

/// The cell of a bit, where `first` is the column of bit 0.
const fn cell_at(first: u8, bit: u32) -> Cell {
    let bit = bit as u8;
    Cell::wrapped(bit % 16, Column::wrapped(first + bit / 16))
}

impl From<Cell> for Bitboard {
    fn from(cell: Cell) -> Bitboard {
        Bitboard::EMPTY.with(cell)
    }
}

impl FromIterator<Cell> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Bitboard {
        cells.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Extend<Cell> for Bitboard {
    fn extend<I: IntoIterator<Item = Cell>>(&mut self, cells: I) {
        *self |= cells.into_iter().collect();
    }
}

macro_rules! set_operator {
    ($operator:ident $method:ident $assign:ident $assign_method:ident
     |$a:ident, $b:ident| $combine:expr) => {
        impl $operator for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: Bitboard) -> Bitboard {
                let low = {
                    let ($a, $b) = (self.low, other.low);
                    $combine
                };
                let high = {
                    let ($a, $b) = (self.high, other.high);
                    $combine
                };
                Bitboard { low, high }
            }
        }

        impl $assign for Bitboard {
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    };
}

set_operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
set_operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
set_operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
set_operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

/// Every cell of the largest board that is not in the set.
///
/// ```
/// # use pocketfour_engine::Bitboard;
/// assert_eq!(!Bitboard::EMPTY, Bitboard::ALL);
/// assert_eq!((!Bitboard::BOTTOM_ROW).len(), 132);
/// ```
impl Not for Bitboard {
    type Output = Bitboard;

    fn not(self) -> Bitboard {
        Bitboard::ALL - self
    }
}

impl IntoIterator for Bitboard {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        Cells(self)
    }
}

/// The cells of a [`Bitboard`], column by column from the left, each from
/// the bottom.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Cells(Bitboard);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let Bitboard { low, high } = &mut self.0;
        if *low != 0 {
            let bit = low.trailing_zeros();
            *low &= *low - 1;
            Some(cell_at(0, bit))
        } else if *high != 0 {
            let bit = high.trailing_zeros();
            *high &= *high - 1;
            Some(cell_at(LOW_COLUMNS, bit))
        } else {
            None
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Cells {
    fn next_back(&mut self) -> Option<Cell> {
        let Bitboard { low, high } = &mut self.0;
        if let Some(bit) = high.checked_ilog2() {
            *high &= !(1 << bit);
            Some(cell_at(LOW_COLUMNS, bit))
        } else if let Some(bit) = low.checked_ilog2() {
            *low &= !(1 << bit);
            Some(cell_at(0, bit))
        } else {
            None
        }
    }
}

impl ExactSizeIterator for Cells {}
impl FusedIterator for Cells {}

/// Draws the set as [`Bitboard::drawn`] reads it, all twelve rows.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..MAX_SIDE).rev() {
            for column in 0..MAX_SIDE {
                let cell = Cell::wrapped(row, Column::wrapped(column));
                let mark = if self.contains(cell) { 'X' } else { '.' };
                let gap = if column == 0 { "" } else { " " };
                write!(f, "{gap}{mark}")?;
            }
            if row > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Bitboard {
    fn format(&self, f: defmt::Formatter<'_>) {
        // defmt has no u128 of its own without a feature of the decoder.
        let (high, low) = ((self.low >> 64) as u64, self.low as u64);
        defmt::write!(f, "{=u64:x}:{=u64:x}:{=u64:x}", self.high, high, low);
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::string::ToString;

    fn everywhere() -> Cells {
        Bitboard::ALL.into_iter()
    }

    #[test]
    fn a_picture_reads_as_it_was_drawn() {
        for cell in everywhere() {
            let set = Bitboard::from(cell) ^ Bitboard::LEFT_COLUMN;
            assert_eq!(Bitboard::drawn(&set.to_string()), set);
        }
    }

    #[test]
    fn iteration_visits_each_cell_once_in_both_directions() {
        assert_eq!(everywhere().count(), 144);
        let backwards: std::vec::Vec<_> = everywhere().rev().collect();
        assert!(everywhere().eq(backwards.into_iter().rev()));
        assert_eq!(everywhere().collect::<Bitboard>(), Bitboard::ALL);
    }

    #[test]
    fn lines_do_not_wrap_around_an_edge() {
        let steps = [(1, 0), (0, 1), (1, 1), (-1, 1)];
        for start in everywhere() {
            for (up, right) in steps {
                let line = (0..4).filter_map(|n| {
                    let row = start.row() as i8 + n * up;
                    let column = start.column().index() as i8 + n * right;
                    Cell::new(row as u8, column as u8)
                });
                let set: Bitboard = line.collect();
                assert_eq!(set.has_four(), set.len() == 4, "{set}");
                if set.len() == 4 {
                    assert_eq!(set.fours(), set);
                    for cell in set {
                        let three = set - Bitboard::from(cell);
                        assert!(three.completing().contains(cell));
                    }
                }
            }
        }
    }

    #[test]
    fn a_stone_lands_on_the_stack() {
        let taken = Bitboard::drawn(
            ". . X .
             X . . .
             X X . .",
        );
        let landing = taken.landing() & Bitboard::rectangle(3, 4);
        let expected = Bitboard::drawn(
            "X . . .
             . X . .
             . . X X",
        );
        assert_eq!(landing, expected);
    }
}
