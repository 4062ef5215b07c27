//! One playout: down the tree, out of it to the end of a game, and back up.

use heapless::Vec;
use rand_core::Rng;

use super::node::{Node, Proof};
use super::pool::ROOT;
use super::selection::select;
use super::threat_map::{Side, ThreatMap};
use super::tracer::{Phase, Tracer};
use crate::{Engine, MAX_PLIES};

/// The nodes from the root to the one where a playout leaves the tree.
type Path = Vec<u32, { MAX_PLIES + 1 }>;

/// Where a playout has come to.
pub(super) struct Walk {
    pub(super) path: Path,
    pub(super) threats: ThreatMap,
    pub(super) side: Side,
}

/// What a playout brings back up the tree.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) winner: Option<Side>,
    /// How much it counts at the node where it came about.
    pub(super) weight: u8,
}

impl<const NODES: usize> Engine<NODES> {
    pub(super) fn playout(
        &mut self,
        side: Side,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) {
        tracer.enter(Phase::Selection);
        let mut walk = Walk { path: Path::new(), threats: self.threats, side };
        let outcome = self.descend(&mut walk, rng, tracer);
        tracer.enter(Phase::Update);
        self.update(&walk, outcome);
        tracer.leave();
    }

    /// Goes down the tree and out of it, to the end of a game.
    fn descend(
        &mut self,
        walk: &mut Walk,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> Outcome {
        let mut index = ROOT;
        loop {
            // A path is never longer than a game: there is always room.
            let _ = walk.path.push(index as u32);
            let node = self.pool.node(index);
            if let Some(proof) = node.proof() {
                return self.proven(walk.side, proof);
            }
            if let Some(header) = node.children() {
                let (child, column) = self.select(node, header);
                walk.threats.drop(&self.geometry, column, walk.side);
                walk.side = walk.side.other();
                index = child;
                continue;
            }
            let tactics = self.tactics_at(index);
            let verdict = tactics.verdict(&walk.threats, walk.side);
            let is_over = verdict.moves == 0;
            if let Some(proof) = verdict.proof
                && (self.config.proofs || is_over)
            {
                self.pool.node_mut(index).prove(proof);
                return self.proven(walk.side, proof);
            }
            let forced = verdict.moves & verdict.moves.wrapping_sub(1) == 0;
            if forced || node.visits() >= self.config.expand_at {
                tracer.enter(Phase::Expansion);
                self.expand(index, walk, rng);
                tracer.enter(Phase::Selection);
                let node = self.pool.node(index);
                if node.is_proven() || node.children().is_some() {
                    walk.path.pop();
                    continue;
                }
            }
            tracer.enter(Phase::Rollout);
            let ending = self.config.rollout.play(
                &self.geometry,
                &mut walk.threats,
                walk.side,
                node.column_index(),
                rng,
            );
            tracer.plies(ending.plies);
            return Outcome { winner: ending.winner, weight: 1 };
        }
    }

    /// What a proven node brings back, where this side is to move.
    fn proven(&self, side: Side, proof: Proof) -> Outcome {
        let winner = proof.wdl.winner(side);
        let ended = proof.distance == 0;
        Outcome { winner, weight: if ended { self.config.grading } else { 1 } }
    }

    /// The child to go on with, and its column.
    fn select(&self, parent: Node, header: usize) -> (usize, usize) {
        let (first, children) = self.pool.block(header);
        let place = select(self.config.selection, parent, children, &self.rave);
        let column = children.get(place).map_or(0, |node| node.column_index());
        (first + place, column)
    }
}
