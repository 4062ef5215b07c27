//! The board's geometry: what stays the same during a game.

use super::stack::Stack;
use crate::{Board, Column};

/// A line has three columns to spare at its lower end, so that a stone's
/// neighbours are always the seven bits from its column on; and the cells of
/// a board have as many, so that a four may seem to end outside.
pub(super) const MARGIN: usize = 3;

/// The cells of a board, column by column.
///
/// A column is a stack of places, counted from the bottom without the
/// forbidden cell: the next place above is always the next number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    /// The cells of each column, with the margin; the lowest row in bit 3.
    cells: [u32; 32],
    /// How many places each column has.
    places: [u8; 16],
    /// The place from which on each column is one row higher, because the
    /// forbidden cell lies below; beyond all places elsewhere.
    lifted: [u8; 16],
}

const NEVER: u8 = 0x80;

impl Geometry {
    pub(crate) const fn new(board: Board) -> Geometry {
        let mut geometry =
            Geometry { cells: [0; 32], places: [0; 16], lifted: [NEVER; 16] };
        let cells = board.cells();
        let mut index = 0;
        while index < board.columns() {
            let rows = cells.column(Column::wrapped(index));
            let column = index as usize;
            geometry.cells[(column + MARGIN) % 32] = (rows as u32) << MARGIN;
            geometry.places[column % 16] = rows.count_ones() as u8;
            index += 1;
        }
        if let Some(cell) = board.forbidden() {
            let column = cell.column().index() as usize;
            geometry.lifted[column % 16] = cell.row();
        }
        geometry
    }

    /// A column into which `place` stones have fallen, up to a forbidden
    /// cell or to the top: there the counting begins anew.
    pub(super) const fn stack(&self, column: usize, place: u8) -> Stack {
        let (places, lifted) =
            (self.places[column % 16], self.lifted[column % 16]);
        let end = if lifted < places { lifted } else { places };
        if place < end {
            Stack::new(place, place, end - place)
        } else {
            Stack::new(place + 1, place, places.saturating_sub(place))
        }
    }

    /// The place of a row that is not forbidden.
    pub(super) fn place(&self, column: usize, row: usize) -> u32 {
        let lifted = usize::from(self.lifted[column % 16]);
        row as u32 - u32::from(row > lifted)
    }

    /// Whether a cell can hold a stone; the column is counted from the
    /// margin on, and the row may lie outside the board.
    #[inline(always)]
    pub(super) fn has_cell(&self, margin_column: usize, row: usize) -> bool {
        let bit = 1_u32 << (row.wrapping_add(MARGIN) % 32);
        self.cells[margin_column % 32] & bit != 0
    }
}
