//! What is known about a position without searching.

use super::config::Tactics;
use super::field::{Columns, Field, Ground, Side};
use super::node::{Fate, Proof};

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
    const fn proven(moves: Columns, fate: Fate, distance: u8) -> Verdict {
        let proof = Some(Proof::new(fate, distance));
        Verdict { moves, proof, free: false }
    }
}

impl Tactics {
    /// Looks at wins, blocks and cells to avoid.
    #[inline(always)]
    pub(crate) fn verdict(self, field: &Field, side: Side) -> Verdict {
        let open = field.open();
        let wins = field.wins_now(side);
        if self.win && wins != 0 {
            return Verdict::proven(wins, Fate::Win, 1);
        }
        let blocks = field.wins_now(side.other());
        let under = if self.avoid { field.wins_after(side.other()) } else { 0 };
        if self.block && blocks != 0 {
            if blocks & (blocks - 1) != 0 || blocks & under != 0 {
                return Verdict::proven(blocks, Fate::Loss, 2);
            }
            return Verdict { moves: blocks, proof: None, free: false };
        }
        let moves = open & !under;
        if moves != 0 {
            return Verdict { moves, proof: None, free: true };
        }
        if open == 0 {
            return Verdict::proven(0, Fate::Draw, 0);
        }
        Verdict::proven(open, Fate::Loss, 2)
    }

    /// The verdict, and if it leaves the result open, whether a double
    /// threat decides the game.
    pub(crate) fn full_verdict(
        self,
        ground: &Ground,
        field: &Field,
        side: Side,
    ) -> Verdict {
        let verdict = self.verdict(field, side);
        if !self.win || !self.double || verdict.proof.is_some() {
            return verdict;
        }
        match doubles(ground, field, side, verdict.moves) {
            0 => verdict,
            winning => Verdict::proven(winning, Fate::Win, 3),
        }
    }
}

/// Those of the moves that leave the opponent without a win at once and make
/// two threats: in two columns, or one above the other.
pub(crate) fn doubles(
    ground: &Ground,
    field: &Field,
    side: Side,
    moves: Columns,
) -> Columns {
    let mut doubles = 0;
    for column in columns(moves) {
        if !field.stirs(column, side) {
            continue;
        }
        let mut next = *field;
        next.drop(ground, column, side);
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
