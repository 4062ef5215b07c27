//! Rival 004: quick wins and losses weigh more.
//!
//! A game played out counts 1. A move that ends the game inside the tree
//! counts more, by one less for each level on the way up, until it is 1. A
//! move that wins at once prunes all others while a path is chosen. All
//! nodes are made beforehand.

use super::game_state::{GameState, Moves, other, worth};
use super::grid::Grid;
use super::tree_search::TreeSearch;
use crate::players::Budget;

/// For rewards up to [`PRIZE`].
const EXPLORATION: f64 = 2.0;
/// What the end of the game counts where it comes about.
const PRIZE: f64 = 5.0;

pub(super) fn player(budget: Budget) -> TreeSearch {
    TreeSearch::new(budget, -1.0, iterate)
}

fn iterate(search: &mut TreeSearch) {
    iterate_for(search, PRIZE);
}

/// One iteration, with this prize for the end of the game.
fn iterate_for(search: &mut TreeSearch, prize: f64) {
    let mut grid = search.start.clone();
    let leaf = search.tree.descend(&mut grid, EXPLORATION, candidates);
    let mover = other(grid.turn());
    let (winner, mut weight) = match search.tree[leaf].end {
        Some(winner) => (winner, prize),
        None => (grid.play_out(&mut search.means.dice), 1.0),
    };
    let mut sign = worth(winner, mover);
    search.tree.back_up(leaf, |node| {
        node.points += sign * weight;
        sign = -sign;
        weight = f64::max(weight - 1.0, 1.0);
    });
}

/// The move that wins at once, or all.
fn candidates(grid: &Grid) -> Moves {
    let win = grid.first_win(grid.turn());
    win.map_or_else(|| grid.moves(), |column| Moves::from([column]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{choice, iterations, often, plain_uct, solved};
    use super::super::tree::ROOT;
    use super::*;
    use crate::suite::Category;

    #[test]
    fn the_end_of_the_game_counts_less_on_the_way_up() {
        let mut rival = player(iterations(1));
        choice(&mut rival, "7/7/7/7/ooo4/xxx4 x");
        assert_eq!(rival.tree[ROOT].points, -4.0);
        assert_eq!(rival.tree[1].points, 5.0);
    }

    #[test]
    fn a_quicker_win_is_preferred() {
        // Column 4 wins at once; other moves win a little later.
        let mut rival = player(iterations(500));
        let text = "7/7/7/7/ooo4/xxx4 x";
        assert_eq!(choice(&mut rival, text), 4);
        assert_eq!(rival.tree.children(ROOT).len(), 1);

        // Columns 2 and 5 win in three plies, whatever the answer is.
        let column = choice(&mut rival, "7/7/7/7/2oo3/2xx3 x");
        assert!([2, 5].contains(&column), "{column}");
        let best = rival.tree.best(ROOT, 0.0).unwrap();
        let mean = rival.tree[best].mean();
        assert!(mean > 1.0, "more than a game played out");
    }

    #[test]
    fn a_win_prunes_all_others_while_a_path_is_chosen() {
        let mut rival = player(iterations(30));
        assert_eq!(solved(&mut rival, Category::Block), (80, 80));
        let mut plain = plain_uct(iterations(30));
        assert!(solved(&mut plain, Category::Block).0 < 40);
    }

    /// The same, but what ends the game counts as much as a game played out.
    fn ungraded(budget: Budget) -> TreeSearch {
        TreeSearch::new(budget, -1.0, |search| iterate_for(search, 1.0))
    }

    /// Without the grading, the same search plays this position no better than
    /// plain UCT: column 9 wins within five plies.
    #[test]
    fn grading_finds_the_quickest_win() {
        let text = "11/11/10o/10x/3x6x/1o1o6o/1x1x5#o/1ooo5ox/1oxx5xx/\
                    1oox2o2xx/1xxoxoooxxo x";
        let often = |mut player: TreeSearch| often(&mut player, text, &[9], 10);
        let budget = iterations(1000);
        assert!(often(player(budget)) >= 9);
        assert!(often(ungraded(budget)) <= 3);
        assert!(often(plain_uct(budget)) <= 3);
        let mut rival = player(budget);
        let mut other = ungraded(budget);
        let won = solved(&mut rival, Category::Win(5)).0;
        assert!(won >= solved(&mut other, Category::Win(5)).0 + 6, "{won}");
    }

    #[test]
    fn what_is_near_is_found_with_few_iterations() {
        let mut rival = player(iterations(1000));
        let mut plain = plain_uct(iterations(1000));
        assert!(solved(&mut rival, Category::Win(5)).0 >= 75);
        assert!(solved(&mut plain, Category::Win(5)).0 < 65);
    }
}
