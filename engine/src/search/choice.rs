//! Which move to play in the end.

use super::config::Choice;
use super::node::Node;
use super::pool::ROOT;
use super::proof::Wdl;
use super::side::Side;
use super::tactics::doubles;
use crate::{Column, Engine};

impl Engine<'_> {
    /// The move to play, as things stand, or `None` where there is none.
    ///
    /// Before the first step there is no tree to choose from: the answer is
    /// `None` as well.
    ///
    /// ```
    /// use pocketfour_engine::{Column, Engine, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// let game: Position = "7/7/7/7/oo5/xxx1o2 x".parse()?;
    /// engine.set_position(&game);
    /// engine.step(1, &mut rng);
    /// assert_eq!(engine.choose(), Column::from_number(4));
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn choose(&self) -> Option<Column> {
        self.best_child(ROOT).map(|index| self.pool.node(index).column())
    }

    /// The child of a node to play: at the root as configured, below it
    /// the one with most visits; the one that decides where there is proof.
    pub(super) fn best_child(&self, index: usize) -> Option<usize> {
        let (first, children) = self.pool.children(index);
        let proof = self.pool.node(index).proof();
        let offset = proof
            .filter(|_| self.config().proofs)
            .and_then(|proof| best_proven(children, proof.wdl))
            .or_else(|| {
                if index == ROOT {
                    return self.best_estimated(children);
                }
                first_best(children.iter().enumerate(), |child| {
                    (child.visits(), child.mean())
                })
            });
        offset.map(|offset| first + offset)
    }

    fn best_estimated(&self, children: &[Node]) -> Option<usize> {
        let all_lose = children.iter().all(|child| child.is_losing_move());
        let candidates = || {
            let all = children.iter().enumerate();
            all.filter(|(_, child)| all_lose || !child.is_losing_move())
        };
        let by_mean = |safe: &dyn Fn(&Node) -> bool| {
            let safe = || candidates().filter(|(_, child)| safe(child));
            let visited = safe().filter(|(_, child)| child.visits() > 0);
            first_best(visited, |child| child.mean())
                .or_else(|| safe().next().map(|(offset, _)| offset))
        };
        match self.config().choice {
            Choice::Visits => {
                first_best(candidates(), |child| (child.visits(), child.mean()))
            }
            Choice::Mean => by_mean(&|_| true),
            Choice::Filtered => {
                let no_double =
                    |child: &Node| self.danger(child) < Danger::Double;
                let no_win = |child: &Node| self.danger(child) < Danger::Win;
                by_mean(&no_double)
                    .or_else(|| by_mean(&no_win))
                    .or_else(|| candidates().next().map(|(offset, _)| offset))
            }
        }
    }

    /// What the opponent can do after a move at the root.
    fn danger(&self, child: &Node) -> Danger {
        let side = Side::of(self.position.to_move());
        let opponent = side.other();
        let mut threats = self.threats;
        threats.drop_stone(&self.geometry, child.column_index(), side);
        let over = child.proof().is_some_and(|proof| proof.distance == 0);
        if over {
            Danger::None
        } else if !threats.wins_now(opponent).is_empty() {
            Danger::Win
        } else if !doubles(&self.geometry, &threats, opponent, threats.open())
            .is_empty()
        {
            Danger::Double
        } else {
            Danger::None
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Danger {
    None,
    Double,
    Win,
}

/// The quickest win, the most visited draw, or the slowest loss.
fn best_proven(children: &[Node], wdl: Wdl) -> Option<usize> {
    let proven = children.iter().enumerate();
    let proven = proven.filter(|(_, child)| {
        child.proof().is_some_and(|proof| proof.wdl == wdl.reversed())
    });
    first_best(proven, |child| {
        let distance = child.proof().map_or(0, |proof| proof.distance);
        let preference = match wdl {
            Wdl::Win => -i16::from(distance),
            Wdl::Draw => 0,
            Wdl::Loss => i16::from(distance),
        };
        let visits = if wdl == Wdl::Win { 0 } else { child.visits() };
        (preference, visits)
    })
}

/// The offset with the highest key, the earliest among equals.
fn first_best<'a, K: Ord>(
    candidates: impl Iterator<Item = (usize, &'a Node)>,
    key: impl Fn(&Node) -> K,
) -> Option<usize> {
    let mut best: Option<(usize, K)> = None;
    for (offset, child) in candidates {
        let key = key(child);
        if best.as_ref().is_none_or(|(_, highest)| key > *highest) {
            best = Some((offset, key));
        }
    }
    best.map(|(offset, _)| offset)
}
