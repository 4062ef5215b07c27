//! Backup: what each node on the path learns from a playout.

use super::amaf::AMAF_ONE;
use super::node::Node;
use super::playout::{Descent, PlayoutResult};
use super::proof::{ONE, Proof, Wdl};
use super::side::Side;
use super::threat_map::ThreatMap;
use crate::Engine;

impl Engine<'_> {
    /// Takes a result back to the root.
    pub(super) fn back_up(
        &mut self,
        descent: &Descent,
        mut result: PlayoutResult,
    ) {
        let mut parents_mover = descent.side.other();
        let mut below = None;
        for &index in descent.path.iter().rev() {
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
                    result.winner = proof.wdl.winner(parents_mover.other());
                }
                None => {
                    if self.weights.has_rave() {
                        self.update_amaf(
                            node,
                            &descent.threats,
                            parents_mover,
                            result.winner,
                        );
                    }
                    node.average(self.value(result, parents_mover));
                }
            }
            *self.pool.node_mut(index) = node;
            result.weight = result.weight.saturating_sub(1).max(1);
            below = node.proof();
            parents_mover = parents_mover.other();
        }
    }

    /// What a result is worth to the player who moved into a node.
    fn value(&self, result: PlayoutResult, mover: Side) -> i32 {
        let full = match self.config.grading {
            0 | 1 => ONE,
            grading => ONE / i32::from(grading) * i32::from(result.weight),
        };
        worth(full, result.winner, mover)
    }

    /// Adds a playout to the AMAF statistics of a node's children: how much
    /// better it ended than expected for the holder of each child's cell.
    #[inline(always)]
    fn update_amaf(
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
            match threats.holder(child.row(), child.column_index()) {
                Some(Side::FIRST) => child.add_amaf(for_first),
                Some(_) => child.add_amaf(-for_first),
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
