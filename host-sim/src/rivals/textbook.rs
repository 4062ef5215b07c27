//! Rival 001: a look for an immediate win, then the textbook's search.
//!
//! All nodes lie in one array and know their parent and children by index.
//! A node keeps the tops of the columns and the stone that made it; the
//! board is built again from its ancestors where it is needed.

use engine::{Column, Position};

use super::grid::{Grid, NONE, Stone, column, other};
use crate::dice::Dice;
use crate::players::{Budget, MatchPlayer, PlayerFailure};

const EXPLORATION: f64 = 1.0;
const ROOT: usize = 0;
/// As many as fit 400 MB.
const MOST_NODES: usize = (400 << 20) / size_of::<Node>();

#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    children: [u32; 12],
    /// The columns up to here have been tried.
    tried: usize,
    tops: [usize; 12],
    column: usize,
    row: usize,
    /// Who put the stone here.
    mover: Stone,
    visits: u32,
    points: i64,
    end: Option<Stone>,
}

pub(super) struct Textbook {
    budget: Budget,
    dice: Dice,
    start: Grid,
    nodes: Vec<Node>,
}

impl Textbook {
    pub(super) fn new(budget: Budget) -> Textbook {
        let start = Grid::default();
        Textbook { budget, dice: Dice::new(0, 0), start, nodes: Vec::new() }
    }

    fn iterate(&mut self) {
        let mut at = ROOT;
        while self.nodes[at].end.is_none() {
            if let Some(column) = self.next_column(at)
                && self.nodes.len() < MOST_NODES
            {
                at = self.expand(at, column);
                break;
            }
            match self.best(at, EXPLORATION) {
                Some(child) => at = child,
                None => break,
            }
        }
        let winner = match self.nodes[at].end {
            Some(winner) => winner,
            None => self.grid_of(at).play_out(&mut self.dice),
        };
        loop {
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.points += match winner {
                NONE => 0,
                side if side == node.mover => 1,
                _ => -1,
            };
            if at == ROOT {
                return;
            }
            at = node.parent;
        }
    }

    /// The next column from the left that has not been tried.
    fn next_column(&mut self, at: usize) -> Option<usize> {
        let tried = self.nodes[at].tried;
        let moves = self.grid_of(at).moves();
        moves.into_iter().find(|&column| column >= tried)
    }

    fn expand(&mut self, at: usize, column: usize) -> usize {
        let mut grid = self.grid_of(at);
        let (row, mover) = (grid.tops()[column], grid.turn());
        let end = if grid.drop(column) {
            Some(mover)
        } else {
            grid.is_full().then_some(NONE)
        };
        let child = self.nodes.len();
        let tops = grid.tops();
        let node = Node { column, row, mover, end, ..Node::new(at, tops) };
        self.nodes.push(node);
        self.nodes[at].tried = column + 1;
        self.nodes[at].children[column] = child as u32;
        child
    }

    /// The board of a node, from the stones of its ancestors.
    fn grid_of(&self, at: usize) -> Grid {
        let mut grid = self.start.clone();
        let mut ancestor = at;
        while ancestor != ROOT {
            let Node { column, row, mover, parent, .. } = self.nodes[ancestor];
            grid.put(column, row, mover);
            ancestor = parent;
        }
        grid.settle(self.nodes[at].tops, other(self.nodes[at].mover));
        grid
    }

    fn best(&self, at: usize, exploration: f64) -> Option<usize> {
        let parent = f64::from(self.nodes[at].visits).ln();
        let bound = |&child: &usize| {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits);
            node.points as f64 / visits + exploration * (parent / visits).sqrt()
        };
        let children = self.nodes[at].children.iter();
        children
            .filter(|&&child| child != 0)
            .map(|&child| child as usize)
            .rev()
            .max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }
}

impl Node {
    fn new(parent: usize, tops: [usize; 12]) -> Node {
        Node {
            parent,
            children: [0; 12],
            tried: 0,
            tops,
            column: 0,
            row: 0,
            mover: NONE,
            visits: 0,
            points: 0,
            end: None,
        }
    }
}

impl MatchPlayer for Textbook {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        let budget = self.budget;
        self.start = Grid::new(position);
        self.nodes.clear();
        let mover = self.start.turn();
        if let Some(&win) = self.start.wins(mover).first() {
            return column(Some(win));
        }
        let root = Node::new(ROOT, self.start.tops());
        self.nodes.push(Node { mover: other(mover), ..root });
        budget.repeat(|| self.iterate());
        let best = self.best(ROOT, 0.0);
        column(best.map(|child| self.nodes[child].column))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations};
    use super::*;

    #[test]
    fn boards_are_built_again_from_ancestors() {
        let mut rival = Textbook::new(iterations(2000));
        choice(&mut rival, "9/9/9/9/9/9/9/4#4/4x4 o");
        for at in 0..rival.nodes.len() {
            let mut columns = Vec::new();
            let mut ancestor = at;
            while ancestor != ROOT {
                columns.push(rival.nodes[ancestor].column);
                ancestor = rival.nodes[ancestor].parent;
            }
            let mut grid = rival.start.clone();
            for column in columns.into_iter().rev() {
                grid.drop(column);
            }
            let built = rival.grid_of(at);
            assert_eq!(format!("{built:?}"), format!("{grid:?}"));
        }
    }

    #[test]
    fn a_win_needs_no_search() {
        let mut rival = Textbook::new(iterations(1));
        assert_eq!(choice(&mut rival, "7/7/7/7/oo5/xxx1o2 x"), 4);
        assert!(rival.nodes.is_empty());
    }
}
