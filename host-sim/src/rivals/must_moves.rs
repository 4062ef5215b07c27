//! Rival 002: what must be played is found out once for each node, when it
//! is first expanded.
//!
//! A win is the only child; so is the answer to a threat; a move under a
//! winning cell of the opponent is expanded only if there is no other. The
//! games played out stay deliberately plain.

use engine::Position;

use super::grid::{Grid, column};
use super::ground::{Ground, Moves, NONE, other};
use super::tree::{ROOT, Tree};
use crate::dice::Dice;
use crate::players::{Budget, Choice, GameClocks, MatchPlayer, PlayerFailure};

const EXPLORATION: f64 = std::f64::consts::FRAC_1_SQRT_2;

pub(super) struct MustMoves {
    budget: Budget,
    dice: Dice,
    start: Grid,
    tree: Tree,
}

impl MustMoves {
    pub(super) fn new(budget: Budget) -> MustMoves {
        let (dice, start) = (Dice::new(0, 0), Grid::default());
        MustMoves { budget, dice, start, tree: Tree::new() }
    }

    fn iterate(&mut self) {
        let mut grid = self.start.clone();
        let dice = &mut self.dice;
        let leaf = self.tree.descend(&mut grid, EXPLORATION, |grid| {
            let mut moves = candidates(grid);
            dice.shuffle(&mut moves);
            moves
        });
        let mover = other(grid.turn());
        let end = self.tree[leaf].end;
        let mut points = match end.unwrap_or_else(|| grid.play_out(dice)) {
            NONE => 0.5,
            winner if winner == mover => 1.0,
            _ => 0.0,
        };
        self.tree.back_up(leaf, |node| {
            node.points += points;
            points = 1.0 - points;
        });
    }
}

/// Must win, must move, must not, or anything.
fn candidates(grid: &Grid) -> Moves {
    let mover = grid.turn();
    let must = grid.first_win(mover).or_else(|| grid.first_win(other(mover)));
    must.map_or_else(|| grid.safe_moves(), |column| Moves::from([column]))
}

impl MatchPlayer for MustMoves {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn set_clocks(&mut self, clocks: &GameClocks) -> bool {
        self.budget.take_from(clocks)
    }

    fn choose(&mut self, position: &Position) -> Result<Choice, PlayerFailure> {
        let budget = self.budget;
        self.start = Grid::new(position);
        self.tree.clear();
        let playouts = budget.repeat(|| self.iterate());
        let best = self.tree.best(ROOT, 0.0);
        let best = column(best.map(|child| self.tree[child].column));
        best.map(|choice| choice.after(playouts))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{PlainUct, choice, iterations, solved};
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
        let mut rival = MustMoves::new(iterations(1));
        assert_eq!(solved(&mut rival, Category::Win(1)), (80, 80));
        assert_eq!(solved(&mut rival, Category::Block), (80, 80));
        assert_eq!(rival.tree.children(ROOT).len(), 1);
        let mut plain = PlainUct::new(iterations(1));
        assert!(solved(&mut plain, Category::Win(1)).0 < 10);
        assert!(solved(&mut plain, Category::Block).0 < 10);
    }

    #[test]
    fn moves_under_a_win_are_left_out() {
        let under = "9/9/9/9/9/9/9/1ooo1x3/1xxo1xox1 x";
        let moves = candidates(&grid(under));
        assert!(!moves.contains(&0) && !moves.contains(&4), "{moves:?}");
        assert_eq!(moves.len(), 7);
        let mut rival = MustMoves::new(iterations(30));
        assert_eq!(solved(&mut rival, Category::Avoid), (80, 80));
        let mut plain = PlainUct::new(iterations(30));
        assert!(solved(&mut plain, Category::Avoid).0 < 80);
    }

    #[test]
    fn musts_are_found_inside_the_tree_too() {
        let mut rival = MustMoves::new(iterations(300));
        assert_eq!(solved(&mut rival, Category::Double), (80, 80));
        let mut plain = PlainUct::new(iterations(300));
        assert!(solved(&mut plain, Category::Double).0 < 65);
    }

    #[test]
    fn points_are_turned_around_at_every_level() {
        let mut rival = MustMoves::new(iterations(300));
        choice(&mut rival, "7/7/7/7/7/7 x");
        let children = rival.tree.children(ROOT);
        let children: f64 = children.map(|i| rival.tree[i].points).sum();
        let root = rival.tree[ROOT].points;
        assert!((root + children - 300.0).abs() < 1e-9);
    }
}
