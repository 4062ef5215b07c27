//! The tree of a Monte Carlo search with UCT, which three of the rivals grow.
//!
//! All nodes lie in one list that is used again for every search. The
//! children of a node lie side by side in it and are made together; those
//! that have no visit yet have not been tried.

use std::ops::{Index, IndexMut};

use super::game_state::{GameState, MOST, Moves, Stone};

pub(super) const ROOT: usize = 0;

/// Nodes that there is room for from the beginning.
const READY: usize = 1 << 20;

#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    /// Points of the player who moved here.
    pub(super) points: f64,
    pub(super) visits: u32,
    parent: u32,
    first_child: u32,
    children: u8,
    pub(super) column: u8,
    /// The winner, where the game is over.
    pub(super) end: Option<Stone>,
}

#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    pub(super) fn new() -> Tree {
        Tree { nodes: Vec::with_capacity(READY) }
    }

    /// Leaves nothing but a root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::default());
    }

    /// Walks down to a node that is new or the end of a game, and plays the
    /// moves that lead there. A node gets its children, the last of `moves`
    /// first, when the walk comes through for the first time.
    pub(super) fn descend<G: GameState>(
        &mut self,
        state: &mut G,
        exploration: f64,
        mut moves: impl FnMut(&G) -> Moves,
    ) -> usize {
        let mut at = ROOT;
        while self[at].end.is_none() {
            if self[at].children == 0 {
                self.expand(at, &moves(state));
            }
            if let Some(child) = self.untried(at) {
                self[child].end = state.play(self[child].column);
                return child;
            }
            let Some(child) = self.best(at, exploration) else { break };
            state.drop(self[child].column);
            at = child;
        }
        at
    }

    /// Counts a visit of a node and all its ancestors, and lets each of them
    /// have its points.
    pub(super) fn back_up(
        &mut self,
        leaf: usize,
        mut reward: impl FnMut(&mut Node),
    ) {
        let mut at = leaf;
        loop {
            let node = &mut self[at];
            node.visits += 1;
            reward(node);
            if at == ROOT {
                return;
            }
            at = node.parent as usize;
        }
    }

    fn expand(&mut self, at: usize, moves: &Moves) {
        self[at].first_child = self.nodes.len() as u32;
        self[at].children = moves.len() as u8;
        let parent = at as u32;
        self.nodes.extend(moves.iter().rev().map(|&column| Node {
            column,
            parent,
            ..Node::default()
        }));
    }

    /// The children of a node.
    pub(super) fn children(&self, at: usize) -> std::ops::Range<usize> {
        let first = self[at].first_child as usize;
        first..first + usize::from(self[at].children)
    }

    fn untried(&self, at: usize) -> Option<usize> {
        let mut children = self.children(at);
        let all_tried = self[children.end - 1].visits > 0;
        if all_tried { None } else { children.find(|&it| self[it].visits == 0) }
    }

    /// The child with the highest bound, of those that have been tried; the
    /// last of several. The bound of a child without visits is not a number,
    /// and never the highest.
    pub(super) fn best(&self, at: usize, exploration: f64) -> Option<usize> {
        let log = 2.0 * f64::from(self[at].visits).ln();
        let children = self.children(at);
        let nodes = &self.nodes[children.clone()];
        // All bounds first, so that several can be computed at once.
        let mut bounds = [f64::NAN; MOST];
        for (bound, node) in bounds.iter_mut().zip(nodes) {
            let bonus = (log / f64::from(node.visits)).sqrt();
            *bound = node.mean() + exploration * bonus;
        }
        let mut highest = f64::NEG_INFINITY;
        let mut best = None;
        for (child, bound) in children.zip(bounds) {
            if bound >= highest {
                (highest, best) = (bound, Some(child));
            }
        }
        best
    }
}

impl Node {
    pub(super) fn mean(&self) -> f64 {
        self.points / f64::from(self.visits)
    }
}

impl Index<usize> for Tree {
    type Output = Node;

    fn index(&self, at: usize) -> &Node {
        &self.nodes[at]
    }
}

impl IndexMut<usize> for Tree {
    fn index_mut(&mut self, at: usize) -> &mut Node {
        &mut self.nodes[at]
    }
}
