//! One playout: down the tree, a rollout out of it, and back up.

use heapless::Vec;
use rand_core::Rng;

use super::geometry::Geometry;
use super::lcg::Lcg;
use super::node::Node;
use super::pending::PendingMoves;
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
    pub(super) path: &'t mut Path,
    pub(super) threats: &'t mut ThreatMap,
    /// The moves that the threats do not know. In a descent that is not
    /// `EAGER` they are made only where the threats are asked for.
    pub(super) pending: &'t mut PendingMoves,
    pub(super) side: Side,
}

impl<'t> Descent<'t> {
    /// At the root, with an empty path.
    pub(super) fn new(
        path: &'t mut Path,
        threats: &'t mut ThreatMap,
        pending: &'t mut PendingMoves,
        side: Side,
    ) -> Descent<'t> {
        debug_assert!(path.is_empty());
        let pushed = path.push(ROOT as u32);
        debug_assert!(pushed.is_ok());
        pending.clear();
        Descent { path, threats, pending, side }
    }

    /// Where it is.
    fn index(&self) -> usize {
        debug_assert!(!self.path.is_empty());
        self.path.last().map_or(ROOT, |&index| index as usize)
    }

    /// Makes the moves that the threats do not know.
    #[inline(never)]
    fn catch_up(&mut self, geometry: &Geometry) {
        self.pending.make(geometry, self.threats, self.side);
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

/// What a leaf is once its tactics were looked at.
enum LeafStatus {
    /// A proof, and its result.
    Proven(PlayoutResult),
    /// It is no leaf any more.
    Expanded,
    /// A game to be played out.
    Open,
}

/// What a descent ends with.
pub(super) enum Leaf {
    /// A result.
    Known(PlayoutResult),
    /// A game to be played out.
    Open(OpenLeaf),
}

impl Engine<'_> {
    /// One playout. Where more than one rollout may be in flight, its result
    /// waits, and the oldest ones that wait are backed up.
    pub(super) fn playout(
        &mut self,
        side: Side,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) {
        tracer.enter(Phase::Selection);
        let mut threats = self.threats;
        let (mut path, mut pending) = (Path::new(), PendingMoves::NONE);
        let mut descent =
            Descent::new(&mut path, &mut threats, &mut pending, side);
        let leaf = self.descend::<true>(&mut descent, rng, tracer);
        let Descent { path, side, threats, .. } = &mut descent;
        let side = *side;
        let end = match leaf {
            Leaf::Known(result) => {
                tracer.enter(Phase::Backup);
                self.back_up(path, side, threats.stones(), result);
                tracer.leave();
                return;
            }
            Leaf::Open(OpenLeaf { policy, side, last, lcg, .. }) => {
                tracer.enter(Phase::Rollout);
                policy.play(&self.geometry, threats, side, last, lcg)
            }
        };
        tracer.plies(end.plies);
        tracer.enter(Phase::Backup);
        if self.max_in_flight == 1 {
            self.back_up(path, side, threats.stones(), end.into());
        } else {
            let number = self.in_flight.next_number();
            let result = RolloutResult::new(number, end, threats.stones());
            self.count_visits(path);
            self.in_flight.push(path, side, Some(result));
            self.complete_known();
        }
        tracer.leave();
    }

    /// Goes down the tree to where it ends. If `EAGER`, the threats are those
    /// of that place. If not, they are where a result is known; a rollout
    /// begins with the moves that they do not know. Visits are counted then.
    pub(super) fn descend<const EAGER: bool>(
        &mut self,
        descent: &mut Descent<'_>,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> Leaf {
        loop {
            let node = self.walk::<EAGER>(descent);
            let index = descent.index();
            let status = match node.proof() {
                Some(proof) => {
                    if !EAGER {
                        descent.catch_up(&self.geometry);
                    }
                    LeafStatus::Proven(self.proven(descent.side, proof))
                }
                None => self.visit::<EAGER>(node, descent, rng, tracer),
            };
            if matches!(status, LeafStatus::Expanded) {
                continue;
            }
            if !EAGER {
                self.pool.node_mut(index).count_visit();
            }
            if let LeafStatus::Proven(result) = status {
                return Leaf::Known(result);
            }
            return Leaf::Open(OpenLeaf {
                policy: self.config.rollout,
                side: descent.side,
                last: node.column_index(),
                lcg: Lcg::new(rng),
                previews: !EAGER && self.wants_preview(node),
            });
        }
    }

    /// Selects children down to a node that has a proof or no children.
    // Out of line: a small chip has registers enough for this loop alone.
    #[inline(never)]
    fn walk<const EAGER: bool>(&mut self, descent: &mut Descent<'_>) -> Node {
        let mut index = descent.index();
        loop {
            let node = self.pool.node(index);
            if node.is_proven() {
                return node;
            }
            let Some(header) = node.children() else { return node };
            let (child, column) = self.select(node, header);
            if EAGER {
                descent.threats.drop_stone(
                    &self.geometry,
                    column,
                    descent.side,
                );
            } else {
                self.pool.node_mut(index).count_visit();
                if descent.pending.is_full() {
                    descent.catch_up(&self.geometry);
                }
                descent.pending.push(column);
            }
            descent.side = descent.side.other();
            index = child;
            let pushed = descent.path.push(index as u32);
            debug_assert!(pushed.is_ok(), "a path is no longer than a game");
        }
    }

    /// Looks at a leaf without a proof, and expands it if that is due.
    fn visit<const EAGER: bool>(
        &mut self,
        leaf: Node,
        descent: &mut Descent<'_>,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> LeafStatus {
        let is_due = leaf.visits() >= self.config.expand_at;
        if !EAGER {
            if !is_due && leaf.is_quiet() {
                return LeafStatus::Open;
            }
            if is_due && let Some(preview) = leaf.preview() {
                return match self.expand_as(preview, descent.path, rng) {
                    true => LeafStatus::Expanded,
                    false => LeafStatus::Open,
                };
            }
            descent.catch_up(&self.geometry);
        }
        self.look::<EAGER>(is_due, descent, rng, tracer)
    }

    /// Looks for what tactics know about a leaf, and expands it if that is
    /// due.
    #[inline(always)]
    fn look<const EAGER: bool>(
        &mut self,
        is_due: bool,
        descent: &Descent<'_>,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> LeafStatus {
        let index = descent.index();
        let tactics = self.tactics_at(index);
        let found = tactics.verdict(descent.threats, descent.side);
        let is_over = found.moves.is_empty();
        if let Some(proof) = found.proof
            && (self.config.proofs || is_over)
        {
            self.pool.node_mut(index).prove(proof);
            return LeafStatus::Proven(self.proven(descent.side, proof));
        }
        let forced = !found.moves.more_than_one();
        if !EAGER && !forced {
            self.pool.node_mut(index).set_quiet();
        }
        if forced || is_due {
            tracer.enter(Phase::Expansion);
            self.expand(index, descent, rng);
            tracer.enter(Phase::Selection);
            let node = self.pool.node(index);
            if node.is_proven() || node.children().is_some() {
                return LeafStatus::Expanded;
            }
        }
        LeafStatus::Open
    }

    /// What a proven node brings back, where this side is to move.
    fn proven(&self, side: Side, proof: Proof) -> PlayoutResult {
        let winner = proof.wdl.winner(side);
        let ended = proof.distance == 0;
        let weight = if ended { self.config.grading } else { 1 };
        PlayoutResult { winner, weight }
    }

    /// The child to go on with, and its column.
    #[inline(always)]
    fn select(&self, parent: Node, header: usize) -> (usize, usize) {
        let (first, children) = self.pool.group(header);
        let offset = select(&self.config, parent, children, &self.weights);
        let child = children.get(offset);
        debug_assert!(child.is_some());
        (first + offset, child.map_or(0, |child| child.column_index()))
    }
}
