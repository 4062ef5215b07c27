//! A look at the tree from outside.

use super::node::{Node, Proof};
use super::pool::{Pool, ROOT};
use crate::{Column, Engine};

/// A node of the tree and everything below it.
///
/// ```
/// use engine::{Board, Engine, Position};
///
/// let mut rng = engine::generator(7);
/// let mut engine = Engine::<1000>::new();
/// engine.set_position(&Position::new(Board::CLASSIC));
/// engine.step(100, &mut rng);
///
/// let root = engine.tree();
/// assert_eq!(root.visits(), 100);
/// assert_eq!(root.children().map(|child| child.visits()).sum::<u32>(), 100);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Branch<'a> {
    nodes: &'a dyn Nodes,
    index: usize,
    node: Node,
}

/// A pool of any size.
trait Nodes: core::fmt::Debug {
    fn children_of(&self, index: usize) -> (usize, &[Node]);
}

impl<const NODES: usize> Nodes for Pool<NODES> {
    fn children_of(&self, index: usize) -> (usize, &[Node]) {
        self.children(index)
    }
}

impl<'a> Branch<'a> {
    /// The move that leads here; meaningless for the root.
    #[must_use]
    pub fn column(&self) -> Column {
        self.node.column()
    }

    /// How many playouts came through.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.node.visits()
    }

    /// The mean result for the player whose move leads here, from
    /// -[`ONE`](crate::ONE) to [`ONE`](crate::ONE); exact once proven.
    #[must_use]
    pub fn mean(&self) -> i32 {
        self.node.mean()
    }

    /// What playouts that came to fill the same cell say about the move:
    /// half of what holding the cell adds to a result, from -2^14 to 2^14.
    #[must_use]
    pub fn amaf(&self) -> i32 {
        self.node.amaf().mean()
    }

    /// The proven result for the side to move.
    #[must_use]
    pub fn proof(&self) -> Option<Proof> {
        self.node.proof()
    }

    /// The moves from here that are in the tree, in its own order.
    pub fn children(&self) -> impl ExactSizeIterator<Item = Branch<'a>> {
        let nodes = self.nodes;
        let (first, children) = nodes.children_of(self.index);
        children.iter().enumerate().map(move |(place, &node)| Branch {
            nodes,
            index: first + place,
            node,
        })
    }
}

impl<const NODES: usize> Engine<NODES> {
    /// The tree as it is now.
    #[must_use]
    pub fn tree(&self) -> Branch<'_> {
        let node = self.pool.node(ROOT);
        Branch { nodes: &self.pool, index: ROOT, node }
    }
}
