//! What the tests of the rivals share: plain UCT, which has nothing of what
//! makes each of them special, and puzzles that tell them apart.

use engine::Position;

use super::grid::{Grid, column};
use super::ground::{Ground, other, worth};
use super::tree::{ROOT, Tree};
use crate::dice::Dice;
use crate::players::{Budget, Choice, MatchPlayer, PlayerFailure};
use crate::suite::{Category, Puzzle};

/// A budget of this many iterations.
pub(super) fn iterations(nodes: u32) -> Budget {
    Budget { nodes: Some(nodes), ..Budget::default() }
}

/// The column number that a player chooses.
pub(super) fn choice(player: &mut dyn MatchPlayer, text: &str) -> u8 {
    let position: Position = text.parse().unwrap();
    player.begin(&position, 1).unwrap();
    player.choose(&position).unwrap().column.number()
}

/// How many puzzles of a kind a player solves, and how many there are.
pub(super) fn solved(
    player: &mut dyn MatchPlayer,
    category: Category,
) -> (usize, usize) {
    let puzzles = include_str!("../../tests/data/tactics.txt").lines();
    let puzzles = puzzles.filter(|line| !line.starts_with('#'));
    let puzzles: Vec<Puzzle> = puzzles
        .map(|line| line.parse().unwrap())
        .filter(|puzzle: &Puzzle| puzzle.category == category)
        .collect();
    let is_solved = |puzzle: &&Puzzle| {
        let chosen = choice(player, &puzzle.position.to_string());
        puzzle.solutions.iter().any(|column| column.number() == chosen)
    };
    (puzzles.iter().filter(is_solved).count(), puzzles.len())
}

/// Monte Carlo search with UCT and nothing else.
pub(super) struct PlainUct {
    budget: Budget,
    dice: Dice,
    start: Grid,
    tree: Tree,
}

impl PlainUct {
    pub(super) fn new(budget: Budget) -> PlainUct {
        let (dice, start) = (Dice::new(0, 0), Grid::default());
        PlainUct { budget, dice, start, tree: Tree::new() }
    }

    fn iterate(&mut self) {
        let mut grid = self.start.clone();
        let c = std::f64::consts::FRAC_1_SQRT_2;
        let leaf = self.tree.descend(&mut grid, c, Grid::moves);
        let mut mover = other(grid.turn());
        let end = self.tree[leaf].end;
        let winner = end.unwrap_or_else(|| grid.play_out(&mut self.dice));
        self.tree.back_up(leaf, |node| {
            node.points += worth(winner, mover);
            mover = other(mover);
        });
    }
}

impl MatchPlayer for PlainUct {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Choice, PlayerFailure> {
        let budget = self.budget;
        self.start = Grid::new(position);
        self.tree.clear();
        budget.repeat(|| self.iterate());
        let best = self.tree.best(ROOT, 0.0);
        column(best.map(|child| self.tree[child].column))
    }
}
