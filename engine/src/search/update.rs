//! The way back up the tree: what each node on it learns.

use super::node::{Node, ONE, Proof, Wdl};
use super::playout::{Outcome, Walk};
use super::rave::AMAF_ONE;
use super::threat_map::{Side, ThreatMap};
use crate::Engine;

impl<const NODES: usize> Engine<NODES> {
    /// Takes a result back to the root.
    pub(super) fn update(&mut self, walk: &Walk, mut outcome: Outcome) {
        // The player who moved into the node at hand.
        let mut mover = walk.side.other();
        let mut below = None;
        for &index in walk.path.iter().rev() {
            let index = index as usize;
            let mut node = self.pool.node(index);
            if self.config.proofs
                && !node.is_proven()
                && let Some(child) = below
                && let Some(proof) = self.follows_from(index, child)
            {
                node.prove(proof);
            }
            node.count_visit();
            match node.proof() {
                Some(proof) => {
                    outcome.winner = proof.wdl.winner(mover.other());
                }
                None => {
                    if self.rave.is_on() {
                        self.spread(node, &walk.threats, mover, outcome.winner);
                    }
                    node.average(self.value(outcome, mover));
                }
            }
            *self.pool.node_mut(index) = node;
            outcome.weight = outcome.weight.saturating_sub(1).max(1);
            below = node.proof();
            mover = mover.other();
        }
    }

    /// What a result is worth to the player who moved into a node.
    fn value(&self, outcome: Outcome, mover: Side) -> i32 {
        let full = match self.config.grading {
            0 | 1 => ONE,
            grading => ONE / i32::from(grading) * i32::from(outcome.weight),
        };
        worth(full, outcome.winner, mover)
    }

    /// Tells the children of a node how much better a playout ended than
    /// was to be expected, and who came to hold their cells.
    #[inline(always)]
    fn spread(
        &mut self,
        node: Node,
        threats: &ThreatMap,
        parents_mover: Side,
        winner: Option<Side>,
    ) {
        let for_parents_mover = worth(AMAF_ONE, winner, parents_mover);
        let surprise = ((node.rough_mean() >> 2) - for_parents_mover) >> 1;
        let for_first = match parents_mover {
            Side::SECOND => surprise,
            _ => -surprise,
        };
        for child in self.pool.children_of_mut(node) {
            let row = child.amaf().row();
            match threats.holder(row, child.column_index()) {
                Some(Side::FIRST) => child.amaf_mut().add(for_first),
                Some(_) => child.amaf_mut().add(-for_first),
                None => {}
            }
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

/// What a result is worth to a player for whom a win is worth so much.
#[inline(always)]
fn worth(win: i32, winner: Option<Side>, player: Side) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == player => win,
        Some(_) => -win,
    }
}
