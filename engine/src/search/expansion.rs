//! Expansion: how nodes get their children.

use rand_core::Rng;

use super::column_set::ColumnSet;
use super::config::{Config, Order, Tactics};
use super::lcg::Lcg;
use super::node::Node;
use super::playout::{Descent, Path};
use super::pool::{Pool, ROOT};
use super::preview::Preview;
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

    /// Expands the leaf at the end of a path as its preview says; says whether
    /// it is a leaf no more.
    #[inline(never)]
    pub(super) fn expand_as(
        &mut self,
        preview: Preview,
        path: &Path,
        rng: &mut impl Rng,
    ) -> bool {
        let Some((&leaf, _)) = path.split_last() else { return false };
        let index = leaf as usize;
        let Some(moves) = preview.moves() else {
            self.pool.node_mut(index).prove(Proof::new(Wdl::Win, 3));
            return true;
        };
        let mut fallen = [0_u8; 16];
        for &index in path.get(1..).unwrap_or_default() {
            let column = self.pool.node(index as usize).column_index();
            fallen[column % 16] += 1;
        }
        let Engine { geometry, threats, .. } = self;
        let new = |column: usize| {
            let height = threats.height(column) as u8;
            let height = height.wrapping_add(fallen[column % 16]);
            let row = geometry.stack(column, height).row();
            let mut node = Node::new(row, column);
            if preview.is_quiet(column) {
                node.set_quiet();
            }
            node
        };
        let Engine { pool, in_flight, config, .. } = self;
        let room = pool.allocate(index, moves.len(), in_flight);
        let Some(first) = room else { return false };
        add_nodes(pool, first, moves, config.order, rng, new);
        true
    }

    /// Whether a rollout from this leaf should look at its moves as well:
    /// they will be asked for soon, and are not known.
    #[inline(always)]
    pub(super) fn wants_preview(&self, leaf: Node) -> bool {
        const AHEAD: u32 = 2;
        let Config { tactics, tactics_everywhere, proofs, .. } = self.config;
        leaf.visits() + AHEAD >= self.config.expand_at
            && leaf.preview().is_none()
            && tactics == Tactics::ALL
            && tactics_everywhere
            && proofs
    }

    /// Keeps a preview of the leaf at the end of a path, if it still is one.
    #[inline(never)]
    pub(super) fn keep_preview(&mut self, path: &Path, preview: Preview) {
        let Some(&leaf) = path.last() else { return };
        let leaf = self.pool.node_mut(leaf as usize);
        if leaf.children().is_none() && !leaf.is_proven() {
            leaf.set_preview(preview);
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
        if moves.is_empty() {
            return;
        }
        let Engine { pool, in_flight, config, .. } = self;
        let room = pool.allocate(index, moves.len(), in_flight);
        let Some(first) = room else { return };
        add_nodes(pool, first, moves, config.order, rng, |column| {
            let mut node = Node::new(threats.landing_row(column), column);
            if threats.wins_now(side).contains(column) {
                node.prove(Proof::new(Wdl::Loss, 0));
            }
            node
        });
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

/// Writes a new node for each move, from this index on.
fn add_nodes(
    pool: &mut Pool<'_>,
    first: usize,
    moves: ColumnSet,
    order: Order,
    rng: &mut impl Rng,
    new: impl Fn(usize) -> Node,
) {
    let mut lcg = Lcg::new(rng);
    let mut left = moves;
    for child in first..first + moves.len() {
        let column = match order {
            Order::Random => lcg.pick(left),
            Order::LeftToRight => left.first(),
        };
        left = left.without(column);
        *pool.node_mut(child) = new(column);
    }
}
