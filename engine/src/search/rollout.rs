//! Games played out from a leaf, by chance.

use rand_core::Rng;

use super::config::{RolloutPolicy, Tactics};
use super::lcg::Lcg;
use super::threat_map::{Geometry, Side, ThreatMap};

/// How a playout ended: for whom, and how many stones were dropped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ending {
    /// The winner, or `None` for a draw.
    pub(crate) winner: Option<Side>,
    pub(crate) plies: u32,
}

impl RolloutPolicy {
    /// Plays on until the result is known; the last stone fell into the
    /// column `last`.
    pub(crate) fn play(
        self,
        geometry: &Geometry,
        threats: &mut ThreatMap,
        side: Side,
        last: usize,
        rng: &mut impl Rng,
    ) -> Ending {
        let mut game = Game { geometry, threats, last, lcg: Lcg::new(rng) };
        match self {
            RolloutPolicy::Uniform => game.uniform(side),
            RolloutPolicy::Tactical => game.tactical::<false, false>(side),
            RolloutPolicy::Reserve => game.tactical::<true, false>(side),
            RolloutPolicy::Follow => game.tactical::<true, true>(side),
        }
    }
}

/// A game that is played out.
struct Game<'a> {
    geometry: &'a Geometry,
    threats: &'a mut ThreatMap,
    /// The column of the last stone.
    last: usize,
    lcg: Lcg,
}

impl Game<'_> {
    fn uniform(&mut self, mut side: Side) -> Ending {
        let mut plies = 0;
        while self.threats.open() != 0 {
            let column = self.lcg.pick(self.threats.open());
            if self.threats.wins_now(side) >> column & 1 != 0 {
                return Ending { winner: Some(side), plies: plies + 1 };
            }
            self.threats.drop(self.geometry, column, side);
            side = side.other();
            plies += 1;
        }
        Ending { winner: None, plies }
    }

    /// Each side has its own copy of the ply's code, in which everything
    /// about the side is a constant.
    fn tactical<const RESERVE: bool, const FOLLOW: bool>(
        &mut self,
        side: Side,
    ) -> Ending {
        let mut plies = 0;
        let mut skipped = side == Side::SECOND;
        loop {
            if !skipped {
                let ended = self.ply::<RESERVE, FOLLOW>(Side::FIRST);
                if let Some(winner) = ended {
                    return Ending { winner, plies };
                }
                plies += 1;
            }
            skipped = false;
            let ended = self.ply::<RESERVE, FOLLOW>(Side::SECOND);
            if let Some(winner) = ended {
                return Ending { winner, plies };
            }
            plies += 1;
        }
    }

    /// One stone, or the winner if the game is decided.
    #[inline(always)]
    fn ply<const RESERVE: bool, const FOLLOW: bool>(
        &mut self,
        side: Side,
    ) -> Option<Option<Side>> {
        let verdict = Tactics::ALL.verdict(self.threats, side);
        if let Some(proof) = verdict.proof {
            return Some(proof.wdl.winner(side));
        }
        let mut moves = verdict.moves;
        if RESERVE && verdict.free {
            let unreserved = moves & !self.threats.wins_after(side);
            if unreserved != 0 {
                moves = unreserved;
            }
        }
        let column = if FOLLOW {
            self.lcg.pick_or(self.last, moves)
        } else {
            self.lcg.pick(moves)
        };
        self.last = column;
        self.threats.drop(self.geometry, column, side);
        None
    }
}
