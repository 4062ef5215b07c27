//! The five published programs for this game, each written again in the
//! plainest way from what its report says.
//!
//! They share the board, three of them the tree, and two of those the search
//! but for its iterations; tactics and rewards are each program's own.

mod bits;
mod cached_bounds;
mod game_state;
mod graded_rewards;
mod grid;
mod means;
mod must_moves;
mod root_filters;
mod speed;
#[cfg(test)]
mod testing;
mod textbook;
mod tree;
mod tree_search;

use crate::players::{Budget, MatchPlayer};

pub use speed::{RivalSpeed, measure};

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
    /// Whether its report can be read more literally than the rival does by
    /// itself.
    #[must_use]
    pub fn has_literal_reading(self) -> bool {
        matches!(self, Rival::CachedBounds | Rival::RootFilters)
    }

    /// The rival as a player, with its report read literally or not.
    #[must_use]
    pub fn player(self, budget: Budget, literal: bool) -> Box<dyn MatchPlayer> {
        match self {
            Rival::CachedBounds => {
                Box::new(cached_bounds::CachedBounds::new(budget, literal))
            }
            Rival::Textbook => Box::new(textbook::Textbook::new(budget)),
            Rival::MustMoves => Box::new(must_moves::player(budget)),
            Rival::RootFilters => {
                Box::new(root_filters::RootFilters::new(budget, literal))
            }
            Rival::GradedRewards => Box::new(graded_rewards::player(budget)),
        }
    }
}
