//! What is known about a position's moves without searching.

use super::column_set::ColumnSet;
use super::config::Tactics;
use super::geometry::Geometry;
use super::proof::{Proof, Wdl};
use super::side::Side;
use super::threat_map::{ThreatMap, Wins};

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
    /// Whether there is no proof, and a choice.
    #[inline(always)]
    pub(super) const fn is_quiet(&self) -> bool {
        self.proof.is_none() && self.moves.more_than_one()
    }

    const fn proven(moves: ColumnSet, wdl: Wdl, distance: u8) -> Verdict {
        let proof = Some(Proof::new(wdl, distance));
        Verdict { moves, proof, free: false }
    }
}

impl Tactics {
    /// Looks at wins, blocks and cells to avoid.
    #[inline(always)]
    pub(super) fn verdict(self, threats: &ThreatMap, side: Side) -> Verdict {
        self.verdict_on(threats.open(), threats.wins(), side)
    }

    /// The same by the columns with room and the wins alone.
    #[inline(always)]
    pub(super) fn verdict_on(
        self,
        open: ColumnSet,
        wins: Wins,
        side: Side,
    ) -> Verdict {
        let own = wins.now(side);
        if !own.is_empty() {
            if self.win {
                return Verdict::proven(own, Wdl::Win, 1);
            }
            return Verdict { moves: open, proof: None, free: true };
        }
        let blocks = wins.now(side.other());
        let under = if self.avoid {
            wins.after(side.other())
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
        let (_, next) = threats.with_stone(geometry, column, side);
        if is_double(next, side) {
            doubles = doubles.with(column);
        }
    }
    doubles
}

/// Whether this side, which has just moved, has two threats, and the opponent
/// no win at once.
#[inline(always)]
pub(super) fn is_double(wins: Wins, side: Side) -> bool {
    let now = wins.now(side);
    let several = now.more_than_one() || !(now & wins.after(side)).is_empty();
    several && wins.now(side.other()).is_empty()
}
