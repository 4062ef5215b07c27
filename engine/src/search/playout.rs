//! Games played out from a leaf, by chance.

use rand_core::Rng;

use super::config::{Playout, Tactics};
use super::field::{Field, Ground, Side};
use super::node::Fate;
use super::pick::Dice;

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
        let dice = Dice::new(rng);
        match self {
            Playout::Uniform => uniform(ground, field, side, dice),
            Playout::Tactical => tactical::<false>(ground, field, side, dice),
            Playout::Reserve => tactical::<true>(ground, field, side, dice),
        }
    }
}

fn uniform(
    ground: &Ground,
    field: &mut Field,
    mut side: Side,
    mut dice: Dice,
) -> Ending {
    let mut plies = 0;
    while field.open() != 0 {
        let column = dice.pick(field.open());
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
    mut dice: Dice,
) -> Ending {
    let mut plies = 0;
    let mut skipped = side == Side::SECOND;
    loop {
        if !skipped {
            let ended = ply::<RESERVE>(ground, field, Side::FIRST, &mut dice);
            if let Some(winner) = ended {
                return Ending { winner, plies };
            }
            plies += 1;
        }
        skipped = false;
        let ended = ply::<RESERVE>(ground, field, Side::SECOND, &mut dice);
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
    dice: &mut Dice,
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
    let column = dice.pick(moves);
    field.drop(ground, column, side);
    None
}
