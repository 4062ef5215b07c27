//! Finding puzzles.

use std::collections::HashSet;

use engine::{Column, Position};

use super::{Category, Puzzle};
use crate::dice::Dice;
use crate::games::{can_win, cautious_move, large_setup, on_reference};
use crate::reference::{loss_within, win_within};

/// Puzzles of each category on each size.
const EACH: usize = 5;

/// Finds puzzles of every category on every large size. `done` is
/// called after each.
#[must_use]
pub fn make(seed: u64, mut done: impl FnMut()) -> Vec<Puzzle> {
    let mut puzzles = Vec::new();
    let mut met = HashSet::new();
    for category in Category::ALL {
        for size in 0..16 {
            let number = puzzles.len() as u64;
            let mut dice = Dice::new(seed, number);
            let enough = puzzles.len() + EACH;
            while puzzles.len() < enough {
                let Some(puzzle) = find(category, size, &mut dice) else {
                    continue;
                };
                let mirror = puzzle.position.mirrored().key();
                if !met.contains(&mirror) && met.insert(puzzle.position.key()) {
                    puzzles.push(puzzle);
                    done();
                }
            }
        }
    }
    puzzles
}

/// Plays a game and looks for a puzzle from a random move on.
fn find(category: Category, size: u64, dice: &mut Dice) -> Option<Puzzle> {
    let setup = large_setup(size, dice);
    let mut position = setup.position();
    let quiet = dice.below(setup.size.rows * setup.size.columns / 2);
    for _ in 0..quiet {
        position.play(cautious_move(&position, dice)?).ok()?;
    }
    for _ in 0..12 {
        if let Some(solutions) = solutions(category, &position) {
            return Some(Puzzle { category, solutions, position });
        }
        position.play(cautious_move(&position, dice)?).ok()?;
    }
    None
}

/// The moves that solve the position, if it is one of this category.
fn solutions(category: Category, position: &Position) -> Option<Vec<Column>> {
    let after = |column: Column| {
        let mut after = position.clone();
        after.play(column).ok().map(|_| after)
    };
    let moves = |right: &dyn Fn(&Position) -> bool| -> Vec<Column> {
        position
            .legal_columns()
            .filter(|&column| after(column).is_some_and(|game| right(&game)))
            .collect()
    };
    let legal = position.legal_columns().count();
    let threats = position.winning_cells(position.to_move().opponent())
        & position.landing_cells();
    let found = match category {
        Category::Win(plies) => {
            if plies > 1 && win_within(&on_reference(position), plies - 2) {
                return None;
            }
            moves(&|game| loss_within(&on_reference(game), plies - 1))
        }
        Category::Double if can_win(position) => return None,
        Category::Double => {
            let doubled = moves(&|game| !can_win(game) && is_double(game));
            if doubled.is_empty() {
                return None;
            }
            moves(&|game| loss_within(&on_reference(game), 2))
        }
        Category::Block if can_win(position) || threats.len() != 1 => {
            return None;
        }
        Category::Avoid if can_win(position) || !threats.is_empty() => {
            return None;
        }
        Category::Block | Category::Avoid => moves(&|game| !can_win(game)),
    };
    // Where every move is right there is nothing to find.
    (!found.is_empty() && found.len() < legal).then_some(found)
}

/// Whether the player who has just moved threatens to win in two columns.
fn is_double(game: &Position) -> bool {
    let player = game.to_move().opponent();
    (game.winning_cells(player) & game.landing_cells()).len() >= 2
}
