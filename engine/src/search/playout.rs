//! One playout: down the tree, a rollout out of it, and back up.

use heapless::Vec;
use rand_core::Rng;

use super::lcg::Lcg;
use super::node::Node;
use super::pool::ROOT;
use super::proof::Proof;
use super::rollout::{OpenLeaf, RolloutEnd, RolloutResult};
use super::selection::select;
use super::side::Side;
use super::threat_map::ThreatMap;
use super::tracer::{Phase, Tracer};
use crate::{Engine, MAX_PLIES};

/// The nodes from the root to the one where a playout leaves the tree.
pub(super) type Path = Vec<u32, { MAX_PLIES + 1 }>;

/// Where a playout has come to.
pub(super) struct Descent<'t> {
    pub(super) path: Path,
    pub(super) threats: &'t mut ThreatMap,
    pub(super) side: Side,
}

impl<'t> Descent<'t> {
    pub(super) fn new(threats: &'t mut ThreatMap, side: Side) -> Descent<'t> {
        Descent { path: Path::new(), threats, side }
    }
}

/// What a playout brings back up the tree.
#[derive(Clone, Copy)]
pub(super) struct PlayoutResult {
    pub(super) winner: Option<Side>,
    /// How much it counts at the node where it came about.
    pub(super) weight: u8,
}

impl From<RolloutEnd> for PlayoutResult {
    fn from(end: RolloutEnd) -> PlayoutResult {
        PlayoutResult { winner: end.winner, weight: 1 }
    }
}

/// What a descent ends with.
pub(super) enum Leaf {
    /// A result.
    Known(PlayoutResult),
    /// A game to be played out.
    Open(OpenLeaf),
}

impl Engine<'_> {
    /// One playout from its begin to its end; or, where results may be in
    /// flight, to the end of the oldest that are too many.
    pub(super) fn playout(
        &mut self,
        side: Side,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) {
        tracer.enter(Phase::Selection);
        let mut threats = self.threats;
        let mut descent = Descent::new(&mut threats, side);
        let leaf = self.descend(&mut descent, rng, tracer);
        let Descent { path, side, threats } = &mut descent;
        let side = *side;
        let end = match leaf {
            Leaf::Known(result) => {
                tracer.enter(Phase::Backup);
                self.back_up(path, side, threats.stones(), result);
                tracer.leave();
                return;
            }
            Leaf::Open(OpenLeaf { policy, side, last, lcg }) => {
                tracer.enter(Phase::Rollout);
                policy.play(&self.geometry, threats, side, last, lcg)
            }
        };
        tracer.plies(end.plies);
        tracer.enter(Phase::Backup);
        if self.max_in_flight == 1 {
            self.back_up(path, side, threats.stones(), end.into());
        } else {
            let stones = *threats.stones();
            self.launch(path, side, Some(RolloutResult { end, stones }));
            self.land_known();
        }
        tracer.leave();
    }

    /// Goes down the tree to where it ends.
    pub(super) fn descend(
        &mut self,
        descent: &mut Descent<'_>,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> Leaf {
        let mut index = ROOT;
        loop {
            let pushed = descent.path.push(index as u32);
            debug_assert!(pushed.is_ok(), "a path is no longer than a game");
            let node = self.pool.node(index);
            if let Some(proof) = node.proof() {
                return Leaf::Known(self.proven(descent.side, proof));
            }
            if let Some(header) = node.children() {
                let (child, column) = self.select(node, header);
                index = child;
                descent.threats.drop_stone(
                    &self.geometry,
                    column,
                    descent.side,
                );
                descent.side = descent.side.other();
                continue;
            }
            let tactics = self.tactics_at(index);
            let found = tactics.moves(descent.threats, descent.side);
            let is_over = found.moves.is_empty();
            if let Some(proof) = found.proof
                && (self.config.proofs || is_over)
            {
                self.pool.node_mut(index).prove(proof);
                return Leaf::Known(self.proven(descent.side, proof));
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
            return Leaf::Open(OpenLeaf {
                policy: self.config.rollout,
                side: descent.side,
                last: node.column_index(),
                lcg: Lcg::new(rng),
            });
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
        let (first, children) = self.pool.group(header);
        let offset = select(&self.config, parent, children, &self.weights);
        let child = children.get(offset);
        debug_assert!(child.is_some());
        (first + offset, child.map_or(0, |child| child.column_index()))
    }
}
