//! Previews: what the expansion of a leaf will find.
//!
//! A rollout begins with the threats of its leaf. So it can look at the
//! leaf's moves as well, if the leaf is soon to be expanded. The core that
//! walks the tree then finds them there, and does not have to make the moves
//! that lead to the leaf. The tree is the same with and without.

use core::num::NonZeroU32;

use super::column_set::ColumnSet;
use super::config::Tactics;
use super::geometry::Geometry;
use super::side::Side;
use super::tactics::is_double;
use super::threat_map::ThreatMap;
use crate::MAX_SIDE;

/// What the expansion of a leaf will find, in 24 bits: the moves in the lower
/// half, and those of them that are quiet in the upper half. No move at all
/// stands for a double threat. Bit 24 is always set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preview(NonZeroU32);

const HALF: u32 = 12;
const ALWAYS: NonZeroU32 = NonZeroU32::new(1 << (2 * HALF)).unwrap();
const _: () = assert!(MAX_SIDE as u32 <= HALF);

impl Preview {
    /// Of a position, with all tactics; `None` if its result is certain
    /// without a double threat.
    #[inline(never)]
    pub(super) fn of(
        geometry: &Geometry,
        threats: &ThreatMap,
        side: Side,
    ) -> Option<Preview> {
        let found = Tactics::ALL.verdict(threats, side);
        if found.proof.is_some() {
            return None;
        }
        let mut quiet = ColumnSet::EMPTY;
        // What the opponent could play without filling the cell under a threat.
        let safe = threats.open() & !threats.wins_after(side);
        for column in found.moves.iter() {
            let leaves_choice = safe.without(column).more_than_one();
            if leaves_choice && !threats.makes_threat(column, side) {
                quiet = quiet.with(column);
                continue;
            }
            let (open, wins) = threats.with_stone(geometry, column, side);
            if is_double(wins, side) {
                return Some(Preview::from_bits(0));
            }
            let next = Tactics::ALL.verdict_on(open, wins, side.other());
            if next.is_quiet() {
                quiet = quiet.with(column);
            }
        }
        Some(Preview::from_bits(found.moves.bits() | quiet.bits() << HALF))
    }

    #[inline(always)]
    pub(super) fn from_bits(bits: u32) -> Preview {
        Preview(ALWAYS | bits)
    }

    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        self.0.get() & !ALWAYS.get()
    }

    /// The moves; `None` if one of them makes a double threat.
    pub(super) const fn moves(self) -> Option<ColumnSet> {
        let moves = ColumnSet::from_bits(self.bits() & ((1 << HALF) - 1));
        if moves.is_empty() { None } else { Some(moves) }
    }

    /// Whether the tactics after a move leave a choice.
    pub(super) const fn is_quiet(self, column: usize) -> bool {
        ColumnSet::from_bits(self.bits() >> HALF).contains(column)
    }
}

#[cfg(test)]
mod tests {
    use super::super::lcg::Lcg;
    use super::*;
    use crate::{Board, generator};

    /// Every position of games at random: the preview is what the tactics say
    /// of it, and of the positions after its moves.
    #[test]
    fn a_preview_is_what_an_expansion_finds() {
        let mut lcg = Lcg::new(&mut generator(1));
        let (mut open, mut won, mut loud) = (0, 0, 0);
        for _ in 0..300 {
            let board = Board::new(9, 12).unwrap();
            let geometry = Geometry::new(board);
            let mut threats = ThreatMap::empty(&geometry, board);
            let mut side = Side::FIRST;
            loop {
                let preview = Preview::of(&geometry, &threats, side);
                let found = Tactics::ALL
                    .verdict_with_doubles(&geometry, &threats, side);
                let Some(preview) = preview else {
                    assert!(found.proof.is_some());
                    break;
                };
                let moves = match found.proof {
                    Some(_) => ColumnSet::EMPTY,
                    None => found.moves,
                };
                assert_eq!(preview.moves().unwrap_or_default(), moves);
                open += u32::from(!moves.is_empty());
                won += u32::from(moves.is_empty());
                for column in moves.iter() {
                    let mut next = threats;
                    next.drop_stone(&geometry, column, side);
                    let next = Tactics::ALL.verdict(&next, side.other());
                    loud += u32::from(!next.is_quiet());
                    assert_eq!(preview.is_quiet(column), next.is_quiet());
                }
                let column = lcg.pick(threats.open());
                threats.drop_stone(&geometry, column, side);
                side = side.other();
            }
        }
        assert!(open > 1000 && won > 10 && loud > 100, "{open} {won} {loud}");
    }
}
