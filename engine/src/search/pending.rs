//! Moves on the way to a leaf that are still to be made.

use super::geometry::Geometry;
use super::side::Side;
use super::threat_map::ThreatMap;

pub(super) const CAPACITY: usize = 32;

/// Columns in which stones are to be dropped in turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingMoves {
    columns: [u8; CAPACITY],
    length: usize,
}

impl PendingMoves {
    pub(super) const NONE: PendingMoves =
        PendingMoves { columns: [0; CAPACITY], length: 0 };

    #[inline(always)]
    pub(super) const fn clear(&mut self) {
        self.length = 0;
    }

    #[inline(always)]
    pub(super) const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Whether there is no room for another move.
    #[inline(always)]
    pub(super) const fn is_full(&self) -> bool {
        self.length >= CAPACITY
    }

    /// Adds a move, if there is room.
    #[inline(always)]
    pub(super) fn push(&mut self, column: usize) {
        debug_assert!(!self.is_full());
        if let Some(place) = self.columns.get_mut(self.length) {
            *place = column as u8;
            self.length += 1;
        }
    }

    /// Makes the moves, after which it is this side's turn.
    #[inline(always)]
    pub(super) fn make(
        &mut self,
        geometry: &Geometry,
        threats: &mut ThreatMap,
        next: Side,
    ) {
        let columns = self.columns.iter().take(self.length);
        let columns = columns.map(|&column| column.into());
        let first = next.before(self.length);
        threats.drop_in_turn(geometry, columns, first);
        self.clear();
    }
}
