//! Whether a table holds what its recipe finds.

use engine::{Board, Column, Position};

use super::make::after;
use super::{Maker, Table, slots};
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

/// Searches this many moves of a table again, chosen by a seed: of those that
/// the engine of this signature found, which is to be the present one.
#[must_use]
pub fn check(
    table: &Table,
    signature: u64,
    sample: usize,
    seed: u64,
) -> Vec<Checked> {
    let mut all: Vec<(Position, Column)> = table
        .boards_of(signature)
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
    let listed = moves.iter().enumerate().filter_map(|(slot, &listed)| {
        let line = slots::line(slot, &columns, moves)?;
        Some((after(board, &line)?, listed?))
    });
    listed.collect()
}
