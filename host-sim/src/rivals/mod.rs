//! The five published programs for this game, each written again in the
//! plainest way from what its report says.
//!
//! They share a board of arrays and nothing else: trees, selection, tactics
//! and final choice are each program's own.

mod bits;
mod cached_bounds;
mod graded_rewards;
mod grid;
mod must_moves;
mod root_filters;
mod textbook;

use crate::players::{Budget, MatchPlayer};

/// One of the five, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rival {
    /// Threats settled on expansion, cached bounds, one board.
    CachedBounds,
    /// The textbook's search after a look for a win.
    Textbook,
    /// Must-win and must-move, once for each node.
    MustMoves,
    /// Tactics before and after a plain search, on bitboards.
    RootFilters,
    /// Quick results weigh more.
    GradedRewards,
}

/// All of them, in the order of their numbers.
pub const RIVALS: [(&str, Rival); 5] = [
    ("000", Rival::CachedBounds),
    ("001", Rival::Textbook),
    ("002", Rival::MustMoves),
    ("003", Rival::RootFilters),
    ("004", Rival::GradedRewards),
];

impl Rival {
    /// The rival as a player.
    #[must_use]
    pub fn player(self, budget: Budget) -> Box<dyn MatchPlayer> {
        match self {
            Rival::CachedBounds => {
                Box::new(cached_bounds::CachedBounds::new(budget))
            }
            Rival::Textbook => Box::new(textbook::Textbook::new(budget)),
            Rival::MustMoves => Box::new(must_moves::MustMoves::new(budget)),
            Rival::RootFilters => {
                Box::new(root_filters::RootFilters::new(budget))
            }
            Rival::GradedRewards => {
                Box::new(graded_rewards::GradedRewards::new(budget))
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use engine::{Column, Position};

    use crate::players::{Budget, MatchPlayer};

    /// A budget of this many iterations.
    pub(crate) fn iterations(nodes: u32) -> Budget {
        Budget { nodes: Some(nodes), time: None }
    }

    /// The column number that a player chooses.
    pub(crate) fn choice(player: &mut dyn MatchPlayer, text: &str) -> u8 {
        let position: Position = text.parse().unwrap();
        player.begin(&position, 1).unwrap();
        player.choose(&position).map(Column::number).unwrap()
    }
}
