//! The memory of the search: a slice of nodes that belongs to the caller.
//!
//! The children of a node lie side by side, behind a header that names their
//! owner. So the pool is a row of such groups, of two to thirteen entries
//! each, and free groups of any length; the root has the first entry for
//! itself.
//!
//! # When the pool is full
//!
//! A full pool is where most of a search on a small chip takes place. Room is
//! made by CLOCK eviction: a hand goes round the groups. A group gives way if
//!
//! - none of its nodes has children (it is a leaf of the tree),
//! - its owner has fewer visits than the node that asks for room, and
//! - no rollout in flight started from one of its nodes.
//!
//! The owner becomes a leaf again. It keeps its visits and its mean, so no
//! ancestor loses anything that was counted. Neighbouring free groups are
//! joined as the hand passes over them, so that nothing is lost to
//! fragments. If the hand finds no room within a bounded number of groups,
//! the node stays a leaf this time: it collects more visits, and with them
//! a better claim.

use super::header::Header;
use super::in_flight::InFlight;
use super::node::{MAX_NODES, Node};

/// How many groups the hand looks at before it gives up.
const HAND_STEPS: usize = 16;

/// A fixed number of nodes.
#[derive(Debug)]
pub(super) struct Pool<'a> {
    entries: &'a mut [Node],
    /// Entries that may be used.
    capacity: usize,
    /// Entries up to here belong to groups, those beyond were never used.
    top: usize,
    /// The group that the hand of the clock points at.
    hand: usize,
    /// Entries of groups that are not free.
    used: usize,
    evicted: u32,
    /// Takes what is written to an index outside, which no tree has.
    sink: Node,
}

/// The root's index.
pub(super) const ROOT: usize = 0;
const FIRST_GROUP: usize = 1;

/// The fewest nodes that an engine searches with: room for the root and a
/// few groups. With fewer, [`Engine::step`](crate::Engine::step) does
/// nothing.
pub const MIN_NODES: usize = 32;

impl<'a> Pool<'a> {
    pub(super) const fn new(entries: &'a mut [Node]) -> Self {
        let capacity = usable(entries.len());
        let mut pool = Pool {
            entries,
            capacity,
            top: 0,
            hand: 0,
            used: 0,
            evicted: 0,
            sink: Node::EMPTY,
        };
        pool.clear();
        pool
    }

