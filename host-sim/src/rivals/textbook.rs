//! Rival 001: a look for an immediate win, then the textbook's search.
//!
//! All nodes lie in one array and know their parent and children by index.
//! A node keeps the tops of the columns and the stone that made it; the
//! board is built again from its ancestors where it is needed.

use engine::Position;

use super::game_state::{GameState, MOST, NONE, Stone, other};
use super::grid::{Grid, column};
use super::means::{Means, RivalSearch, expectation};
use crate::players::{Budget, PlayedMove, PlayerFailure};

const EXPLORATION: f64 = 1.0;
const ROOT: usize = 0;
/// As many as fit 400 MB.
const MOST_NODES: usize = (400 << 20) / size_of::<Node>();

#[derive(Clone, Debug)]
struct Node {
    parent: u32,
    /// By column; the root is nobody's child.
    children: [u32; MOST],
    /// The columns up to here have been tried.
    tried: u8,
    tops: [u8; MOST],
    column: u8,
    row: u8,
    /// Who put the stone here.
    mover: Stone,
    visits: u32,
    points: i32,
    end: Option<Stone>,
}

pub(super) struct Textbook {
    means: Means,
    start: Grid,
    nodes: Vec<Node>,
}

impl Textbook {
    pub(super) fn new(budget: Budget) -> Textbook {
        let (means, start) = (Means::new(budget), Grid::default());
        Textbook { means, start, nodes: Vec::new() }
    }

    fn iterate(&mut self) {
        let mut at = ROOT;
        let mut fresh = None;
        while self.nodes[at].end.is_none() {
            fresh = self.next_column(at);
            let next =
                if fresh.is_none() { self.best(at, EXPLORATION) } else { None };
            let Some(child) = next else { break };
            at = child;
        }
        let mut grid = self.grid_of(at);
        if let Some(column) = fresh {
            at = self.expand(at, column, &mut grid);
        }
        let winner = match self.nodes[at].end {
            Some(winner) => winner,
            None => grid.play_out(&mut self.means.dice),
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
            at = node.parent as usize;
        }
    }

    /// The next column from the left that has not been tried, if there is
    /// room for a node.
    fn next_column(&self, at: usize) -> Option<u8> {
        let Node { tried, tops, .. } = &self.nodes[at];
        let has_room =
            |&column: &u8| tops[usize::from(column)] < self.start.rows();
        let mut columns = *tried..self.start.columns();
        columns.find(has_room).filter(|_| self.nodes.len() < MOST_NODES)
    }

    fn expand(&mut self, at: usize, column: u8, grid: &mut Grid) -> usize {
        let (row, mover) = (grid.top(column), grid.turn());
        let end = grid.play(column);
        let child = self.nodes.len();
        let node = Node::new(at, grid.tops());
        self.nodes.push(Node { column, row, mover, end, ..node });
        self.nodes[at].tried = column + 1;
        self.nodes[at].children[usize::from(column)] = child as u32;
        child
    }

    /// The board of a node, from the stones of its ancestors.
    fn grid_of(&self, at: usize) -> Grid {
        let mut grid = self.start.clone();
        let mut ancestor = at;
        while ancestor != ROOT {
            let node = &self.nodes[ancestor];
            grid.put(node.row, node.column, node.mover);
            ancestor = node.parent as usize;
        }
        grid.settle(self.nodes[at].tops, other(self.nodes[at].mover));
        grid
    }

    /// The child with the highest bound; the first of several.
    fn best(&self, at: usize, exploration: f64) -> Option<usize> {
        let log = f64::from(self.nodes[at].visits).ln();
        let mut highest = f64::NEG_INFINITY;
        let mut best = None;
        for &child in self.nodes[at].children.iter().filter(|&&it| it != 0) {
            let node = &self.nodes[child as usize];
            let visits = f64::from(node.visits);
            let mean = f64::from(node.points) / visits;
            let bound = mean + exploration * (log / visits).sqrt();
            if bound > highest {
                (highest, best) = (bound, Some(child as usize));
            }
        }
        best
    }
}

impl Node {
    fn new(parent: usize, tops: [u8; MOST]) -> Node {
        Node {
            parent: parent as u32,
            children: [0; MOST],
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

impl RivalSearch for Textbook {
    fn means(&mut self) -> &mut Means {
        &mut self.means
    }

    fn find(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let budget = self.means.budget;
        self.start = Grid::new(position);
        self.nodes.clear();
        let mover = self.start.turn();
        if let Some(win) = self.start.first_win(mover) {
            return column(Some(win));
        }
        let root = Node::new(ROOT, self.start.tops());
        self.nodes.push(Node { mover: other(mover), ..root });
        let playouts = budget.repeat(|| self.iterate());
        let best = self.best(ROOT, 0.0);
        let best = column(best.map(|child| self.nodes[child].column));
        let Node { points, visits, .. } = self.nodes[ROOT];
        let mean = f64::from(points) / f64::from(visits);
        let mean = expectation(mean, -1.0);
        best.map(|choice| choice.after(playouts).expecting(mean))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations, plain_uct, solved};
    use super::*;
    use crate::suite::Category;

    #[test]
    fn boards_are_built_again_from_ancestors() {
        let mut rival = Textbook::new(iterations(2000));
        choice(&mut rival, "9/9/9/9/9/9/9/4#4/4x4 o");
        for at in 0..rival.nodes.len() {
            let mut columns = Vec::new();
            let mut ancestor = at;
            while ancestor != ROOT {
                columns.push(rival.nodes[ancestor].column);
                ancestor = rival.nodes[ancestor].parent as usize;
            }
            let mut grid = rival.start.clone();
            for column in columns.into_iter().rev() {
                grid.drop(column);
            }
            assert_eq!(rival.grid_of(at), grid);
        }
    }

    /// All that tells this program from plain UCT: but for the look for a win
    /// before it, it is plain UCT, and there is nothing else to see.
    #[test]
    fn a_win_needs_no_search() {
        let mut rival = Textbook::new(iterations(1));
        assert_eq!(choice(&mut rival, "7/7/7/7/oo5/xxx1o2 x"), 4);
        assert!(rival.nodes.is_empty());
        assert_eq!(solved(&mut rival, Category::Win(1)), (80, 80));
        let mut plain = plain_uct(iterations(1));
        assert!(solved(&mut plain, Category::Win(1)).0 < 10);
    }
}
