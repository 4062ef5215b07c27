//! What is known about a position without searching.

use super::config::Tactics;
use super::node::{Proof, Wdl};
use super::threat_map::{Columns, Geometry, Side, ThreatMap};

/// The moves to consider, and the result if it is certain.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    pub(crate) moves: Columns,
    pub(crate) proof: Option<Proof>,
    /// Whether the moves are all that the position offers, none of them
    /// forced.
    pub(crate) free: bool,
}

impl Verdict {
    const fn proven(moves: Columns, wdl: Wdl, distance: u8) -> Verdict {
        let proof = Some(Proof::new(wdl, distance));
        Verdict { moves, proof, free: false }
    }
}

impl Tactics {
    /// Looks at wins, blocks and cells to avoid.
    #[inline(always)]
    pub(crate) fn verdict(self, threats: &ThreatMap, side: Side) -> Verdict {
        let open = threats.open();
        let wins = threats.wins_now(side);
        if self.win && wins != 0 {
            return Verdict::proven(wins, Wdl::Win, 1);
        }
        let blocks = threats.wins_now(side.other());
        let under =
            if self.avoid { threats.wins_after(side.other()) } else { 0 };
        if self.block && blocks != 0 {
            if blocks & (blocks - 1) != 0 || blocks & under != 0 {
                return Verdict::proven(blocks, Wdl::Loss, 2);
            }
            return Verdict { moves: blocks, proof: None, free: false };
        }
        let moves = open & !under;
        if moves != 0 {
            return Verdict { moves, proof: None, free: true };
        }
        if open == 0 {
            return Verdict::proven(0, Wdl::Draw, 0);
        }
        Verdict::proven(open, Wdl::Loss, 2)
    }

    /// The verdict, and if it leaves the result open, whether a double
    /// threat decides the game.
    pub(crate) fn full_verdict(
        self,
        geometry: &Geometry,
        threats: &ThreatMap,
        side: Side,
    ) -> Verdict {
        let verdict = self.verdict(threats, side);
        if !self.win || !self.double || verdict.proof.is_some() {
            return verdict;
        }
        match doubles(geometry, threats, side, verdict.moves) {
            0 => verdict,
            winning => Verdict::proven(winning, Wdl::Win, 3),
        }
    }
}

/// Those of the moves that leave the opponent without a win at once and make
/// two threats: in two columns, or one above the other.
pub(crate) fn doubles(
    geometry: &Geometry,
    threats: &ThreatMap,
    side: Side,
    moves: Columns,
) -> Columns {
    let mut doubles = 0;
    for column in columns(moves) {
        if !threats.makes_threat(column, side) {
            continue;
        }
        let mut next = *threats;
        next.drop(geometry, column, side);
        let threats = next.wins_now(side);
        let several = threats & threats.wrapping_sub(1) != 0
            || threats & next.wins_after(side) != 0;
        if several && next.wins_now(side.other()) == 0 {
            doubles |= 1 << column;
        }
    }
    doubles
}

/// The columns of a set, from the left.
pub(crate) fn columns(set: Columns) -> impl Iterator<Item = usize> {
    (0..16).filter(move |column| set >> column & 1 != 0)
}
