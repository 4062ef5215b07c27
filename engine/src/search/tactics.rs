//! What is known about a position's moves without searching.

use super::column_set::ColumnSet;
use super::config::Tactics;
use super::geometry::Geometry;
use super::proof::{Proof, Wdl};
use super::side::Side;
use super::threat_map::ThreatMap;

/// What `docs/SEARCH.md` calls the verdict on a position: the moves to
/// consider, and the result if it is certain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Verdict {
    pub(super) moves: ColumnSet,
    pub(super) proof: Option<Proof>,
    /// Whether neither a win nor a block is forced.
    pub(super) free: bool,
}

impl Verdict {
    const fn proven(moves: ColumnSet, wdl: Wdl, distance: u8) -> Verdict {
        let proof = Some(Proof::new(wdl, distance));
        Verdict { moves, proof, free: false }
    }
}

impl Tactics {
    /// Looks at wins, blocks and cells to avoid.
    #[inline(always)]
    pub(super) fn verdict(self, threats: &ThreatMap, side: Side) -> Verdict {
        let open = threats.open();
        let wins = threats.wins_now(side);
        if !wins.is_empty() {
            if self.win {
                return Verdict::proven(wins, Wdl::Win, 1);
            }
            return Verdict { moves: open, proof: None, free: true };
        }
        let blocks = threats.wins_now(side.other());
        let under = if self.avoid {
            threats.wins_after(side.other())
        } else {
            ColumnSet::EMPTY
        };
        if self.block && !blocks.is_empty() {
            if blocks.more_than_one() || !(blocks & under).is_empty() {
                return Verdict::proven(blocks, Wdl::Loss, 2);
            }
            return Verdict { moves: blocks, proof: None, free: false };
        }
        let moves = open & !under;
        if !moves.is_empty() {
            return Verdict { moves, proof: None, free: true };
        }
        if open.is_empty() {
            return Verdict::proven(open, Wdl::Draw, 0);
        }
        Verdict::proven(open, Wdl::Loss, 2)
    }

    /// As [`Tactics::verdict`]; where the result is open, looks for a double
    /// threat as well.
    pub(super) fn verdict_with_doubles(
        self,
        geometry: &Geometry,
        threats: &ThreatMap,
        side: Side,
    ) -> Verdict {
        let found = self.verdict(threats, side);
        if !self.win || !self.double || found.proof.is_some() {
            return found;
        }
        let winning = doubles(geometry, threats, side, found.moves);
        if winning.is_empty() {
            found
        } else {
            Verdict::proven(winning, Wdl::Win, 3)
        }
    }
}

/// Those of the moves that leave the opponent without a win at once and make
/// two threats: in two columns, or one above the other.
pub(super) fn doubles(
    geometry: &Geometry,
    threats: &ThreatMap,
    side: Side,
    moves: ColumnSet,
) -> ColumnSet {
    let mut doubles = ColumnSet::EMPTY;
    for column in moves.iter() {
        if !threats.makes_threat(column, side) {
            continue;
        }
        let next = threats.wins_with(geometry, column, side);
        let now = next.now(side);
        let several =
            now.more_than_one() || !(now & next.after(side)).is_empty();
        if several && next.now(side.other()).is_empty() {
            doubles = doubles.with(column);
        }
    }
    doubles
}
