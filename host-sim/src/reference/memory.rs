//! *Pool and CLOCK eviction* of `docs/SEARCH.md`: which groups of children
//! lie where in a memory of fixed size, and which of them give way.
//!
//! The tree itself lies elsewhere, in lists that grow. A node is named here by
//! the moves that lead to it from the root.

use std::collections::HashMap;

use super::Node;

/// A node, by the columns that lead to it.
type Path = Vec<usize>;

/// Entries side by side: a node's children behind their header, or nothing.
#[derive(Clone, Debug)]
struct Group {
    start: usize,
    length: usize,
    /// Whose children these are, or `None` for free entries.
    owner: Option<Path>,
}

impl Group {
    fn end(&self) -> usize {
        self.start + self.length
    }
}

/// The memory of a search.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    capacity: usize,
    /// In the order of their places, without gaps.
    groups: Vec<Group>,
    hand: usize,
    evicted: u32,
    /// The visits of every node before the present playout.
    visits: HashMap<Path, u32>,
    /// Where rollouts in flight started.
    leaves: Vec<Path>,
    /// Whose children were evicted during the present playout.
    gone: Vec<Path>,
}

/// The root has the first entry for itself.
const FIRST: usize = 1;
/// Groups that the hand looks at before it gives up.
const STEPS: usize = 16;

