//! Rival 002: what must be played is found out once for each node, when it
//! is first expanded.
//!
//! A win is the only child; so is the answer to a threat; a move under a
//! winning cell of the opponent is expanded only if there is no other. The
//! games played out stay deliberately plain.

use engine::{Column, Position};

use super::grid::{Grid, NONE, column, other};
use crate::dice::Dice;
use crate::players::{Budget, MatchPlayer, PlayerFailure};

const EXPLORATION: f64 = std::f64::consts::FRAC_1_SQRT_2;
const ROOT: usize = 0;

#[derive(Clone, Debug, Default)]
struct Node {
    column: usize,
    visits: u32,
    /// Points of the player who moved here, from 0 to 1 a visit.
    points: f64,
    children: Vec<usize>,
    /// Moves that have no child yet, once they are known.
    untried: Option<Vec<usize>>,
    /// What the player who moved here has got, where the game is over.
    end: Option<f64>,
}

pub(super) struct MustMoves {
    budget: Budget,
    dice: Dice,
    start: Grid,
    nodes: Vec<Node>,
}

impl MustMoves {
    pub(super) fn new(budget: Budget) -> MustMoves {
        let start = Grid::default();
        MustMoves { budget, dice: Dice::new(0, 0), start, nodes: Vec::new() }
    }

    fn iterate(&mut self) {
        let mut grid = self.start.clone();
        let mut path = vec![ROOT];
        let mut at = ROOT;
        while self.nodes[at].end.is_none() {
            let fresh = self.expand(at, &mut grid);
            let next = fresh.or_else(|| self.best(at, EXPLORATION));
            let Some(child) = next else { break };
            let wins = grid.drop(self.nodes[child].column);
            if wins {
                self.nodes[child].end = Some(1.0);
            } else if grid.is_full() {
                self.nodes[child].end = Some(0.5);
            }
            path.push(child);
            at = child;
            if fresh.is_some() {
                break;
            }
        }
        let mut points = self.nodes[at].end.unwrap_or_else(|| {
            let mover = other(grid.turn());
            match grid.play_out(&mut self.dice) {
                NONE => 0.5,
                winner if winner == mover => 1.0,
                _ => 0.0,
            }
        });
        for at in path.into_iter().rev() {
            self.nodes[at].visits += 1;
            self.nodes[at].points += points;
            points = 1.0 - points;
        }
    }

    /// A new child, if there is one left.
    fn expand(&mut self, at: usize, grid: &mut Grid) -> Option<usize> {
        let mut untried = match self.nodes[at].untried.take() {
            Some(untried) => untried,
            None => {
                let mut moves = candidates(grid);
                self.dice.shuffle(&mut moves);
                moves
            }
        };
        let child = untried.pop().map(|column| {
            self.nodes.push(Node { column, ..Node::default() });
            self.nodes.len() - 1
        });
        self.nodes[at].children.extend(child);
        self.nodes[at].untried = Some(untried);
        child
    }

    fn best(&self, at: usize, exploration: f64) -> Option<usize> {
        let parent = 2.0 * f64::from(self.nodes[at].visits).ln();
        let bound = |&child: &usize| {
            let node = &self.nodes[child];
            let visits = f64::from(node.visits);
            node.points / visits + exploration * (parent / visits).sqrt()
        };
        let children = self.nodes[at].children.iter().copied();
        children.max_by(|a, b| bound(a).total_cmp(&bound(b)))
    }
}

/// Must win, must move, must not, or anything.
fn candidates(grid: &mut Grid) -> Vec<usize> {
    let mover = grid.turn();
    for side in [mover, other(mover)] {
        if let Some(&must) = grid.wins(side).first() {
            return vec![must];
        }
    }
    let all = grid.moves();
    let mut safe = all.clone();
    safe.retain(|&column| !grid.is_under_a_win(column));
    if safe.is_empty() { all } else { safe }
}

impl MatchPlayer for MustMoves {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        let budget = self.budget;
        self.start = Grid::new(position);
        self.nodes.clear();
        self.nodes.push(Node::default());
        budget.repeat(|| self.iterate());
        let best = self.best(ROOT, 0.0);
        column(best.map(|child| self.nodes[child].column))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations};
    use super::*;

    fn grid(text: &str) -> Grid {
        Grid::new(&text.parse().unwrap())
    }

    #[test]
    fn a_must_is_the_only_child() {
        let win = "7/7/7/7/ooo4/xxx4 x";
        assert_eq!(candidates(&mut grid(win)), [3]);
        let block = "7/7/7/7/oo5/xxx4 o";
        assert_eq!(candidates(&mut grid(block)), [3]);
        let mut rival = MustMoves::new(iterations(50));
        assert_eq!(choice(&mut rival, block), 4);
        assert_eq!(rival.nodes[ROOT].children.len(), 1);
    }

    #[test]
    fn moves_under_a_win_are_left_out() {
        let under = "9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x";
        let moves = candidates(&mut grid(under));
        assert!(!moves.contains(&0) && !moves.contains(&4), "{moves:?}");
        assert_eq!(moves.len(), 7);
    }

    #[test]
    fn points_are_turned_around_at_every_level() {
        let mut rival = MustMoves::new(iterations(300));
        choice(&mut rival, "7/7/7/7/7/7 x");
        let root = &rival.nodes[ROOT];
        let children: f64 =
            root.children.iter().map(|&i| rival.nodes[i].points).sum();
        assert!((root.points + children - 300.0).abs() < 1e-9);
    }
}
