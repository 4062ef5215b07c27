//! Whether a table holds what its recipe finds.

use engine::{Board, Column, Position};

use super::{Maker, Table};
use crate::dice::Dice;

/// A move of a table, searched again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position.
    pub position: Position,
    /// What the table has.
    pub listed: Column,
    /// What the search finds.
    pub found: Option<Column>,
}

/// Searches this many moves of a table again, chosen by a seed.
#[must_use]
pub fn check(table: &Table, sample: usize, seed: u64) -> Vec<Checked> {
    let mut all: Vec<(Position, Column)> = table
        .boards()
        .flat_map(|(board, moves)| positions(board, moves))
        .collect();
    let mut maker = Maker::new(table.recipe);
    let mut dice = Dice::new(seed, 0);
    let mut checked = Vec::new();
    while checked.len() < sample && !all.is_empty() {
        let (position, listed) = all.swap_remove(dice.below(all.len()));
        let found = maker.best(&position);
        checked.push(Checked { position, listed, found });
    }
    checked
}

/// The positions of a board that have a move in the table.
fn positions(
    board: Board,
    moves: &[Option<Column>],
) -> Vec<(Position, Column)> {
    let columns: Vec<Column> = board.all_columns().collect();
    let count = columns.len();
    let first = moves.first().copied().flatten();
    let line = |slot: usize| -> Option<Vec<Column>> {
        let own = |slot: usize| moves.get(slot).copied().flatten();
        let column = |slot: usize| columns.get(slot).copied();
        Some(if slot == 0 {
            vec![]
        } else if slot <= count {
            vec![column(slot - 1)?]
        } else if slot <= 2 * count {
            vec![first?, column(slot - 1 - count)?]
        } else {
            let pair = slot - 1 - 2 * count;
            let (one, three) = (pair / count, pair % count);
            vec![column(one)?, own(1 + one)?, column(three)?]
        })
    };
    let mut found = Vec::new();
    for (slot, &listed) in moves.iter().enumerate() {
        let (Some(listed), Some(line)) = (listed, line(slot)) else { continue };
        let mut position = Position::new(board);
        if line.iter().all(|&column| position.play(column).is_ok()) {
            found.push((position, listed));
        }
    }
    found
}