    pub(super) fn into_entries(self) -> &'a mut [Node] {
        self.entries
    }

    /// Entries that may be used.
    pub(super) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// Entries there are.
    pub(super) const fn size(&self) -> usize {
        usable(self.entries.len())
    }

    /// Uses at most `limit` entries once it is cleared, but no fewer than
    /// [`MIN_NODES`]; all of them for `None`.
    pub(super) fn set_limit(&mut self, limit: Option<usize>) {
        let size = self.size();
        self.capacity = limit.unwrap_or(size).max(MIN_NODES).min(size);
    }

    /// Forgets everything; the root is a new node.
    pub(super) const fn clear(&mut self) {
        if let Some(root) = self.entries.first_mut() {
            *root = Node::EMPTY;
        }
        self.top = FIRST_GROUP;
        self.hand = FIRST_GROUP;
        self.used = FIRST_GROUP;
        self.evicted = 0;
    }

    /// Entries in use, headers included.
    pub(super) const fn used(&self) -> usize {
        self.used
    }

    /// How many entries gave way since the pool was cleared.
    pub(super) const fn evicted(&self) -> u32 {
        self.evicted
    }

    #[inline(always)]
    pub(super) fn node(&self, index: usize) -> Node {
        debug_assert!(index < self.entries.len() || index == ROOT);
        self.entries.get(index).copied().unwrap_or(Node::EMPTY)
    }

    /// A node to change. Indices come from the tree itself, so they are
    /// always inside.
    #[inline(always)]
    pub(super) fn node_mut(&mut self, index: usize) -> &mut Node {
        debug_assert!(index < self.entries.len());
        self.entries.get_mut(index).unwrap_or(&mut self.sink)
    }

    #[inline(always)]
    fn header(&self, index: usize) -> Header {
        self.node(index).into()
    }

    fn set_owner(&mut self, header: usize, owner: usize) {
        let owned = Header { owner: Some(owner), ..self.header(header) };
        *self.node_mut(header) = owned.into();
    }

    /// The nodes of a group, and the index of the first of them.
    #[inline(always)]
    pub(super) fn group(&self, header: usize) -> (usize, &[Node]) {
        let group = self.entries.get(header..).and_then(<[_]>::split_first);
        debug_assert!(group.is_some());
        let Some((&head, after)) = group else { return (0, &[]) };
        let children = after.get(..Header::from(head).length.wrapping_sub(1));
        debug_assert!(children.is_some());
        (header + 1, children.unwrap_or(&[]))
    }

    /// The children of a node, and the index of the first of them.
    #[inline(always)]
    pub(super) fn children(&self, index: usize) -> (usize, &[Node]) {
        match self.node(index).children() {
            Some(header) => self.group(header),
            None => (0, &[]),
        }
    }

    /// The nodes of a group, to be changed.
    #[inline(always)]
    pub(super) fn group_mut(&mut self, header: usize) -> &mut [Node] {
        let group = self.entries.get_mut(header..);
        let group = group.and_then(<[_]>::split_first_mut);
        debug_assert!(group.is_some());
        let Some((&mut head, after)) = group else { return &mut [] };
        let count = Header::from(head).length.wrapping_sub(1);
        debug_assert!(count <= after.len());
        after.get_mut(..count).unwrap_or(&mut [])
    }

    /// Gives a node a group of `count` children, to be filled in by the
    /// caller, and returns the index of the first; or `None` if there is no
    /// room now.
    pub(super) fn allocate(
        &mut self,
        owner: usize,
        count: usize,
        in_flight: &InFlight,
    ) -> Option<usize> {
        let length = count + 1;
        let header = if self.top + length <= self.capacity() {
            let header = self.top;
            self.top += length;
            header
        } else {
            self.evict(owner, length, in_flight)?
        };
        let owned = Header { owner: Some(owner), length };
        *self.node_mut(header) = owned.into();
        self.node_mut(owner).set_children(Some(header));
        self.used += length;
        Some(header + 1)
    }

    /// Makes room for a group of this length.
    fn evict(
        &mut self,
        asking: usize,
        length: usize,
        in_flight: &InFlight,
    ) -> Option<usize> {
        self.close_top();
        let end = self.capacity();
        let mut start = self.hand;
        for _ in 0..HAND_STEPS {
            if self.hand >= end {
                self.join(start, end);
                self.hand = FIRST_GROUP;
                start = FIRST_GROUP;
            }
            let group = self.header(self.hand);
            debug_assert!(group.length > 0);
            let next = self.hand + group.length.max(1);
            if group.owner.is_some()
                && !self.release(self.hand, asking, in_flight)
            {
                self.join(start, self.hand);
                start = next;
            }
            self.hand = next;
            if next - start >= length {
                self.join(start + length, next);
                self.hand = start + length;
                return Some(start);
            }
        }
        self.join(start, self.hand);
        self.hand = start;
        None
    }

    /// Makes a free group of the entries that were never used.
    fn close_top(&mut self) {
        let (top, end) = (self.top, self.capacity());
        self.join(top, end);
        self.top = end;
    }

    /// Makes one free group of what lies between two indices.
    fn join(&mut self, start: usize, end: usize) {
        if start < end {
            *self.node_mut(start) = Header::free(end - start).into();
        }
    }

    /// Takes a group from its owner if it is worth less than room for the
    /// node that asks.
    fn release(
        &mut self,
        header: usize,
        asking: usize,
        in_flight: &InFlight,
    ) -> bool {
        let group = self.header(header);
        let Some(owner) = group.owner else { return true };
        if self.node(owner).visits() >= self.node(asking).visits() {
            return false;
        }
        let (first, nodes) = self.group(header);
        let end = first + nodes.len();
        let is_leaf = nodes.iter().all(|node| node.children().is_none());
        let is_needed = |index| (first..end).contains(&index);
        if !is_leaf || is_needed(asking) || in_flight.leaves().any(is_needed) {
            return false;
        }
        self.node_mut(owner).set_children(None);
        self.used -= group.length;
        self.evicted = self.evicted.saturating_add(group.length as u32);
        true
    }

    /// Makes a node the root, with everything below it; the rest of the tree
    /// is freed.
    pub(super) fn promote(&mut self, index: usize) {
        let mut root = self.node(index);
        self.node_mut(index).set_children(None);
        let old = self.node(ROOT).children();
        if let Some(header) = old {
            self.free_below(header);
        }
        if let Some(header) = root.children() {
            self.set_owner(header, ROOT);
        }
        root.forget_column();
        *self.node_mut(ROOT) = root;
    }

    /// Frees a group and all groups below it. Groups that wait for their
    /// turn are a list, each naming the next where its owner was named.
    fn free_below(&mut self, header: usize) {
        let mut waiting = Some(header);
        self.set_owner(header, ROOT);
        while let Some(header) = waiting {
            let group = self.header(header);
            waiting = group.owner.filter(|&next| next != ROOT);
            let (first, nodes) = self.group(header);
            for index in first..first + nodes.len() {
                if let Some(below) = self.node(index).children() {
                    let next = waiting.unwrap_or(ROOT);
                    self.set_owner(below, next);
                    waiting = Some(below);
                }
            }
            self.used -= group.length;
            *self.node_mut(header) = Header::free(group.length).into();
        }
    }

    /// Whether groups cover the pool without gaps, every group hangs from
    /// its owner, and the use adds up.
    #[cfg(test)]
    pub(super) fn check(&self) {
        let mut at = FIRST_GROUP;
        let mut used = FIRST_GROUP;
        while at < self.top {
            let group = self.header(at);
            assert!(group.length > 0, "group {at} is empty");
            if let Some(owner) = group.owner {
                assert_eq!(self.node(owner).children(), Some(at));
                used += group.length;
            }
            at += group.length;
        }
        assert_eq!(at, self.top);
        assert_eq!(used, self.used);
    }
}

