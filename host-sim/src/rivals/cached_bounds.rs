//! Rival 000: one board on which moves are made and taken back, threats
//! settled when a node gets its children, and bounds without logarithms.
//!
//! On expansion a win is the only child; so is the answer to one threat;
//! two threats are lost; a move under a winning cell of the opponent is left
//! out while there is another. Children are shuffled, so that left columns
//! get no preference. The logarithm and the root in a bound are kept with
//! the counts they belong to and renewed only when those change.
//!
//! The literal reading leaves no move out, and has the logarithm twice under
//! the root.

use std::ops::Range;

use engine::Position;

use super::game_state::{GameState, Moves, NONE, Stone, other};
use super::grid::{Grid, column};
use super::means::{Means, RivalSearch, expectation};
use crate::players::{Budget, PlayedMove, PlayerFailure};

const EXPLORATION: f64 = 0.8;
const ROOT: usize = 0;

#[derive(Clone, Debug)]
struct Node {
    column: u8,
    /// How many children there are, side by side from the first.
    children: u8,
    first_child: u32,
    parent: u32,
    visits: u32,
    /// Points of the player who moved here.
    points: f64,
    /// Points a visit.
    mean: f64,
    /// The root of the logarithm of the visits.
    root_of_log: f64,
    /// One over the root of the visits.
    inverse_root: f64,
    /// The winner, where that is known.
    end: Option<Stone>,
}

pub(super) struct CachedBounds {
    means: Means,
    literal: bool,
    grid: Grid,
    nodes: Vec<Node>,
}

impl CachedBounds {
    pub(super) fn new(budget: Budget, literal: bool) -> CachedBounds {
        let (means, grid) = (Means::new(budget), Grid::default());
        CachedBounds { means, literal, grid, nodes: Vec::new() }
    }

    fn iterate(&mut self) {
        let mut at = ROOT;
        let winner = loop {
            if let Some(winner) = self.nodes[at].end {
                break winner;
            }
            if self.nodes[at].visits == 0 && at != ROOT {
                break self.grid.clone().play_out(&mut self.means.dice);
            }
            if self.nodes[at].children == 0 {
                self.expand(at);
                continue;
            }
            at = self.select(at);
            let Node { column, visits, .. } = self.nodes[at];
            if visits == 0 {
                self.nodes[at].end = self.grid.play(column);
            } else {
                self.grid.drop(column);
            }
        };
        let factor = if self.literal { 2.0 } else { 1.0 };
        loop {
            let mover = other(self.grid.turn());
            let node = &mut self.nodes[at];
            node.update(winner, mover, factor);
            if at == ROOT {
                return;
            }
            self.grid.undo(node.column);
            at = node.parent as usize;
        }
    }

    fn expand(&mut self, at: usize) {
        let mover = self.grid.turn();
        let threats = self.grid.wins(other(mover));
        let mut moves = if let Some(win) = self.grid.first_win(mover) {
            Moves::from([win])
        } else if let Some(&threat) = threats.first() {
            if threats.len() > 1 && at != ROOT {
                self.nodes[at].end = Some(other(mover));
            }
            Moves::from([threat])
        } else if self.literal {
            self.grid.moves()
        } else {
            self.grid.safe_moves()
        };
        self.means.dice.shuffle(&mut moves);
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = moves.len() as u8;
        self.nodes.extend(moves.iter().map(|&column| Node::new(column, at)));
    }

    /// The children of a node.
    fn children(&self, at: usize) -> Range<usize> {
        let first = self.nodes[at].first_child as usize;
        first..first + usize::from(self.nodes[at].children)
    }

    /// The child with the highest bound; the first of several.
    fn select(&self, at: usize) -> usize {
        let mut highest = f64::NEG_INFINITY;
        let mut best = at;
        for child in self.children(at) {
            let bound = self.nodes[child].bound(&self.nodes[at]);
            if bound > highest {
                (highest, best) = (bound, child);
            }
        }
        best
    }
}

impl Node {
    fn new(column: u8, parent: usize) -> Node {
        Node {
            column,
            children: 0,
            first_child: 0,
            parent: parent as u32,
            visits: 0,
            points: 0.0,
            mean: 0.0,
            root_of_log: 0.0,
            inverse_root: f64::INFINITY,
            end: None,
        }
    }

