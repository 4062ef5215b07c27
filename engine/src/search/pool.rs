//! The memory of the search: a fixed number of nodes.
//!
//! The children of a node lie side by side, behind a header that says whose
//! children they are. So the pool is a row of such blocks, of two to thirteen
//! entries each; the root has the first entry for itself.
//!
//! # When the pool is full
//!
//! A full pool is where most of a search on a small chip takes place. Room is
//! made by a hand that goes round the blocks. A block gives way if
//!
//! - none of its nodes has children (it is a leaf of the tree), and
//! - its owner has fewer visits than the node that asks for room.
//!
//! The owner becomes a leaf again. It keeps its visits and its mean, so no
//! ancestor loses anything that was counted. Neighbouring free blocks are
//! joined as the hand passes over them, so that nothing is lost to
//! fragments. If the hand finds no room within a bounded number of blocks,
//! the node stays a leaf this time: it collects more visits, and with them
//! a better claim.

use super::node::Node;

/// How many blocks the hand looks at before it gives up.
const PATIENCE: usize = 16;

/// A fixed number of nodes.
#[derive(Debug)]
pub(crate) struct Pool<const NODES: usize> {
    entries: [Node; NODES],
    /// Entries up to here belong to blocks, those beyond were never used.
    top: usize,
    /// The block that the hand looks at next.
    hand: usize,
    /// Entries of blocks that are not free.
    used: usize,
    recycled: u32,
    /// Entries that may be used, 0 for all of them.
    limit: usize,
}

/// The root's place.
pub(crate) const ROOT: usize = 0;
const FIRST_BLOCK: usize = 1;

impl<const NODES: usize> Pool<NODES> {
    /// All zeros: [`Pool::clear`] makes it ready.
    pub(crate) const fn new() -> Self {
        Pool {
            entries: [Node::EMPTY; NODES],
            top: 0,
            hand: 0,
            used: 0,
            recycled: 0,
            limit: 0,
        }
    }

    /// Entries that may be used.
    pub(crate) const fn capacity(&self) -> usize {
        if self.limit == 0 || self.limit > NODES { NODES } else { self.limit }
    }

    /// Forgets everything, and uses no more than so many entries from now
    /// on; all of them for 0.
    pub(crate) fn limit(&mut self, entries: usize) {
        self.limit = match entries {
            0 => 0,
            _ => entries.max(32),
        };
        self.clear();
    }

    /// Forgets everything; the root is a new node.
    pub(crate) fn clear(&mut self) {
        *self.node_mut(ROOT) = Node::EMPTY;
        self.top = FIRST_BLOCK;
        self.hand = FIRST_BLOCK;
        self.used = FIRST_BLOCK;
        self.recycled = 0;
    }

    /// Entries in use, headers included.
    pub(crate) const fn used(&self) -> usize {
        self.used
    }

    /// How many nodes gave way since the pool was cleared.
    pub(crate) const fn recycled(&self) -> u32 {
        self.recycled
    }

    #[inline(always)]
    pub(crate) fn node(&self, index: usize) -> Node {
        self.entries.get(index).copied().unwrap_or(Node::EMPTY)
    }

    /// A node to change. Indices come from the tree itself, so there is
    /// always one; a pool of no nodes at all does not compile.
    #[inline(always)]
    pub(crate) fn node_mut(&mut self, index: usize) -> &mut Node {
        const { assert!(NODES >= 32, "a pool has 32 nodes or more") };
        let index = if index < NODES { index } else { ROOT };
        &mut self.entries[index]
    }

    /// The nodes of a block, and the index of the first of them.
    #[inline(always)]
    pub(crate) fn block(&self, header: usize) -> (usize, &[Node]) {
        let first = header + 1;
        let end = header + self.node(header).length();
        (first, self.entries.get(first..end).unwrap_or(&[]))
    }

    /// The children of a node, and the index of the first of them.
    #[inline(always)]
    pub(crate) fn children(&self, index: usize) -> (usize, &[Node]) {
        match self.node(index).children() {
            Some(header) => self.block(header),
            None => (0, &[]),
        }
    }

    /// The children of a node, to be changed.
    #[inline(always)]
    pub(crate) fn children_of_mut(&mut self, node: Node) -> &mut [Node] {
        let Some(header) = node.children() else { return &mut [] };
        let end = header + self.node(header).length();
        self.entries.get_mut(header + 1..end).unwrap_or(&mut [])
    }

    /// Gives a node a block of `count` children, to be filled in by the
    /// caller, and returns the index of the first; or `None` if there is no
    /// room now.
    pub(crate) fn allocate(
        &mut self,
        owner: usize,
        count: usize,
    ) -> Option<usize> {
        let length = count + 1;
        let header = if self.top + length <= self.capacity() {
            let header = self.top;
            self.top += length;
            header
        } else {
            self.recycle(owner, length)?
        };
        *self.node_mut(header) = Node::header(owner, length);
        self.node_mut(owner).set_children(Some(header));
        self.used += length;
        Some(header + 1)
    }

