//! What the search has found out.

use heapless::Vec;

use super::node::Node;
use super::pool::ROOT;
use super::proof::Proof;
use super::score::Score;
use crate::{Column, Engine, MAX_SIDE};

/// The most moves of a [`Report::variation`].
pub const MAX_VARIATION: usize = 32;

/// What the search has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report {
    /// The move to play.
    pub best: Option<Column>,
    /// The moves considered, in the tree's own order.
    pub moves: Vec<RootMove, { MAX_SIDE as usize }>,
    /// What both sides are expected to play.
    pub variation: Vec<Column, MAX_VARIATION>,
    /// The mean result for the side to move.
    pub mean: Score,
    /// The proven result for the side to move.
    pub proof: Option<Proof>,
    /// Playouts through the present position, those from before it came
    /// about included.
    pub visits: u32,
    /// Playouts done since the tree began.
    pub playouts: u64,
    /// Entries of the pool in use.
    pub used: usize,
    /// Entries of the pool that may be used.
    pub capacity: usize,
    /// Entries of the pool that were taken from a less useful node.
    pub evicted: u32,
}

/// One move of the present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootMove {
    /// The move.
    pub column: Column,
    /// How many playouts tried it.
    pub visits: u32,
    /// The mean result for the side to move.
    pub mean: Score,
    /// The proven result for the side to move, with the distance from here.
    pub proof: Option<Proof>,
}

impl RootMove {
    /// A move about which nothing is known.
    ///
    /// ```
    /// # use pocketfour_engine::{Column, RootMove};
    /// let column = Column::from_number(4).unwrap();
    /// assert_eq!(RootMove::unvisited(column).visits, 0);
    /// ```
    #[must_use]
    pub const fn unvisited(column: Column) -> RootMove {
        RootMove { column, visits: 0, mean: Score::DRAW, proof: None }
    }

    fn new(node: &Node) -> RootMove {
        RootMove {
            column: node.column(),
            visits: node.visits(),
            mean: Score::from_raw(node.mean()),
            proof: node.proof().map(Proof::before),
        }
    }
}

impl Engine<'_> {
    /// What the search has found out so far.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// engine.step(1000, &mut rng);
    ///
    /// let report = engine.report();
    /// assert!(report.best.is_some());
    /// assert_eq!(report.variation.first(), report.best.as_ref());
    /// assert_eq!(report.moves.len(), 7);
    /// ```
    #[must_use]
    pub fn report(&self) -> Report {
        let root = self.pool.node(ROOT);
        let (_, children) = self.pool.children(ROOT);
        Report {
            best: self.choose(),
            moves: children
                .iter()
                .map(RootMove::new)
                .take(MAX_SIDE.into())
                .collect(),
            variation: self.variation(),
            mean: -Score::from_raw(root.mean()),
            proof: root.proof(),
            visits: root.visits(),
            playouts: self.playouts,
            used: self.pool.used(),
            capacity: self.pool.capacity(),
            evicted: self.pool.evicted(),
        }
    }

    /// What both sides are expected to play after a move, that move first;
    /// nothing, if the move is none that the search considers.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Column, Engine, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// engine.step(1000, &mut rng);
    ///
    /// let edge = Column::from_number(1).unwrap();
    /// assert_eq!(engine.variation_from(edge).first(), Some(&edge));
    /// let best = engine.choose().unwrap();
    /// assert_eq!(engine.variation_from(best), engine.report().variation);
    /// ```
    #[must_use]
    pub fn variation_from(&self, column: Column) -> Vec<Column, MAX_VARIATION> {
        let (first, children) = self.pool.children(ROOT);
        let mut moves = children.iter();
        let offset = moves.position(|child| child.column() == column);
        self.follow(offset.map(|offset| first + offset))
    }

    /// The best move, then the likeliest reply to each move.
    fn variation(&self) -> Vec<Column, MAX_VARIATION> {
        self.follow(self.best_child(ROOT))
    }

    /// The move of this child, then the likeliest reply to each move.
    fn follow(&self, mut next: Option<usize>) -> Vec<Column, MAX_VARIATION> {
        let mut variation = Vec::new();
        while let Some(index) = next {
            let node = self.pool.node(index);
            if variation.push(node.column()).is_err() {
                break;
            }
            next = self.best_child(index);
        }
        variation
    }
}
