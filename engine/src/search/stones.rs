//! Who holds which cell.

use super::geometry::MARGIN;
use super::side::Side;

/// The stones of both players: a word for each row, the column in the bit,
/// with the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stones(pub(super) [u32; 16]);

impl Stones {
    pub(super) const NONE: Stones = Stones([0; 16]);

    /// Whose stone lies in a cell.
    #[inline(always)]
    pub(super) fn holder(&self, row: usize, column: usize) -> Option<Side> {
        debug_assert!(row < 16 && column < 16);
        let stones = self.0[row % 16] >> (column % 16);
        if stones & 1 << MARGIN << Side::FIRST.shift() != 0 {
            Some(Side::FIRST)
        } else if stones & 1 << MARGIN << Side::SECOND.shift() != 0 {
            Some(Side::SECOND)
        } else {
            None
        }
    }
}
