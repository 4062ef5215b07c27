//! A set of cells.
//!
//! # Bit numbering
//!
//! Each column has sixteen bits, the lowest row in the lowest bit. Four
//! columns share a 64-bit word, so three words hold every board:
//!
//! ```text
//! row 12 |  11   27   43   59 |  75 ..        | ..  187
//!   ..   |  ..   ..   ..   .. |  ..           |     ..
//! row  2 |   1   17   33   49 |  65   ..      | ..  177
//! row  1 |   0   16   32   48 |  64   ..      | ..  176
//!        +--------------------+---------------+--------
//! column     1    2    3    4     5   ..   8     ..  12
//!               word 0             word 1       word 2
//! ```
//!
//! Bits 12 to 15 of a column are never set. One step up is one bit, one step
//! right is sixteen, a step along a diagonal is seventeen or fifteen, on
//! every board; a stone that steps over the top or the bottom edge lands in
//! the empty bits between two columns, not in a neighbour.
//!
//! # Why this layout
//!
//! Costs of a ply on x86-64 and on a Cortex-M4, in instructions; random games
//! are bare playouts, a walk is play, win test and undo, and the last column
//! computes the winning cells of both sides as well.
//!
//! | board | layout | games | walk | winning cells |
//! |---|---|---|---|---|
//! | 9x12 | `u128`, shifts by a variable | 142, 378 | 199, 492 | 724, 2236 |
//! | 9x12 | `u128`, shifts by a constant | 107, 194 | 161, 303 | 405, 645 |
//! | 12x12 | two `u128`, by a variable | 175, 438 | 265, 645 | 1426, 4394 |
//! | 12x12 | two `u128`, by a constant | 148, 262 | 232, 438 | 750, 1172 |
//! | both | **three `u64`** | 136, 253 | 174, 298 | 573, 892 |
//! | both | six `u32` | 231, 150 | 266, 184 | 865, 649 |
//! | both | a word a column, runs counted | 126, 113 | 150, 141 | 1698, 1146 |
//! | both | **line words**, marks kept | 128, 153 | 241, 234 | 146, 191 |
//!
//! A `u128` needs a copy of the code for each number of rows to have constant
//! shifts, and a second type for boards that do not fit. Three words do with
//! one copy for all boards, cost the same as that `u128` on the M4 where a
//! move is played and undone, and are the quickest at winning cells in time
//! on the host (42 against 46 ns). So they are the set type for every board,
//! small ones included, and the rules stand on them. The search, where each
//! instruction counts, keeps its own line words, which are more than three
//! times as fast as any of the others once winning cells are needed.
//!
//! The candidates live in the crate `layouts`, whose page says how to measure
//! them again.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Sub};

use crate::{Cell, Column, MAX_SIDE};

const WORDS: usize = 3;
/// One bit in each of a word's four columns.
const LANES: u64 = 0x0001_0001_0001_0001;
/// The twelve rows of one column.
const COLUMN: u64 = 0x0fff;

// One step in each of the four directions, in bits.
const UP: u32 = 1;
const DOWN_RIGHT: u32 = 15;
const RIGHT: u32 = 16;
const UP_RIGHT: u32 = 17;

/// A set of cells, with the usual operations on sets.
///
/// ```
/// use engine::{Bitboard, Cell};
///
/// let corner = Bitboard::from(Cell::new(0, 0).unwrap());
/// let row = Bitboard::BOTTOM_ROW;
/// assert_eq!(corner & row, corner);
/// assert_eq!((row - corner).len(), 11);
/// assert!(row.contains(Cell::new(0, 7).unwrap()));
/// assert_eq!(corner.into_iter().next(), Cell::new(0, 0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Bitboard([u64; WORDS]);

impl Bitboard {
    /// No cell.
    ///
    /// ```
    /// # use engine::Bitboard;
    /// assert_eq!(Bitboard::EMPTY, Bitboard::drawn(". . . . . . . . . . . ."));
    /// ```
    pub const EMPTY: Bitboard = Bitboard([0; WORDS]);

    /// The lowest row.
    ///
    /// ```
    /// # use engine::Bitboard;
    /// assert_eq!(
    ///     Bitboard::BOTTOM_ROW,
    ///     Bitboard::drawn(
    ///         ". . . . . . . . . . . .
    ///          . . . . . . . . . . . .
    ///          X X X X X X X X X X X X"
    ///     )
    /// );
    /// ```
    pub const BOTTOM_ROW: Bitboard = Bitboard([LANES; WORDS]);

    /// The leftmost column.
    ///
    /// ```
    /// # use engine::Bitboard;
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
    pub const LEFT_COLUMN: Bitboard = Bitboard([COLUMN, 0, 0]);

    /// Every cell of the largest board.
    ///
    /// ```
    /// # use engine::Bitboard;
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
    pub const ALL: Bitboard = Bitboard([COLUMN * LANES; WORDS]);

    /// The set that a picture shows: one line a row, the last line is the
    /// lowest row, `X` for a cell in the set, `.` for one that is not.
    /// Whatever else stands in the text is passed over, and so are cells
    /// beyond the largest board.
    ///
    /// ```
    /// use engine::{Bitboard, Cell};
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

    /// The whole cells of `columns` columns of `rows` rows.
    pub(crate) const fn rectangle(rows: u8, columns: u8) -> Bitboard {
        let column = (1_u64 << rows) - 1;
        let mut words = [0; WORDS];
        let mut index = 0;
        while index < columns && index < MAX_SIDE {
            words[(index / 4) as usize] |= column << (index % 4 * 16);
            index += 1;
        }
        Bitboard(words)
    }