impl Memory {
    /// An empty memory of `capacity` entries.
    pub(super) fn new(capacity: usize) -> Memory {
        Memory {
            capacity,
            groups: Vec::new(),
            hand: FIRST,
            evicted: 0,
            visits: HashMap::new(),
            leaves: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Memory::new(self.capacity);
    }

    /// Entries that were evicted since the beginning.
    pub(super) fn evicted(&self) -> u32 {
        self.evicted
    }

    /// A playout begins, while rollouts from these leaves are in flight.
    pub(super) fn begin(&mut self, root: &Node, leaves: Vec<Path>) {
        self.leaves = leaves;
        self.visits.clear();
        self.note(root, &mut Path::new());
    }

    fn note(&mut self, node: &Node, path: &mut Path) {
        self.visits.insert(path.clone(), node.visits);
        for child in &node.children {
            path.extend(child.column);
            self.note(child, path);
            path.pop();
        }
    }

    /// A playout has left the tree: the tree loses what was evicted meanwhile. None of
    /// it lies on the way of that playout.
    pub(super) fn end(&mut self, root: &mut Node) {
        for path in self.gone.drain(..) {
            let mut node = Some(&mut *root);
            for &column in &path {
                node = node.and_then(|node| {
                    let mut children = node.children.iter_mut();
                    children.find(|child| child.column == Some(column))
                });
            }
            if let Some(node) = node {
                node.children.clear();
            }
        }
    }

    /// Finds room for this number of children of a node; says whether there is.
    pub(super) fn allocate(
        &mut self,
        asking: &[usize],
        children: usize,
    ) -> bool {
        let length = children + 1;
        let top = self.groups.last().map_or(FIRST, Group::end);
        let start = if top + length <= self.capacity {
            top
        } else {
            self.put_down(top, self.capacity);
            match self.evict(asking, length) {
                Some(start) => start,
                None => return false,
            }
        };
        let owner = Some(asking.to_vec());
        self.place(Group { start, length, owner });
        true
    }

    /// The hand goes round. What it has passed since `run` is free, or becomes
    /// free.
    fn evict(&mut self, asking: &[usize], length: usize) -> Option<usize> {
        let mut run = self.hand;
        for _ in 0..STEPS {
            if self.hand == self.capacity {
                self.put_down(run, self.capacity);
                self.hand = FIRST;
                run = FIRST;
            }
            let group = self.groups.iter().find(|it| it.start == self.hand);
            let group = group.cloned().expect("the hand points at a group");
            if self.gives_way(&group, asking) {
                if let Some(owner) = group.owner.clone() {
                    self.evicted += group.length as u32;
                    self.put_down(group.start, group.end());
                    self.gone.push(owner);
                }
            } else {
                self.put_down(run, self.hand);
                run = group.end();
            }
            self.hand = group.end();
            if self.hand - run >= length {
                self.put_down(run, self.hand);
                self.hand = run + length;
                return Some(run);
            }
        }
        self.put_down(run, self.hand);
        self.hand = run;
        None
    }

    /// Whether this group is free, or worth less than room for this node.
    fn gives_way(&self, group: &Group, asking: &[usize]) -> bool {
        let Some(owner) = &group.owner else { return true };
        let visits = |path: &[usize]| self.visits.get(path).copied();
        let is_worth_less =
            visits(owner).unwrap_or(0) < visits(asking).unwrap_or(0);
        let is_below = |it: &Group| {
            let parent = it.owner.as_ref().and_then(|path| path.split_last());
            parent.is_some_and(|(_, parent)| parent == owner)
        };
        let is_leaf = !self.groups.iter().any(is_below);
        let has = |leaf: &[usize]| {
            leaf.split_last().is_some_and(|(_, parent)| parent == owner)
        };
        let is_needed = has(asking) || self.leaves.iter().any(|it| has(it));
        is_worth_less && is_leaf && !is_needed
    }

    /// Makes one free group of what lies between two places.
    fn put_down(&mut self, start: usize, end: usize) {
        if start < end {
            let length = end - start;
            self.place(Group { start, length, owner: None });
        }
    }

    /// Puts a group in place of the free ones there; what is left of the last
    /// of these is a free group.
    fn place(&mut self, group: Group) {
        let (start, end) = (group.start, group.end());
        let last = self.groups.iter().rfind(|it| it.start < end);
        let rest = last.map_or(0, Group::end).saturating_sub(end);
        self.groups.retain(|it| it.end() <= start || it.start >= end);
        self.groups.push(group);
        if rest > 0 {
            self.groups.push(Group { start: end, length: rest, owner: None });
        }
        self.groups.sort_by_key(|it| it.start);
    }

    /// The node at the end of these moves becomes the root: what does not lie
    /// below it is free.
    pub(super) fn promote(&mut self, moves: &[usize]) {
        for group in &mut self.groups {
            let owner = group.owner.take();
            group.owner = owner.and_then(|path| {
                path.strip_prefix(moves).map(<[usize]>::to_vec)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn starts(memory: &Memory) -> Vec<(usize, usize, bool)> {
        let each = memory.groups.iter();
        each.map(|it| (it.start, it.length, it.owner.is_some())).collect()
    }

    #[test]
    fn the_least_visited_leaf_that_the_hand_meets_gives_way() {
        let mut memory = Memory::new(14);
        assert!(memory.allocate(&[], 3));
        assert!(memory.allocate(&[1], 3));
        assert!(memory.allocate(&[2], 3));
        for (path, visits) in [(&[][..], 9), (&[1], 2), (&[2], 4), (&[3], 3)] {
            memory.visits.insert(path.to_vec(), visits);
        }
        // One entry is left, and the root's group is never given up.
        assert!(memory.allocate(&[3], 3));
        assert_eq!(memory.gone, [vec![1]]);
        assert_eq!(memory.evicted(), 4);
        let groups = [(1, 4, true), (5, 4, true), (9, 4, true), (13, 1, false)];
        assert_eq!(starts(&memory), groups);
        // Nobody with fewer visits than two.
        memory.visits.insert(vec![1], 1);
        assert!(!memory.allocate(&[1], 3));
    }

    #[test]
    fn what_is_not_below_the_new_root_is_free() {
        let mut memory = Memory::new(40);
        for path in [&[][..], &[4], &[5], &[4, 2], &[4, 2, 0]] {
            assert!(memory.allocate(path, 2));
        }
        memory.promote(&[4, 2]);
        let owners = memory.groups.iter().map(|it| it.owner.clone());
        let owners: Vec<_> = owners.collect();
        assert_eq!(owners, [None, None, None, Some(vec![]), Some(vec![0])]);
    }
}
