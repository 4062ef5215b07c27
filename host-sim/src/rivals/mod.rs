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

#[cfg(test)]
mod tests {
    use super::*;
    use testing::iterations;

    /// What a rival says about a position.
    fn score(rival: Rival, literal: bool, text: &str) -> Option<i16> {
        let position = text.parse().unwrap();
        let mut player = rival.player(iterations(2000), literal);
        player.begin(&position, 1).unwrap();
        player.choose(&position).unwrap().score
    }

    /// One side has three stones in the third row, and wins on the square
    /// beside them as soon as the one below is taken.
    #[test]
    fn every_rival_says_what_it_expects() {
        let bad = "9/9/9/9/9/9/ooo6/xxo6/xoxx1ox2 x";
        let good = "9/9/9/9/9/9/xxx6/oox6/oxoo1xo2 x";
        let even = "9/9/9/9/4#4/9/9/9/9 x";
        for (name, rival) in RIVALS {
            for literal in [false, true] {
                let of = |text| score(rival, literal, text).unwrap();
                let told = [bad, even, good].map(of);
                let [bad, even, good] = told;
                assert!(bad < -200 && good > 200, "{name} {told:?}");
                assert!(bad < even && even < good, "{name} {told:?}");
            }
        }
    }

    #[test]
    fn a_move_without_a_search_comes_without_a_score() {
        let win = "9/9/9/9/9/9/9/ooo6/xxx6 x";
        assert_eq!(score(Rival::Textbook, false, win), None);
        assert_eq!(score(Rival::RootFilters, false, win), None);
    }
}
