//! One playout: down the tree, a rollout out of it, and back up.

use heapless::Vec;
use rand_core::Rng;

use super::node::Node;
use super::pool::ROOT;
use super::proof::Proof;
use super::selection::select;
use super::side::Side;
use super::threat_map::ThreatMap;
use super::tracer::{Phase, Tracer};
use crate::{Engine, MAX_PLIES};

/// The nodes from the root to the one where a playout leaves the tree.
type Path = Vec<u32, { MAX_PLIES + 1 }>;

/// Where a playout has come to.
pub(super) struct Descent {
    pub(super) path: Path,
    pub(super) threats: ThreatMap,
    pub(super) side: Side,
}

/// What a playout brings back up the tree.
#[derive(Clone, Copy)]
pub(super) struct PlayoutResult {
    pub(super) winner: Option<Side>,
    /// How much it counts at the node where it came about.
    pub(super) weight: u8,
}

impl Engine<'_> {
    pub(super) fn playout(
        &mut self,
        side: Side,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) {
        tracer.enter(Phase::Selection);
        let mut descent =
            Descent { path: Path::new(), threats: self.threats, side };
        let result = self.descend(&mut descent, rng, tracer);
        tracer.enter(Phase::Backup);
        self.back_up(&descent, result);
        tracer.leave();
    }

    /// Goes down the tree and out of it, to the end of a game.
    fn descend(
        &mut self,
        descent: &mut Descent,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> PlayoutResult {
        let mut index = ROOT;
        loop {
            let pushed = descent.path.push(index as u32);
            debug_assert!(pushed.is_ok(), "a path is no longer than a game");
            let node = self.pool.node(index);
            if let Some(proof) = node.proof() {
                return self.proven(descent.side, proof);
            }
            if let Some(header) = node.children() {
                let (child, column) = self.select(node, header);
                descent.threats.drop_stone(
                    &self.geometry,
                    column,
                    descent.side,
                );
                descent.side = descent.side.other();
                index = child;
                continue;
            }
            let tactics = self.tactics_at(index);
            let found = tactics.moves(&descent.threats, descent.side);
            let is_over = found.moves.is_empty();
            if let Some(proof) = found.proof
                && (self.config.proofs || is_over)
            {
                self.pool.node_mut(index).prove(proof);
                return self.proven(descent.side, proof);
            }
            let forced = !found.moves.more_than_one();
            if forced || node.visits() >= self.config.expand_at {
                tracer.enter(Phase::Expansion);
                self.expand(index, descent, rng);
                tracer.enter(Phase::Selection);
                let node = self.pool.node(index);
                if node.is_proven() || node.children().is_some() {
                    descent.path.pop();
                    continue;
                }
            }
            tracer.enter(Phase::Rollout);
            let rollout = self.config.rollout.play(
                &self.geometry,
                &mut descent.threats,
                descent.side,
                node.column_index(),
                rng,
            );
            tracer.plies(rollout.plies);
            return PlayoutResult { winner: rollout.winner, weight: 1 };
        }
    }

    /// What a proven node brings back, where this side is to move.
    fn proven(&self, side: Side, proof: Proof) -> PlayoutResult {
        let winner = proof.wdl.winner(side);
        let ended = proof.distance == 0;
        let weight = if ended { self.config.grading } else { 1 };
        PlayoutResult { winner, weight }
    }

    /// The child to go on with, and its column.
    fn select(&self, parent: Node, header: usize) -> (usize, usize) {
        let (first, children) = self.pool.block(header);
        let place = select(&self.config, parent, children, &self.weights);
        debug_assert!(place < children.len());
        let column = children.get(place).map_or(0, |node| node.column_index());
        (first + place, column)
    }
}
