//! Backup: what each node on the path learns from a playout.

use core::hint::cold_path;

use super::amaf::AMAF_ONE;
use super::in_flight::Shared;
use super::playout::{Path, PlayoutResult};
use super::pool::Pool;
use super::proof::{Proof, Wdl};
use super::score::Score;
use super::side::Side;
use super::stones::Stones;
use crate::Engine;

impl Engine<'_> {
    /// Takes a result back to the root.
    pub(super) fn back_up(
        &mut self,
        path: &Path,
        side: Side,
        stones: &Stones,
        result: PlayoutResult,
    ) {
        if self.in_flight.is_empty() {
            self.update_path::<true>(path, side, stones, result);
        } else {
            self.count_visits(path);
            self.update_path::<false>(path, side, stones, result);
        }
    }

    /// Counts a visit at every node of a path.
    pub(super) fn count_visits(&mut self, path: &Path) {
        for &index in path {
            self.pool.node_mut(index as usize).count_visit();
        }
    }

    /// Takes a result back to the root. If `ALONE`, nothing else is in flight
    /// and visits are counted here; if not, they have been counted already.
    #[inline(always)]
    pub(super) fn update_path<const ALONE: bool>(
        &mut self,
        path: &Path,
        side: Side,
        stones: &Stones,
        mut result: PlayoutResult,
    ) {
        let others =
            if ALONE { Shared::NONE } else { self.in_flight.shared(path) };
        // For the player who moved into the node: the result, as 1 for a win
        // and -1 for a loss, and 1 if that is the first player, else -1.
        let parents_mover = side.other();
        let mut outcome = worth(result.winner, parents_mover);
        let mut first_sign = worth(Some(Side::FIRST), parents_mover);
        let has_rave = self.weights.has_rave();
        let mut win = self.win(result.weight);
        let mut below = None;
        for (depth, &index) in path.iter().enumerate().rev() {
            let index = index as usize;
            if let Some(child) = below {
                cold_path();
                self.prove_by(index, child);
            }
            let node = self.pool.node_mut(index);
            if ALONE {
                node.count_visit();
            }
            below = node.proof();
            if let Some(proof) = below {
                cold_path();
                outcome = proof.score_for_mover().raw().signum();
            } else {
                let expected = node.rough_mean() >> 2;
                node.average(outcome * win, others.through(depth));
                if has_rave && let Some(header) = node.children() {
                    let surprise = (expected - outcome * AMAF_ONE) >> 1;
                    let for_first = -surprise * first_sign;
                    add_samples(&mut self.pool, header, stones, for_first);
                }
            }
            if result.weight > 1 {
                cold_path();
                result.weight -= 1;
                win = self.win(result.weight);
            }
            (outcome, first_sign) = (-outcome, -first_sign);
        }
    }

    /// Proves a node if that follows from its child's proof.
    #[inline(never)]
    fn prove_by(&mut self, index: usize, child: Proof) {
        if self.config.proofs
            && !self.pool.node(index).is_proven()
            && let Some(proof) = self.follows_from(index, child)
        {
            self.pool.node_mut(index).prove(proof);
        }
    }

    /// What a win of this weight is worth to the player who moved into a node.
    fn win(&self, weight: u8) -> i32 {
        let win = Score::WIN.raw();
        match self.config.grading {
            0 | 1 => win,
            grading => win / i32::from(grading) * i32::from(weight),
        }
    }

    /// The proof of a node that follows from its children's, of which one
    /// has just been proven.
    fn follows_from(&self, index: usize, child: Proof) -> Option<Proof> {
        if child.wdl == Wdl::Loss {
            return Some(child.before());
        }
        let (_, children) = self.pool.children(index);
        let mut best = Proof::new(Wdl::Win, 0);
        for child in children {
            let proof = child.proof()?;
            if proof.is_better_than(best) {
                best = proof;
            }
        }
        Some(best.before())
    }
}

/// Adds a playout to the AMAF statistics of a group of children: what it was
/// worth to the first player if he holds a child's cell, the opposite if the
/// second does.
// Out of line: a small chip has registers enough for this alone.
#[inline(never)]
fn add_samples(
    pool: &mut Pool<'_>,
    header: usize,
    stones: &Stones,
    for_first: i32,
) {
    for child in pool.group_mut(header) {
        match stones.holder(child.row(), child.column_index()) {
            Some(Side::FIRST) => child.add_amaf(for_first),
            Some(_) => child.add_amaf(-for_first),
            None => {}
        }
    }
}

/// A result as a player sees it: 1 for a win, -1 for a loss.
fn worth(winner: Option<Side>, player: Side) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == player => 1,
        Some(_) => -1,
    }
}
