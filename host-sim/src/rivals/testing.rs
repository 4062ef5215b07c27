//! What the tests of the rivals share: plain UCT, which has nothing of what
//! makes each of them special, and puzzles that tell them apart.

use engine::Position;

use super::game_state::{GameState, other, worth};
use super::grid::Grid;
use super::tree_search::TreeSearch;
use crate::players::{Budget, MatchPlayer};
use crate::suite::{Category, Puzzle};

/// Positions in which nothing has to be played yet, but who wins does so by
/// musts, and plain UCT does not see where these lead; and the moves that win.
pub(super) const WINS_BY_MUSTS: [(&str, &[u8]); 3] = [
    ("9/9/9/7x1/xo1#1xxo1/oo3ooxx/ox2xxooo/ox1ooxoxx/xxoxxoxoo x", &[4]),
    (
        "11/5#5/1o9/1x2x6/1o2x6/1xooox5/1xxxooox3/1xxooxxo2x/\
         ooxxxoooxoo x",
        &[1],
    ),
    (
        "12/12/12/12/o11/#8o2/x1o1x4x2/o1ooxox1xx2/x1xxoox1ox1o/\
         x1oxoxooxoox/oxooxxxoooxx x",
        &[6, 8],
    ),
];

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
