//! Expansion: how nodes get their children.

use rand_core::Rng;

use super::column_set::ColumnSet;
use super::config::{Order, Tactics};
use super::lcg::Lcg;
use super::node::Node;
use super::playout::Descent;
use super::pool::ROOT;
use super::proof::{Proof, Wdl};
use super::side::Side;
use super::threat_map::ThreatMap;
use crate::Engine;

impl Engine<'_> {
    /// Gives the root its children.
    pub(super) fn expand_root(&mut self, side: Side, rng: &mut impl Rng) {
        self.rooted = true;
        if self.pool.node(ROOT).children().is_some() {
            return;
        }
        if self.position.winner().is_some() {
            let over = Proof::new(Wdl::Loss, 0);
            self.pool.node_mut(ROOT).prove(over);
            return;
        }
        let tactics = self.config.tactics;
        let threats = self.threats;
        let found =
            tactics.verdict_with_doubles(&self.geometry, &threats, side);
        self.add_children(ROOT, found.moves, &threats, side, rng);
        let Some(proof) = found.proof else { return };
        if !self.config.proofs && !found.moves.is_empty() {
            return;
        }
        self.pool.node_mut(ROOT).prove(proof);
        let (first, children) = self.pool.children(ROOT);
        for index in first..first + children.len() {
            self.pool.node_mut(index).prove(proof.next());
        }
    }

    /// Gives a leaf its children, or a proof instead, if there is room.
    pub(super) fn expand(
        &mut self,
        index: usize,
        descent: &Descent<'_>,
        rng: &mut impl Rng,
    ) {
        let Descent { threats, side, .. } = descent;
        let tactics = self.tactics_at(index);
        let found =
            tactics.verdict_with_doubles(&self.geometry, threats, *side);
        match found.proof {
            Some(proof) if self.config.proofs => {
                self.pool.node_mut(index).prove(proof);
            }
            _ => self.add_children(index, found.moves, threats, *side, rng),
        }
    }

    fn add_children(
        &mut self,
        index: usize,
        moves: ColumnSet,
        threats: &ThreatMap,
        side: Side,
        rng: &mut impl Rng,
    ) {
        let count = moves.len();
        if count == 0 {
            return;
        }
        let room = self.pool.allocate(index, count, &self.in_flight);
        let Some(first) = room else { return };
        let mut lcg = Lcg::new(rng);
        let mut left = moves;
        for child in first..first + count {
            let column = match self.config.order {
                Order::Random => lcg.pick(left),
                Order::LeftToRight => left.first(),
            };
            left = left.without(column);
            let mut node = Node::new(threats.landing_row(column), column);
            if threats.wins_now(side).contains(column) {
                node.prove(Proof::new(Wdl::Loss, 0));
            }
            *self.pool.node_mut(child) = node;
        }
    }

    /// What is looked at before a node's moves are.
    pub(super) fn tactics_at(&self, index: usize) -> Tactics {
        if index == ROOT || self.config.tactics_everywhere {
            self.config.tactics
        } else {
            Tactics::NONE
        }
    }
}
