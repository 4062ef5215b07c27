//! A search that grows a tree from an empty one for every move, and plays
//! the best child of its root.

use engine::Position;

use super::grid::{Grid, column};
use super::tree::{ROOT, Tree};
use crate::dice::Dice;
use crate::players::{Budget, Choice, GameClocks, MatchPlayer, PlayerFailure};

/// The search of the rivals that differ in their iterations only.
pub(super) struct TreeSearch {
    budget: Budget,
    pub(super) dice: Dice,
    pub(super) start: Grid,
    pub(super) tree: Tree,
    iterate: fn(&mut TreeSearch),
}

impl TreeSearch {
    pub(super) fn new(
        budget: Budget,
        iterate: fn(&mut TreeSearch),
    ) -> TreeSearch {
        let (dice, start) = (Dice::new(0, 0), Grid::default());
        TreeSearch { budget, dice, start, tree: Tree::new(), iterate }
    }
}

impl MatchPlayer for TreeSearch {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.dice = Dice::new(seed, 0);
        Ok(())
    }

    fn set_clocks(&mut self, clocks: &GameClocks) -> bool {
        self.budget.take_from(clocks)
    }

    fn choose(&mut self, position: &Position) -> Result<Choice, PlayerFailure> {
        let (budget, iterate) = (self.budget, self.iterate);
        self.start = Grid::new(position);
        self.tree.clear();
        let playouts = budget.repeat(|| iterate(self));
        let best = self.tree.best(ROOT, 0.0);
        let best = column(best.map(|child| self.tree[child].column));
        best.map(|choice| choice.after(playouts))
    }
}
