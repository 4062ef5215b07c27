//! How nodes get their children.

use rand_core::Rng;

use super::config::{Order, Tactics};
use super::lcg::Lcg;
use super::node::{Node, Proof, Wdl};
use super::playout::Walk;
use super::pool::ROOT;
use super::tactics::{Verdict, columns};
use super::threat_map::{Columns, Side, ThreatMap};
use crate::Engine;

impl<const NODES: usize> Engine<NODES> {
    /// Gives the root its children.
    pub(super) fn expand_root(&mut self, side: Side, rng: &mut impl Rng) {
        if self.rooted {
            return;
        }
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
        let verdict = tactics.full_verdict(&self.geometry, &self.threats, side);
        let threats = self.threats;
        self.add_children(ROOT, verdict.moves, &threats, side, rng);
        let Some(proof) = verdict.proof else { return };
        if !self.config.proofs && verdict.moves != 0 {
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
        walk: &Walk,
        rng: &mut impl Rng,
    ) {
        let Verdict { moves, proof, .. } = self.tactics_at(index).full_verdict(
            &self.geometry,
            &walk.threats,
            walk.side,
        );
        match proof {
            Some(proof) if self.config.proofs => {
                self.pool.node_mut(index).prove(proof);
            }
            _ => self.add_children(index, moves, &walk.threats, walk.side, rng),
        }
    }

    fn add_children(
        &mut self,
        index: usize,
        moves: Columns,
        threats: &ThreatMap,
        side: Side,
        rng: &mut impl Rng,
    ) {
        let count = moves.count_ones() as usize;
        if count == 0 {
            return;
        }
        let Some(first) = self.pool.allocate(index, count) else { return };
        let mut lcg = Lcg::new(rng);
        let mut left = moves;
        let mut in_order = columns(moves);
        for child in first..first + count {
            let column = match self.config.order {
                Order::Random => lcg.pick(left),
                Order::LeftToRight => in_order.next().unwrap_or(0),
            };
            left &= !(1 << column);
            let mut node = Node::new(column, threats.landing_row(column));
            if threats.wins_now(side) >> column & 1 != 0 {
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
