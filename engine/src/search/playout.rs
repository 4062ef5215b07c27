//! Games played out from a leaf, by chance.

use rand_core::Rng;

use super::config::{Playout, Tactics};
use super::field::{Field, Ground, Side};
use super::node::Fate;
use super::pick::pick;

/// How a playout ended: for whom, and how many stones were dropped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// The winner, or `None` for a draw.
    pub(crate) winner: Option<Side>,
    pub(crate) plies: u32,
}

impl Playout {
    /// Plays on until the result is known.
    pub(crate) fn play(
        self,
        ground: &Ground,
        field: &mut Field,
        side: Side,
        rng: &mut impl Rng,
    ) -> Ending {
        match self {
            Playout::Uniform => uniform(ground, field, side, rng),
            Playout::Tactical => tactical::<false>(ground, field, side, rng),
            Playout::Reserve => tactical::<true>(ground, field, side, rng),
        }
    }
}

fn uniform(
    ground: &Ground,
    field: &mut Field,
    mut side: Side,
    rng: &mut impl Rng,
) -> Ending {
    let mut plies = 0;
    while field.open() != 0 {
        let column = pick(rng, field.open());
        if field.wins_now(side) >> column & 1 != 0 {
            return Ending { winner: Some(side), plies: plies + 1 };
        }
        field.drop(ground, column, side);
        side = side.other();
        plies += 1;
    }
    Ending { winner: None, plies }
}

/// Each side has its own copy of the ply's code, in which everything about
/// the side is a constant.
fn tactical<const RESERVE: bool>(
    ground: &Ground,
    field: &mut Field,
    side: Side,
    rng: &mut impl Rng,
) -> Ending {
    let mut plies = 0;
    let mut skipped = side == Side::SECOND;
    loop {
        if !skipped {
            let ended = ply::<RESERVE>(ground, field, Side::FIRST, rng);
            if let Some(winner) = ended {
                return Ending { winner, plies };
            }
            plies += 1;
        }
        skipped = false;
        let ended = ply::<RESERVE>(ground, field, Side::SECOND, rng);
        if let Some(winner) = ended {
            return Ending { winner, plies };
        }
        plies += 1;
    }
}

/// One stone, or the winner if the game is decided.
#[inline(always)]
fn ply<const RESERVE: bool>(
    ground: &Ground,
    field: &mut Field,
    side: Side,
    rng: &mut impl Rng,
) -> Option<Option<Side>> {
    let verdict = Tactics::ALL.verdict(field, side);
    if let Some(proof) = verdict.proof {
        return Some(match proof.fate {
            Fate::Win => Some(side),
            Fate::Draw => None,
            Fate::Loss => Some(side.other()),
        });
    }
    let mut moves = verdict.moves;
    if RESERVE && verdict.free {
        let unreserved = moves & !field.wins_after(side);
        if unreserved != 0 {
            moves = unreserved;
        }
    }
    let column = pick(rng, moves);
    field.drop(ground, column, side);
    None
}
