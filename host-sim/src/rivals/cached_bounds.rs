//! Rival 000: one board on which moves are made and taken back, threats
//! settled when a node gets its children, and bounds without logarithms.
//!
//! On expansion a win is the only child; so is the answer to one threat;
//! two threats are lost; a move under a winning cell of the opponent is left
//! out while there is another. Children are shuffled, so that left columns
//! get no preference. The logarithm and the root in a bound are kept with
//! the counts they belong to and renewed only when those change.

use engine::{Column, Position};

use super::grid::{Grid, NONE, Stone, column, other};
use crate::dice::Dice;
use crate::players::{Budget, MatchPlayer, PlayerFailure};

const EXPLORATION: f64 = 0.8;
const ROOT: usize = 0;

#[derive(Clone, Debug)]
struct Node {
    column: usize,
    visits: u32,
    /// Points of the player who moved here.
    points: f64,
    children: Vec<usize>,
    /// The winner, where that is known.
    end: Option<Stone>,
    /// The root of the logarithm of the visits.
    root_of_log: f64,
    /// One over the root of the visits.
    inverse_root: f64,
}

pub(super) struct CachedBounds {
    budget: Budget,
    dice: Dice,
    grid: Grid,
    nodes: Vec<Node>,
}

impl CachedBounds {
    pub(super) fn new(budget: Budget) -> CachedBounds {
        let grid = Grid::default();
        CachedBounds { budget, dice: Dice::new(0, 0), grid, nodes: Vec::new() }
    }

    fn iterate(&mut self) {
        let mut path = vec![ROOT];
        let mut at = ROOT;
        let winner = loop {
            if let Some(winner) = self.nodes[at].end {
                break winner;
            }
            if self.nodes[at].visits == 0 && at != ROOT {
                break self.grid.clone().play_out(&mut self.dice);
            }
            if self.nodes[at].children.is_empty() {
                self.expand(at);
                continue;
            }
            at = self.select(at);
            let wins = self.grid.drop(self.nodes[at].column);
            path.push(at);
            if wins {
                self.nodes[at].end = Some(other(self.grid.turn()));
            } else if self.grid.is_full() {
                self.nodes[at].end = Some(NONE);
            }
        };
        for at in path.into_iter().rev() {
            let mover = other(self.grid.turn());
            self.nodes[at].update(winner, mover);
            if at != ROOT {
                self.grid.undo(self.nodes[at].column);
            }
        }
    }

    fn expand(&mut self, at: usize) {
        let mover = self.grid.turn();
        let wins = self.grid.wins(mover);
        let threats = self.grid.wins(other(mover));
        let mut moves = if let Some(&win) = wins.first() {
            vec![win]
        } else if let Some(&threat) = threats.first() {
            if threats.len() > 1 && at != ROOT {
                self.nodes[at].end = Some(other(mover));
            }
            vec![threat]
        } else {
            let all = self.grid.moves();
            let mut safe = all.clone();
            safe.retain(|&column| !self.grid.is_under_a_win(column));
            if safe.is_empty() { all } else { safe }
        };
        self.dice.shuffle(&mut moves);
        for column in moves {
            let child = self.nodes.len();
            self.nodes.push(Node::new(column));
            self.nodes[at].children.push(child);
        }
    }

    fn select(&self, at: usize) -> usize {
        let parent = &self.nodes[at];
        let bound = |child: &usize| self.nodes[*child].bound(parent);
        let best = |a: &&usize, b: &&usize| bound(a).total_cmp(&bound(b));
        parent.children.iter().rev().max_by(best).copied().unwrap_or(at)
    }
}

impl Node {
    fn new(column: usize) -> Node {
        Node {
            column,
            visits: 0,
            points: 0.0,
            children: Vec::new(),
            end: None,
            root_of_log: 0.0,
            inverse_root: f64::INFINITY,
        }
    }

    fn update(&mut self, winner: Stone, mover: Stone) {
        self.visits += 1;
        self.points += match winner {
            NONE => 0.5,
            side if side == mover => 1.0,
            _ => 0.0,
        };
        let visits = f64::from(self.visits);
        self.root_of_log = visits.ln().sqrt();
        self.inverse_root = visits.sqrt().recip();
    }

    fn bound(&self, parent: &Node) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        let mean = self.points / f64::from(self.visits);
        mean + EXPLORATION * parent.root_of_log * self.inverse_root
    }
}

impl MatchPlayer for CachedBounds {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        let budget = self.budget;
        let mut rest = std::mem::take(&mut self.nodes);
        self.grid = Grid::new(position);
        budget.repeat(|| {
            // The clock runs while the last tree is thrown away.
            if self.nodes.is_empty() {
                rest.clear();
                self.nodes.push(Node::new(0));
            }
            self.iterate();
        });
        let Some(root) = self.nodes.first() else { return column(None) };
        let most = root.children.iter().max_by_key(|&&i| self.nodes[i].visits);
        column(most.map(|&child| self.nodes[child].column))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations};
    use super::*;

    #[test]
    fn bounds_are_those_of_the_formula() {
        let mut rival = CachedBounds::new(iterations(500));
        choice(&mut rival, "9/9/9/4#4/9/9/9/9/4x4 o");
        let root = &rival.nodes[ROOT];
        assert_eq!(root.visits, 500);
        for &child in &root.children {
            let child = &rival.nodes[child];
            let visits = f64::from(child.visits);
            let bonus = (f64::from(root.visits).ln() / visits).sqrt();
            let bound = child.points / visits + 0.8 * bonus;
            assert!((child.bound(root) - bound).abs() < 1e-12);
        }
    }

    #[test]
    fn threats_leave_one_child() {
        let mut rival = CachedBounds::new(iterations(10));
        let threat = "9/9/9/4#4/9/9/9/2o6/xxx1o4 o";
        assert_eq!(choice(&mut rival, threat), 4);
        assert_eq!(rival.nodes[ROOT].children.len(), 1);
        // Column 1 would lift the opponent to the end of his line.
        let under = "9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x";
        choice(&mut rival, under);
        let root = &rival.nodes[ROOT];
        let columns = root.children.iter().map(|&i| rival.nodes[i].column);
        assert!(columns.into_iter().all(|column| column != 0));
    }
}