    /// The factor stands before the logarithm.
    fn update(&mut self, winner: Stone, mover: Stone, factor: f64) {
        self.visits += 1;
        self.points += match winner {
            NONE => 0.5,
            side if side == mover => 1.0,
            _ => 0.0,
        };
        let visits = f64::from(self.visits);
        self.mean = self.points / visits;
        self.root_of_log = (factor * visits.ln()).sqrt();
        self.inverse_root = visits.sqrt().recip();
    }

    fn bound(&self, parent: &Node) -> f64 {
        if self.visits == 0 {
            return f64::INFINITY;
        }
        self.mean + EXPLORATION * parent.root_of_log * self.inverse_root
    }
}

impl RivalSearch for CachedBounds {
    fn means(&mut self) -> &mut Means {
        &mut self.means
    }

    fn find(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let budget = self.means.budget;
        self.grid = Grid::new(position);
        self.nodes.clear();
        self.nodes.push(Node::new(0, ROOT));
        let playouts = budget.repeat(|| self.iterate());
        let most = self.children(ROOT).max_by_key(|&i| self.nodes[i].visits);
        let most = column(most.map(|child| self.nodes[child].column));
        let mean = expectation(self.nodes[ROOT].mean, 0.0);
        most.map(|choice| choice.after(playouts).expecting(mean))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        WINS_BY_MUSTS, choice, iterations, often, plain_uct, solved,
    };
    use super::*;
    use crate::suite::Category;

    #[test]
    fn bounds_are_those_of_the_formula() {
        for (literal, factor) in [(false, 1.0), (true, 2.0)] {
            let mut rival = CachedBounds::new(iterations(500), literal);
            choice(&mut rival, "9/9/9/4#4/9/9/9/9/4x4 o");
            let root = &rival.nodes[ROOT];
            assert_eq!(root.visits, 500);
            let log = factor * f64::from(root.visits).ln();
            for child in rival.children(ROOT) {
                let child = &rival.nodes[child];
                let visits = f64::from(child.visits);
                let bonus = (log / visits).sqrt();
                let bound = child.points / visits + 0.8 * bonus;
                assert!((child.bound(root) - bound).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn threats_leave_one_child() {
        let mut rival = CachedBounds::new(iterations(1), false);
        assert_eq!(solved(&mut rival, Category::Win(1)), (80, 80));
        assert_eq!(solved(&mut rival, Category::Block), (80, 80));
        assert_eq!(rival.nodes[ROOT].children, 1);
        let mut plain = plain_uct(iterations(1));
        assert!(solved(&mut plain, Category::Win(1)).0 < 10);
        assert!(solved(&mut plain, Category::Block).0 < 10);
    }

    #[test]
    fn two_threats_are_lost() {
        let mut rival = CachedBounds::new(iterations(100), false);
        choice(&mut rival, "7/7/7/7/2oo3/2xx3 x");
        for child in rival.children(ROOT) {
            let Node { column, end, .. } = rival.nodes[child];
            let makes_two = [1, 4].contains(&column);
            assert_eq!(end, makes_two.then_some(1), "column {column}");
        }
        let mut rival = CachedBounds::new(iterations(300), false);
        assert_eq!(solved(&mut rival, Category::Double), (80, 80));
        let mut plain = plain_uct(iterations(300));
        assert!(solved(&mut plain, Category::Double).0 < 65);
    }

    /// Where threats lead is seen before plain UCT does.
    #[test]
    fn plain_uct_misses_wins_by_threats() {
        for (text, wins) in WINS_BY_MUSTS {
            for literal in [false, true] {
                let mut rival = CachedBounds::new(iterations(1000), literal);
                let found = often(&mut rival, text, wins, 10);
                assert_eq!(found, 10, "{literal} {text}");
            }
            let mut plain = plain_uct(iterations(1000));
            assert!(often(&mut plain, text, wins, 10) <= 3, "{text}");
        }
    }

    #[test]
    fn only_the_literal_reading_moves_under_a_win() {
        // Columns 0 and 4 would lift the opponent to the ends of his line.
        let under = "9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x";
        for (literal, expected) in [(false, 7), (true, 9)] {
            let mut rival = CachedBounds::new(iterations(10), literal);
            choice(&mut rival, under);
            let columns = rival.children(ROOT).map(|i| rival.nodes[i].column);
            let columns: Vec<u8> = columns.collect();
            assert_eq!(columns.len(), expected);
            assert_eq!(columns.contains(&0), literal);
            assert_eq!(columns.contains(&4), literal);
        }
    }
}
