//! The order of a board's moves in a table.

use engine::Column;

/// How many moves a board of this many columns has in a book this deep.
pub(super) fn count(columns: usize, plies: usize) -> usize {
    let more = [columns, columns, columns * columns];
    1 + more.iter().take(plies.saturating_sub(1)).sum::<usize>()
}

/// The moves that lead from the start to the position of a slot: the first
/// move, its answers, the second moves, the second answers. They follow from
/// the moves of the slots before; `None` if one of those is missing.
pub(super) fn line(
    slot: usize,
    columns: &[Column],
    moves: &[Option<Column>],
) -> Option<Vec<Column>> {
    let width = columns.len();
    let own = |slot: usize| moves.get(slot).copied().flatten();
    let Some(index) = slot.checked_sub(1) else { return Some(vec![]) };
    Some(match index / width {
        0 => vec![columns[index]],
        1 => vec![own(0)?, columns[index - width]],
        row => {
            let one = row - 2;
            vec![*columns.get(one)?, own(1 + one)?, columns[index % width]]
        }
    })
}
