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
    /// How many nodes of the path the threats know: those of a descent that
    /// is not `EAGER` are brought up to date only where they are asked for.
    pub(super) known: usize,
}

impl<'t> Descent<'t> {
    pub(super) fn new(threats: &'t mut ThreatMap, side: Side) -> Descent<'t> {
        Descent { path: Path::new(), threats, side, known: 1 }
    }

    /// The nodes whose moves the threats do not know.
    pub(super) fn unknown(&self) -> &[u32] {
        debug_assert!(self.known <= self.path.len());
        self.path.get(self.known..).unwrap_or_default()
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
        let mut descent = Descent::new(&mut threats, side);
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
            let number = self.in_flight.next_number();
            let result = RolloutResult::new(number, end, threats.stones());
            self.add_in_flight(path, side, Some(result));
            self.complete_known();
        }
        tracer.leave();
    }

    /// Goes down the tree to where it ends. If `EAGER`, the threats are those
    /// of that place. If not, they are where a result is known; a rollout
    /// begins with the moves that they do not know.
    pub(super) fn descend<const EAGER: bool>(
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
                if !EAGER {
                    self.catch_up(descent);
                }
                return Leaf::Known(self.proven(descent.side, proof));
            }
            if let Some(header) = node.children() {
                let (child, column) = self.select(node, header);
                index = child;
                if EAGER {
                    descent.threats.drop_stone(
                        &self.geometry,
                        column,
                        descent.side,
                    );
                }
                descent.side = descent.side.other();
                continue;
            }
            let is_due = node.visits() >= self.config.expand_at;
            if EAGER || is_due || !node.is_quiet() {
                if !EAGER {
                    self.catch_up(descent);
                }
                match self.look::<EAGER>(index, is_due, descent, rng, tracer) {
                    LeafStatus::Proven(result) => return Leaf::Known(result),
                    LeafStatus::Expanded => {
                        descent.path.pop();
                        continue;
                    }
                    LeafStatus::Open => {}
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

    /// Looks for what tactics know about a leaf, and expands it if that is
    /// due.
    #[inline(always)]
    fn look<const EAGER: bool>(
        &mut self,
        index: usize,
        is_due: bool,
        descent: &Descent<'_>,
        rng: &mut impl Rng,
        tracer: &mut impl Tracer,
    ) -> LeafStatus {
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

    /// Makes the moves that the threats do not know.
    #[inline(never)]
    pub(super) fn catch_up(&self, descent: &mut Descent<'_>) {
        let mut side = descent.side.before(descent.unknown().len());
        let Descent { path, threats, known, .. } = descent;
        debug_assert!(*known <= path.len());
        for &index in path.get(*known..).unwrap_or_default() {
            let column = self.pool.node(index as usize).column_index();
            threats.drop_stone(&self.geometry, column, side);
            side = side.other();
        }
        *known = path.len();
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
