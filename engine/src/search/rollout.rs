//! Rollouts: games played out at random from a leaf.

use rand_core::Rng;

use super::config::{RolloutPolicy, Tactics};
use super::geometry::Geometry;
use super::lcg::Lcg;
use super::side::Side;
use super::threat_map::ThreatMap;

/// How a rollout ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct RolloutResult {
    /// The winner, or `None` for a draw.
    pub(super) winner: Option<Side>,
    /// How many stones were dropped.
    pub(super) plies: u32,
}

impl RolloutPolicy {
    /// Plays on until the result is known; the last stone fell into the
    /// column `last`.
    pub(super) fn play(
        self,
        geometry: &Geometry,
        threats: &mut ThreatMap,
        side: Side,
        last: usize,
        rng: &mut impl Rng,
    ) -> RolloutResult {
        let mut rollout =
            Rollout { geometry, threats, last, lcg: Lcg::new(rng) };
        match self {
            RolloutPolicy::Uniform => rollout.uniform(side),
            RolloutPolicy::Tactical => rollout.tactical::<false, false>(side),
            RolloutPolicy::Reserve => rollout.tactical::<true, false>(side),
            RolloutPolicy::Follow => rollout.tactical::<true, true>(side),
        }
    }
}

/// A game that is played out.
struct Rollout<'a> {
    geometry: &'a Geometry,
    threats: &'a mut ThreatMap,
    /// The column of the last stone.
    last: usize,
    lcg: Lcg,
}

impl Rollout<'_> {
    fn uniform(&mut self, mut side: Side) -> RolloutResult {
        let mut plies = 0;
        while !self.threats.open().is_empty() {
            let column = self.lcg.pick(self.threats.open());
            if self.threats.wins_now(side).contains(column) {
                return RolloutResult { winner: Some(side), plies };
            }
            self.threats.drop_stone(self.geometry, column, side);
            side = side.other();
            plies += 1;
        }
        RolloutResult { winner: None, plies }
    }

    /// Each side has its own copy of the ply's code, in which everything
    /// about the side is a constant.
    fn tactical<const RESERVE: bool, const FOLLOW: bool>(
        &mut self,
        side: Side,
    ) -> RolloutResult {
        let mut plies = 0;
        let mut skipped = side == Side::SECOND;
        loop {
            if !skipped {
                let ended = self.ply::<RESERVE, FOLLOW>(Side::FIRST);
                if let Some(winner) = ended {
                    return RolloutResult { winner, plies };
                }
                plies += 1;
            }
            skipped = false;
            let ended = self.ply::<RESERVE, FOLLOW>(Side::SECOND);
            if let Some(winner) = ended {
                return RolloutResult { winner, plies };
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
        let found = Tactics::ALL.moves(self.threats, side);
        if let Some(proof) = found.proof {
            return Some(proof.wdl.winner(side));
        }
        let mut moves = found.moves;
        if RESERVE && found.free {
            let unreserved = moves & !self.threats.wins_after(side);
            if !unreserved.is_empty() {
                moves = unreserved;
            }
        }
        let column = if FOLLOW {
            self.lcg.pick_or(self.last, moves)
        } else {
            self.lcg.pick(moves)
        };
        self.last = column;
        self.threats.drop_stone(self.geometry, column, side);
        None
    }
}
