//! The board's geometry: what stays the same during a game.

use super::stack::Stack;
use crate::{Board, Column};

/// A line has three columns to spare at its lower end, so that a stone's
/// neighbours are always the seven bits from its column on; and the cells of
/// a board have as many, so that a four may seem to end outside.
pub(super) const MARGIN: usize = 3;

/// The cells of a board, column by column.
///
/// The height of a cell is the number of stones below it in a full column:
/// its row, or one less above the forbidden cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Geometry {
    /// The cells of each column, with the margin; the lowest row in bit 3.
    cells: [u32; 32],
    /// How many stones each column has room for.
    rooms: [u8; 16],
    /// The height from which on cells lie one row higher, because the
    /// forbidden cell is below; beyond all heights in other columns.
    lifted: [u8; 16],
    /// Tells boards apart.
    key: u32,
}

const NEVER: u8 = 0x80;

impl Geometry {
    pub(crate) const fn new(board: Board) -> Geometry {
        let mut geometry = Geometry {
            cells: [0; 32],
            rooms: [0; 16],
            lifted: [NEVER; 16],
            key: 0,
        };
        geometry.key = board.rows() as u32 | (board.columns() as u32) << 8;
        let cells = board.cells();
        let mut index = 0;
        while index < board.columns() {
            let rows = cells.column(Column::wrapped(index));
            let column = index as usize;
            debug_assert!(column < 16);
            geometry.cells[(column + MARGIN) % 32] = (rows as u32) << MARGIN;
            geometry.rooms[column % 16] = rows.count_ones() as u8;
            index += 1;
        }
        if let Some(cell) = board.forbidden() {
            let column = cell.column().index() as usize;
            geometry.lifted[column % 16] = cell.row();
            let place = 0x80 | cell.row() as u32 | (column as u32) << 8;
            geometry.key |= place << 16;
        }
        geometry
    }

    /// Whether it is that of the same board.
    #[inline(always)]
    pub(super) const fn is_same(&self, other: &Geometry) -> bool {
        self.key == other.key
    }

    /// A column into which `height` stones have fallen, up to a forbidden
    /// cell or to the top: there the counting begins anew.
    pub(super) const fn stack(&self, column: usize, height: u8) -> Stack {
        debug_assert!(column < 16);
        let (room, lifted) =
            (self.rooms[column % 16], self.lifted[column % 16]);
        let end = if lifted < room { lifted } else { room };
        if height < end {
            Stack::new(height, height, end - height)
        } else {
            debug_assert!(height <= room);
            Stack::new(height + 1, height, room.saturating_sub(height))
        }
    }

    /// The height of a cell that is not forbidden.
    pub(super) fn height(&self, row: usize, column: usize) -> u32 {
        debug_assert!(column < 16);
        let lifted = usize::from(self.lifted[column % 16]);
        row as u32 - u32::from(row > lifted)
    }

    /// Whether a cell can hold a stone; the column is counted from the
    /// margin on, and the row may lie outside the board.
    #[inline(always)]
    pub(super) fn has_cell(&self, row: usize, margin_column: usize) -> bool {
        debug_assert!(row.wrapping_add(MARGIN) < 32 && margin_column < 32);
        let bit = 1_u32 << (row.wrapping_add(MARGIN) % 32);
        self.cells[margin_column % 32] & bit != 0
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::collections::BTreeSet;

    use super::*;
    use crate::{MAX_SIDE, MIN_SIDE};

    #[test]
    fn every_board_has_a_key_of_its_own() {
        let (mut keys, mut boards) = (BTreeSet::new(), 0);
        for rows in MIN_SIDE..=MAX_SIDE {
            for columns in MIN_SIDE..=MAX_SIDE {
                let plain = Board::new(rows, columns).unwrap();
                let cells = plain.cells().into_iter();
                let others = cells.map(|it| plain.with_forbidden(it).unwrap());
                for board in others.chain([plain]) {
                    keys.insert(Geometry::new(board).key);
                    boards += 1;
                }
            }
        }
        assert_eq!(keys.len(), boards);
        assert!(boards > 81 * 16, "{boards}");
    }
}