    /// Makes room for a block of this length.
    fn recycle(&mut self, asking: usize, length: usize) -> Option<usize> {
        self.close_top();
        let end = self.capacity();
        let mut start = self.hand;
        for _ in 0..PATIENCE {
            if self.hand >= end {
                self.join(start, end);
                self.hand = FIRST_BLOCK;
                start = FIRST_BLOCK;
            }
            let block = self.node(self.hand);
            let next = self.hand + block.length().max(1);
            if block.owner().is_some() && !self.release(self.hand, asking) {
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

    /// Makes a free block of the entries that were never used.
    fn close_top(&mut self) {
        let (top, end) = (self.top, self.capacity());
        self.join(top, end);
        self.top = end;
    }

    /// Makes one free block of what lies between two indices.
    fn join(&mut self, start: usize, end: usize) {
        if start < end {
            *self.node_mut(start) = Node::free_header(end - start);
        }
    }

    /// Takes a block from its owner if it is worth less than room for the
    /// node that asks.
    fn release(&mut self, header: usize, asking: usize) -> bool {
        let block = self.node(header);
        let Some(owner) = block.owner() else { return true };
        if self.node(owner).visits() >= self.node(asking).visits() {
            return false;
        }
        let (first, nodes) = self.block(header);
        let end = first + nodes.len();
        let is_leaf = nodes.iter().all(|node| node.children().is_none());
        if !is_leaf || (first..end).contains(&asking) {
            return false;
        }
        self.node_mut(owner).set_children(None);
        self.used -= block.length();
        self.recycled = self.recycled.saturating_add(block.length() as u32);
        true
    }

    /// Makes a node the root, with everything below it; the rest of the tree
    /// is freed.
    pub(crate) fn promote(&mut self, index: usize) {
        let mut root = self.node(index);
        self.node_mut(index).set_children(None);
        let old = self.node(ROOT).children();
        if let Some(header) = old {
            self.free_below(header);
        }
        if let Some(header) = root.children() {
            self.node_mut(header).set_owner(ROOT);
        }
        root.forget_column();
        *self.node_mut(ROOT) = root;
    }

    /// Frees a block and all blocks below it. Blocks that wait for their
    /// turn are a list, each naming the next where its owner was named.
    fn free_below(&mut self, header: usize) {
        let mut waiting = Some(header);
        self.node_mut(header).set_owner(ROOT);
        while let Some(header) = waiting {
            let block = self.node(header);
            waiting = block.owner().filter(|&next| next != ROOT);
            let (first, nodes) = self.block(header);
            for index in first..first + nodes.len() {
                if let Some(below) = self.node(index).children() {
                    let next = waiting.unwrap_or(ROOT);
                    self.node_mut(below).set_owner(next);
                    waiting = Some(below);
                }
            }
            self.used -= block.length();
            *self.node_mut(header) = Node::free_header(block.length());
        }
    }

    /// Whether blocks cover the pool without gaps, every block hangs from
    /// its owner, and the use adds up.
    #[cfg(test)]
    pub(crate) fn check(&self) {
        let mut at = FIRST_BLOCK;
        let mut used = FIRST_BLOCK;
        while at < self.top {
            let block = self.node(at);
            assert!(block.length() > 0, "block {at} is empty");
            if let Some(owner) = block.owner() {
                assert_eq!(self.node(owner).children(), Some(at));
                used += block.length();
            }
            at += block.length();
        }
        assert_eq!(at, self.top);
        assert_eq!(used, self.used);
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use crate::{Board, Branch, Config, Engine, Position, generator};
    use std::boxed::Box;

    /// Visits are never more than the parent's, and never more in sum.
    fn check_visits(branch: Branch<'_>) {
        let children = || branch.children();
        let sum: u32 = children().map(|child| child.visits()).sum();
        assert!(sum <= branch.visits(), "{sum} of {}", branch.visits());
        children().for_each(check_visits);
    }

    fn play_a_game<const NODES: usize>(board: Board, seed: u64) -> u32 {
        let mut rng = generator(seed);
        let mut engine = Box::new(Engine::<NODES>::new());
        let expand_at = seed as u32 % 4;
        engine.configure(Config { expand_at, ..Config::DEFAULT });
        let mut game = Position::new(board);
        let mut recycled = 0;
        while game.outcome().is_none() {
            engine.set_position(&game);
            for _ in 0..3 {
                let before = engine.tree().visits();
                let done = engine.step(97, &mut rng);
                engine.pool.check();
                check_visits(engine.tree());
                // Portions of a hunt are no visits.
                let visits = engine.tree().visits() - before;
                let is_proven = engine.tree().proof().is_some();
                assert!(visits == done || is_proven && visits < done);
            }
            recycled += engine.report().recycled;
            game.play(engine.choose().unwrap()).unwrap();
        }
        recycled
    }

    #[test]
    fn a_full_pool_stays_whole() {
        let mut recycled = 0;
        for (seed, board) in (0..).zip(Board::MISSION) {
            recycled += play_a_game::<32>(board, seed);
            recycled += play_a_game::<100>(board, seed);
            recycled += play_a_game::<1000>(board, seed);
        }
        assert!(recycled > 30_000, "{recycled}");
    }

    #[test]
    fn the_kept_tree_is_the_tree_that_was() {
        let mut rng = generator(3);
        let mut engine = Box::new(Engine::<2000>::new());
        let mut game = Position::new(Board::MISSION[5]);
        engine.set_position(&game);
        engine.step(3000, &mut rng);
        let shape = |branch: Branch<'_>| -> std::vec::Vec<_> {
            fn walk(branch: Branch<'_>, out: &mut std::vec::Vec<(u32, i32)>) {
                out.push((branch.visits(), branch.mean()));
                branch.children().for_each(|child| walk(child, out));
            }
            let mut out = std::vec::Vec::new();
            walk(branch, &mut out);
            out
        };
        let best = engine.choose().unwrap();
        let kept = engine.tree().children().find(|b| b.column() == best);
        let before = shape(kept.unwrap());
        assert!(before.len() > 100);
        game.play(best).unwrap();
        engine.set_position(&game);
        engine.pool.check();
        assert_eq!(shape(engine.tree()), before);
    }
}