    /// This set and one more cell.
    ///
    /// ```
    /// # use engine::{Bitboard, Cell};
    /// let cell = Cell::new(2, 2).unwrap();
    /// assert!(Bitboard::EMPTY.with(cell).contains(cell));
    /// ```
    #[must_use]
    pub const fn with(self, cell: Cell) -> Bitboard {
        let mut words = self.0;
        let (word, bit) = place(cell);
        words[word] |= bit;
        Bitboard(words)
    }

    /// Whether the cell is in the set.
    ///
    /// ```
    /// # use engine::{Bitboard, Cell};
    /// assert!(!Bitboard::EMPTY.contains(Cell::new(0, 0).unwrap()));
    /// ```
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        let (word, bit) = place(cell);
        self.0[word] & bit != 0
    }

    /// The number of cells in the set.
    ///
    /// ```
    /// # use engine::Bitboard;
    /// assert_eq!(Bitboard::ALL.len(), 144);
    /// ```
    #[must_use]
    pub const fn len(self) -> u32 {
        let [a, b, c] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones()
    }

    /// Whether there is no cell in the set.
    ///
    /// ```
    /// # use engine::Bitboard;
    /// assert!((Bitboard::LEFT_COLUMN - Bitboard::ALL).is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        let [a, b, c] = self.0;
        a | b | c == 0
    }

    /// The rows of one column, the lowest row in the lowest bit.
    ///
    /// ```
    /// # use engine::{Bitboard, Column};
    /// let column = Column::new(5).unwrap();
    /// assert_eq!(Bitboard::BOTTOM_ROW.column(column), 1);
    /// assert_eq!(Bitboard::ALL.column(column), 0xfff);
    /// ```
    #[must_use]
    pub const fn column(self, column: Column) -> u16 {
        let index = column.index();
        (self.0[word_of(column)] >> (index % 4 * 16)) as u16
    }

    /// The cells in which the next stone of each column comes to lie, where
    /// `self` are the cells already taken: the lowest free cell above each
    /// column's unbroken stack. A column that is full to the top overflows
    /// into its spare bits, which the caller masks away.
    pub(crate) const fn landing(self) -> Bitboard {
        let [a, b, c] = self.0;
        Bitboard([(a + LANES) & !a, (b + LANES) & !b, (c + LANES) & !c])
    }

    /// Every cell moved down and to the left by `distance` bits.
    #[inline(always)]
    const fn back(self, distance: u32) -> Bitboard {
        let [a, b, c] = self.0;
        Bitboard([
            a >> distance | b << (64 - distance),
            b >> distance | c << (64 - distance),
            c >> distance,
        ])
    }

    /// Every cell moved up and to the right by `distance` bits.
    #[inline(always)]
    const fn forth(self, distance: u32) -> Bitboard {
        let [a, b, c] = self.0;
        Bitboard([
            a << distance,
            b << distance | a >> (64 - distance),
            c << distance | b >> (64 - distance),
        ])
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
    /// # use engine::Bitboard;
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
    /// # use engine::Bitboard;
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

    /// The picture in a mirror, for a board of `columns` columns.
    pub(crate) fn mirrored(self, columns: u8) -> Bitboard {
        let mut mirrored = Bitboard::EMPTY;
        for cell in self {
            let column = cell.column().index();
            if let Some(column) = columns.checked_sub(column + 1) {
                let column = Column::wrapped(column);
                mirrored = mirrored.with(Cell::in_column(column, cell.row()));
            }
        }
        mirrored
    }
}

/// The word of a column.
const fn word_of(column: Column) -> usize {
    // The remainder is always the quotient: it tells the compiler so.
    (column.index() / 4) as usize % WORDS
}

/// The word of a cell and its bit therein.
const fn place(cell: Cell) -> (usize, u64) {
    let column = cell.column();
    let shift = column.index() % 4 * 16 + cell.row();
    (word_of(column), 1 << (shift % 64))
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

macro_rules! set_operator {
    ($operator:ident, $method:ident, $combine:expr) => {
        impl $operator for Bitboard {
            type Output = Bitboard;

            fn $method(self, other: Bitboard) -> Bitboard {
                let ([a, b, c], [x, y, z]) = (self.0, other.0);
                let combine: fn(u64, u64) -> u64 = $combine;
                Bitboard([combine(a, x), combine(b, y), combine(c, z)])
            }
        }
    };
}

set_operator!(BitAnd, bitand, |a, b| a & b);
set_operator!(BitOr, bitor, |a, b| a | b);
set_operator!(BitXor, bitxor, |a, b| a ^ b);
set_operator!(Sub, sub, |a, b| a & !b);

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}

impl BitAndAssign for Bitboard {
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
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
pub struct Cells(Bitboard);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        for (index, word) in (0..).zip(&mut self.0.0) {
            if *word != 0 {
                let bit = word.trailing_zeros() as u8;
                *word &= *word - 1;
                let column = Column::wrapped(index * 4 + bit / 16);
                return Some(Cell::in_column(column, bit % 16));
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Cells {}

/// Draws the set as [`Bitboard::drawn`] reads it, all twelve rows.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..MAX_SIDE).rev() {
            for column in 0..MAX_SIDE {
                let cell = Cell::in_column(Column::wrapped(column), row);
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

    fn everywhere() -> impl Iterator<Item = Cell> {
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
    fn iteration_visits_each_cell_once() {
        assert_eq!(everywhere().count(), 144);
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
