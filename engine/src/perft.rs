//! Counting move sequences, the classic check of a move generator.

use crate::Position;

/// The number of sequences of exactly `depth` moves from this position. A
/// game that ends earlier counts for nothing.
///
/// The position is the same afterwards.
///
/// ```
/// use pocketfour_engine::{Board, Position, perft};
///
/// let mut start = Position::new(Board::CLASSIC);
/// assert_eq!(perft(&mut start, 0), 1);
/// assert_eq!(perft(&mut start, 7), 823_536);
/// ```
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.landing_cells().len()),
        _ => {
            let mut sequences = 0;
            for column in position.legal_columns() {
                if position.play(column).is_ok() {
                    sequences += perft(position, depth - 1);
                    position.undo();
                }
            }
            sequences
        }
    }
}
