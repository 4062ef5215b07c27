//! A search that grows a tree from an empty one for every move, and plays
//! the best child of its root.

use engine::Position;

use super::grid::{Grid, column};
use super::means::{Means, RivalSearch, expectation};
use super::tree::{ROOT, Tree};
use crate::players::{Budget, PlayedMove, PlayerFailure};

/// The search of the rivals that differ in their iterations only.
pub(super) struct TreeSearch {
    pub(super) means: Means,
    pub(super) start: Grid,
    pub(super) tree: Tree,
    /// What a lost game counts.
    lost: f64,
    iterate: fn(&mut TreeSearch),
}

impl TreeSearch {
    pub(super) fn new(
        budget: Budget,
        lost: f64,
        iterate: fn(&mut TreeSearch),
    ) -> TreeSearch {
        let (means, start) = (Means::new(budget), Grid::default());
        TreeSearch { means, start, tree: Tree::new(), lost, iterate }
    }
}

impl RivalSearch for TreeSearch {
    fn means(&mut self) -> &mut Means {
        &mut self.means
    }

    fn find(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let (budget, iterate) = (self.means.budget, self.iterate);
        self.start = Grid::new(position);
        self.tree.clear();
        let playouts = budget.repeat(|| iterate(self));
        let best = self.tree.best(ROOT, 0.0);
        let best = column(best.map(|child| self.tree[child].column));
        let mean = expectation(self.tree[ROOT].mean(), self.lost);
        best.map(|choice| choice.after(playouts).expecting(mean))
    }
}
