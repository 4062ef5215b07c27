//! Rival 002: what must be played is found out once for each node, when it
//! is first expanded.
//!
//! A win is the only child; so is the answer to a threat; a move under a
//! winning cell of the opponent is expanded only if there is no other. The
//! games played out stay deliberately plain.

use super::game_state::{GameState, Moves, NONE, other};
use super::grid::Grid;
use super::tree_search::TreeSearch;
use crate::players::Budget;

const EXPLORATION: f64 = std::f64::consts::FRAC_1_SQRT_2;

pub(super) fn player(budget: Budget) -> TreeSearch {
    TreeSearch::new(budget, 0.0, iterate)
}

fn iterate(search: &mut TreeSearch) {
    let mut grid = search.start.clone();
    let dice = &mut search.means.dice;
    let leaf = search.tree.descend(&mut grid, EXPLORATION, |grid| {
        let mut moves = candidates(grid);
        dice.shuffle(&mut moves);
        moves
    });
    let mover = other(grid.turn());
    let end = search.tree[leaf].end;
    let mut points = match end.unwrap_or_else(|| grid.play_out(dice)) {
        NONE => 0.5,
        winner if winner == mover => 1.0,
        _ => 0.0,
    };
    search.tree.back_up(leaf, |node| {
        node.points += points;
        points = 1.0 - points;
    });
}

/// Must win, must move, must not, or anything.
fn candidates(grid: &Grid) -> Moves {
    let mover = grid.turn();
    let must = grid.first_win(mover).or_else(|| grid.first_win(other(mover)));
    must.map_or_else(|| grid.safe_moves(), |column| Moves::from([column]))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{
        WINS_BY_MUSTS, choice, iterations, often, plain_uct, solved,
    };
    use super::super::tree::ROOT;
    use super::*;
    use crate::suite::Category;

    fn grid(text: &str) -> Grid {
        Grid::new(&text.parse().unwrap())
    }

    #[test]
    fn a_must_is_the_only_child() {
        let win = "7/7/7/7/ooo4/xxx4 x";
        assert_eq!(candidates(&grid(win)), [3]);
        let block = "7/7/7/7/oo5/xxx4 o";
        assert_eq!(candidates(&grid(block)), [3]);
        let mut rival = player(iterations(1));
        assert_eq!(solved(&mut rival, Category::Win(1)), (80, 80));
        assert_eq!(solved(&mut rival, Category::Block), (80, 80));
        assert_eq!(rival.tree.children(ROOT).len(), 1);
        let mut plain = plain_uct(iterations(1));
        assert!(solved(&mut plain, Category::Win(1)).0 < 10);
        assert!(solved(&mut plain, Category::Block).0 < 10);
    }

    #[test]
    fn moves_under_a_win_are_left_out() {
        let under = "9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x";
        let moves = candidates(&grid(under));
        assert!(!moves.contains(&0) && !moves.contains(&4), "{moves:?}");
        assert_eq!(moves.len(), 7);
        let mut rival = player(iterations(30));
        assert_eq!(solved(&mut rival, Category::Avoid), (80, 80));
        let mut plain = plain_uct(iterations(30));
        assert!(solved(&mut plain, Category::Avoid).0 < 80);
    }

    #[test]
    fn musts_are_found_inside_the_tree_too() {
        let mut rival = player(iterations(300));
        assert_eq!(solved(&mut rival, Category::Double), (80, 80));
        let mut plain = plain_uct(iterations(300));
        assert!(solved(&mut plain, Category::Double).0 < 65);
    }

    #[test]
    fn plain_uct_misses_wins_by_musts() {
        for (text, wins) in WINS_BY_MUSTS {
            let start = grid(text);
            let must = [start.turn(), other(start.turn())]
                .map(|side| start.first_win(side));
            assert_eq!(must, [None, None], "{text}");
            let mut rival = player(iterations(1000));
            assert_eq!(often(&mut rival, text, wins, 10), 10, "{text}");
            let mut plain = plain_uct(iterations(1000));
            assert!(often(&mut plain, text, wins, 10) <= 3, "{text}");
        }
    }

    #[test]
    fn points_are_turned_around_at_every_level() {
        let mut rival = player(iterations(300));
        choice(&mut rival, "7/7/7/7/7/7 x");
        let children = rival.tree.children(ROOT);
        let children: f64 = children.map(|i| rival.tree[i].points).sum();
        let root = rival.tree[ROOT].points;
        assert!((root + children - 300.0).abs() < 1e-9);
    }
}
