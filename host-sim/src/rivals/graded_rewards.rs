//! Rival 004: quick wins and losses weigh more.
//!
//! A game played out counts 1. A move that ends the game inside the tree
//! counts more, by one less for each level on the way up, until it is 1. A
//! move that wins at once prunes all others while a path is chosen. All
//! nodes are made beforehand.

use engine::{Column, Position};

use super::grid::{Grid, NONE, column, other};
use crate::dice::Dice;
use crate::players::{Budget, MatchPlayer, PlayerFailure};

/// For rewards up to [`PRIZE`].
const EXPLORATION: f64 = 2.0;
/// What the end of the game counts where it comes about.
const PRIZE: i64 = 5;
const ROOT: usize = 0;
/// Nodes that are made beforehand.
const READY: usize = 1 << 16;

#[derive(Clone, Debug, Default)]
struct Node {
    column: usize,
    visits: u32,
    /// Rewards of the player who moved here.
    points: i64,
    children: Vec<usize>,
    untried: Vec<usize>,
    looked_at: bool,
    /// What the player who moved here has got, where the game is over: 1,
    /// or 0 for a draw.
    end: Option<i64>,
}

pub(super) struct GradedRewards {
    budget: Budget,
    dice: Dice,
    start: Grid,
    nodes: Vec<Node>,
    used: usize,
}

impl GradedRewards {
    pub(super) fn new(budget: Budget) -> GradedRewards {
        let start = Grid::default();
        let nodes = vec![Node::default(); READY];
        GradedRewards { budget, dice: Dice::new(0, 0), start, nodes, used: 0 }
    }

    fn take_node(&mut self, column: usize) -> usize {
        if self.used == self.nodes.len() {
            self.nodes.push(Node::default());
        }
        let node = &mut self.nodes[self.used];
        node.children.clear();
        node.untried.clear();
        (node.column, node.visits, node.points) = (column, 0, 0);
        (node.looked_at, node.end) = (false, None);
        self.used += 1;
        self.used - 1
    }

    fn iterate(&mut self) {
        let mut grid = self.start.clone();
        let mut path = vec![ROOT];
        let mut at = ROOT;
        while self.nodes[at].end.is_none() {
            self.look(at, &grid);
            let untried = self.nodes[at].untried.pop();
            if let Some(column) = untried {
                let child = self.take_node(column);
                self.nodes[at].children.push(child);
                let wins = grid.drop(column);
                let over = wins || grid.is_full();
                self.nodes[child].end = over.then_some(i64::from(wins));
                path.push(child);
                at = child;
                break;
            }
            let Some(child) = self.best(at, EXPLORATION) else { break };
            grid.drop(self.nodes[child].column);
            path.push(child);
            at = child;
        }
        let (mut sign, mut weight) = match self.nodes[at].end {
            Some(sign) => (sign, PRIZE),
            None => {
                let mover = other(grid.turn());
                match grid.play_out(&mut self.dice) {
                    NONE => (0, 1),
                    winner if winner == mover => (1, 1),
                    _ => (-1, 1),
                }
            }
        };
        for at in path.into_iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].points += sign * weight;
            sign = -sign;
            weight = (weight - 1).max(1);
        }
    }

    /// Looks at a node on the way for the first time: its moves, or only the
    /// one that wins.
    fn look(&mut self, at: usize, grid: &Grid) {
        if self.nodes[at].looked_at {
            return;
        }
        let wins = grid.wins(grid.turn());
        let moves = match wins.first() {
            Some(&win) => vec![win],
            None => grid.moves(),
        };
        self.nodes[at].untried = moves;
        self.nodes[at].looked_at = true;
    }

    fn best(&self, at: usize, exploration: f64) -> Option<usize> {
        let parent = 2.0 * f64::from(self.nodes[at].visits).ln();
        let bound = |&child: &usize| {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits);
            node.points as f64 / visits + exploration * (parent / visits).sqrt()
        };
        let children = self.nodes[at].children.iter().copied();
        children.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }
}

impl MatchPlayer for GradedRewards {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        let budget = self.budget;
        self.start = Grid::new(position);
        self.used = 0;
        self.take_node(0);
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
    fn the_end_of_the_game_counts_less_on_the_way_up() {
        let mut rival = GradedRewards::new(iterations(1));
        choice(&mut rival, "7/7/7/7/ooo4/xxx4 x");
        assert_eq!(rival.nodes[ROOT].points, -4);
        assert_eq!(rival.nodes[1].points, 5);
    }

    #[test]
    fn a_quicker_win_is_preferred() {
        // Column 4 wins at once; other moves win a little later.
        let mut rival = GradedRewards::new(iterations(500));
        let text = "7/7/7/7/ooo4/xxx4 x";
        assert_eq!(choice(&mut rival, text), 4);
        assert_eq!(rival.nodes[ROOT].children.len(), 1);

        // Columns 2 and 5 win in three plies, whatever the answer is.
        let column = choice(&mut rival, "7/7/7/7/2oo3/2xx3 x");
        assert!([2, 5].contains(&column), "{column}");
        let means = |i: &usize| {
            let node = &rival.nodes[*i];
            node.points as f64 / f64::from(node.visits)
        };
        let best = rival.best(ROOT, 0.0).unwrap();
        assert!(means(&best) > 1.0, "more than a game played out");
    }
}
