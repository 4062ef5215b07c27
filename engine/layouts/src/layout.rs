//! What every layout can do.

use core::fmt::Debug;

use crate::Board;

/// A position in a layout of its own. Sides are 0, who begins, and 1.
///
/// Nothing is checked: a column must be on the board and, to be played, have
/// room; only the last stone may be taken back; the game ends with a four.
pub trait Layout: Clone + Debug {
    /// A set of cells.
    type Cells: Copy + Debug;

    /// The empty board, if this layout can hold it.
    fn new(board: Board) -> Option<Self>;

    /// Whether the column has room for a stone.
    fn can_play(&self, col: usize) -> bool;

    /// Drops a stone of the side to move: does it make four in line?
    fn play(&mut self, col: usize) -> bool;

    /// Takes back the stone that was dropped last, which was in `col`.
    fn undo(&mut self, col: usize);

    /// Empty cells that would make four for a side, in reach or not.
    fn winning_cells(&self, side: usize) -> Self::Cells;

    /// How many cells are in a set.
    fn count(cells: Self::Cells) -> u32;
}
