//! What the tests of the rivals share: plain UCT, which has nothing of what
//! makes each of them special, and puzzles that tell them apart.

use engine::Position;

use super::game_state::{GameState, other, worth};
use super::grid::Grid;
use super::tree_search::TreeSearch;
use crate::players::{Budget, MatchPlayer};
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

/// How often a player chooses one of these columns, with this many seeds.
pub(super) fn often(
    player: &mut dyn MatchPlayer,
    text: &str,
    columns: &[u8],
    seeds: u64,
) -> usize {
    let position: Position = text.parse().unwrap();
    let hits = |seed: &u64| {
        player.begin(&position, *seed).unwrap();
        let chosen = player.choose(&position).unwrap().column.number();
        columns.contains(&chosen)
    };
    (0..seeds).filter(hits).count()
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
pub(super) fn plain_uct(budget: Budget) -> TreeSearch {
    TreeSearch::new(budget, -1.0, iterate)
}

fn iterate(search: &mut TreeSearch) {
    let mut grid = search.start.clone();
    let c = std::f64::consts::FRAC_1_SQRT_2;
    let leaf = search.tree.descend(&mut grid, c, Grid::moves);
    let mut mover = other(grid.turn());
    let end = search.tree[leaf].end;
    let winner = end.unwrap_or_else(|| grid.play_out(&mut search.means.dice));
    search.tree.back_up(leaf, |node| {
        node.points += worth(winner, mover);
        mover = other(mover);
    });
}
