//! A look at the tree from outside.

use super::node::Node;
use super::pool::{Pool, ROOT};
use super::proof::Proof;
use super::score::Score;
use crate::{Column, Engine};

/// A node of the tree, to look at: what is known about its position, and its
/// children. Results are those of the side to move there.
///
/// ```
/// use pocketfour_engine::{Board, Engine, Node, Position};
///
/// let mut rng = pocketfour_engine::generator(7);
/// let mut pool = [Node::EMPTY; 1000];
/// let mut engine = Engine::new(&mut pool);
/// engine.set_position(&Position::new(Board::CLASSIC));
/// engine.step(100, &mut rng);
///
/// let root = engine.root();
/// assert_eq!(root.visits(), 100);
/// assert_eq!(root.column(), None);
/// assert_eq!(root.children().map(|child| child.visits()).sum::<u32>(), 100);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    pool: &'a Pool<'a>,
    index: usize,
    node: Node,
}

impl<'a> NodeRef<'a> {
    /// The move that leads here; `None` for the root.
    #[must_use]
    pub fn column(&self) -> Option<Column> {
        (self.index != ROOT).then(|| self.node.column())
    }

    /// How many playouts came through.
    #[must_use]
    pub fn visits(&self) -> u32 {
        self.node.visits()
    }

    /// The mean result for the side to move; exact once proven.
    #[must_use]
    pub fn mean(&self) -> Score {
        -Score::from_raw(self.node.mean())
    }

    /// The AMAF value of the move that leads here, on a scale of its own: half
    /// of what holding its cell adds to a result, from -2^14 to 2^14. A
    /// [`Score`] is the result itself.
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
    pub fn children(&self) -> impl ExactSizeIterator<Item = NodeRef<'a>> {
        let pool = self.pool;
        let (first, children) = pool.children(self.index);
        let siblings = children.iter().enumerate();
        siblings.map(move |(offset, &node)| NodeRef {
            pool,
            index: first + offset,
            node,
        })
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for NodeRef<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        let (visits, mean) = (self.visits(), self.mean());
        defmt::write!(f, "{} visits {} mean {}", self.column(), visits, mean);
    }
}

impl Engine<'_> {
    /// The root of the tree as it is now.
    #[must_use]
    pub fn root(&self) -> NodeRef<'_> {
        let node = self.pool.node(ROOT);
        NodeRef { pool: &self.pool, index: ROOT, node }
    }
}