/// As many of these entries as a tree can refer to.
const fn usable(entries: usize) -> usize {
    if entries < MAX_NODES { entries } else { MAX_NODES }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use crate::{
        Board, Config, Engine, Node, NodeRef, Position, Score, generator,
    };
    use std::vec;

    /// Visits are never more than the parent's, and never more in sum.
    fn check_visits(node: NodeRef<'_>) {
        let children = || node.children();
        let sum: u32 = children().map(|child| child.visits()).sum();
        assert!(sum <= node.visits(), "{sum} of {}", node.visits());
        children().for_each(check_visits);
    }

    fn play_a_game(nodes: usize, board: Board, seed: u64) -> u32 {
        let mut rng = generator(seed);
        let mut pool = vec![Node::EMPTY; nodes];
        let mut engine = Engine::new(&mut pool);
        let expand_at = seed as u32 % 4;
        engine.set_config(Config { expand_at, ..Config::DEFAULT });
        let mut game = Position::new(board);
        let mut evicted = 0;
        while game.outcome().is_none() {
            engine.set_position(&game);
            for _ in 0..3 {
                let before = engine.root().visits();
                let done = engine.step(97, &mut rng);
                engine.pool.check();
                check_visits(engine.root());
                // Portions of the search for the shortest win are no visits.
                let visits = engine.root().visits() - before;
                let is_proven = engine.root().proof().is_some();
                assert!(visits == done || is_proven && visits < done);
            }
            evicted += engine.report().evicted;
            game.play(engine.choose().unwrap()).unwrap();
        }
        evicted
    }

    #[test]
    fn a_full_pool_stays_whole() {
        let mut evicted = 0;
        for (seed, board) in (0..).zip(Board::LARGE) {
            evicted += play_a_game(32, board, seed);
            evicted += play_a_game(100, board, seed);
            evicted += play_a_game(1000, board, seed);
        }
        assert!(evicted > 30_000, "{evicted}");
    }

    #[test]
    fn the_kept_tree_is_the_tree_that_was() {
        let mut rng = generator(3);
        let mut pool = vec![Node::EMPTY; 2000];
        let mut engine = Engine::new(&mut pool);
        let mut game = Position::new(Board::LARGE[5]);
        engine.set_position(&game);
        engine.step(3000, &mut rng);
        let shape = |node: NodeRef<'_>| -> std::vec::Vec<_> {
            fn walk(node: NodeRef<'_>, out: &mut std::vec::Vec<(u32, Score)>) {
                out.push((node.visits(), node.mean()));
                node.children().for_each(|child| walk(child, out));
            }
            let mut out = std::vec::Vec::new();
            walk(node, &mut out);
            out
        };
        let best = engine.choose().unwrap();
        let kept = engine.root().children().find(|b| b.column() == Some(best));
        let before = shape(kept.unwrap());
        assert!(before.len() > 100);
        game.play(best).unwrap();
        engine.set_position(&game);
        engine.pool.check();
        assert_eq!(shape(engine.root()), before);
    }
}
