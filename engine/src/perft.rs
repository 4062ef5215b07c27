//! Counting move sequences, the classic check of a move generator.

use heapless::Vec;

use crate::{Column, MAX_PLIES, Position};

/// The number of sequences of exactly `depth` moves from this position. A
/// game that ends earlier counts for nothing.
///
/// ```
/// use pocketfour_engine::{Board, Position, perft};
///
/// let start = Position::new(Board::CLASSIC);
/// assert_eq!(perft(&start, 0), 1);
/// assert_eq!(perft(&start, 7), 823_536);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    let mut count = Perft::<MAX_PLIES>::new(depth);
    while !count.advance(position, u32::MAX) {}
    count.sequences()
}

/// A count that goes in portions. The position itself is not kept: the moves
/// made so far lead back to where the count was. There is room for `MOVES` of
/// them, so that sequences of one more can be counted.
///
/// ```
/// use pocketfour_engine::{Board, Perft, Position};
///
/// let start = Position::new(Board::CLASSIC);
/// let mut count = Perft::<4>::new(5);
/// while !count.advance(&start, 100) {}
/// assert_eq!(count.sequences(), 16_807);
/// ```
#[derive(Clone, Debug)]
pub struct Perft<const MOVES: usize> {
    depth: u32,
    sequences: u64,
    path: Vec<Column, MOVES>,
    /// The first column not tried yet after the moves of the path.
    next: u8,
    is_complete: bool,
}

#[cfg(feature = "defmt")]
impl<const MOVES: usize> defmt::Format for Perft<MOVES> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u64} of {=u32} moves", self.sequences, self.depth);
    }
}

impl<const MOVES: usize> Perft<MOVES> {
    /// A count of the sequences of `depth` moves, at most `MOVES + 1`, that
    /// has not begun.
    #[must_use]
    pub const fn new(depth: u32) -> Self {
        debug_assert!(depth as usize <= MOVES + 1, "too deep");
        let is_complete = depth == 0;
        Perft {
            depth,
            sequences: is_complete as u64,
            path: Vec::new(),
            next: 0,
            is_complete,
        }
    }

    /// How long the sequences are.
    #[must_use]
    pub const fn depth(&self) -> u32 {
        self.depth
    }

    /// The sequences counted so far.
    #[must_use]
    pub const fn sequences(&self) -> u64 {
        self.sequences
    }

    /// Whether all have been counted.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Visits up to `visits` positions; says whether the count is complete.
    /// `start` is the same position each time.
    pub fn advance(&mut self, start: &Position, visits: u32) -> bool {
        if self.is_complete {
            return true;
        }
        let mut position = start.clone();
        for &column in &self.path {
            let played = position.play(column);
            debug_assert!(played.is_ok(), "another position: {played:?}");
        }
        for _ in 0..visits {
            if self.path.len() as u32 + 1 >= self.depth {
                let moves = position.landing_cells().len();
                self.sequences = self.sequences.saturating_add(moves.into());
            } else if self.descend(&mut position) {
                continue;
            }
            match self.path.pop() {
                Some(column) => {
                    position.undo();
                    self.next = column.index() + 1;
                }
                None => {
                    self.is_complete = true;
                    break;
                }
            }
        }
        self.is_complete
    }

    /// Makes the next move, if there is one.
    fn descend(&mut self, position: &mut Position) -> bool {
        while let Some(column) = Column::new(self.next) {
            self.next += 1;
            if position.play(column).is_ok() {
                self.next = 0;
                let pushed = self.path.push(column).is_ok();
                debug_assert!(pushed, "a count that is too deep");
                return pushed;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is counted, written as it is defined.
    fn sequences(position: &mut Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let columns: Vec<Column, 12> = position.legal_columns().collect();
        let mut sequences_below = |&column: &Column| {
            position.play(column).unwrap();
            let found = sequences(position, depth - 1);
            position.undo();
            found
        };
        columns.iter().map(&mut sequences_below).sum()
    }

    #[test]
    fn portions_do_not_matter() {
        let mut start: Position = "6/6/#5/6/1x4/1o1x2 o".parse().unwrap();
        for depth in 0..7 {
            let expected = sequences(&mut start, depth);
            for visits in [1, 7, 1_000_000] {
                let mut count = Perft::<5>::new(depth);
                while !count.advance(&start, visits) {}
                assert_eq!(count.sequences(), expected);
            }
        }
    }

    #[test]
    fn a_game_that_is_over_has_no_more_moves() {
        let over: Position = "4/4/ooo1/xxxx o".parse().unwrap();
        assert_eq!([0, 1, 20].map(|depth| perft(&over, depth)), [1, 0, 0]);
        let late = "2ox/xxoo/ooxx/xxoo x".parse::<Position>().unwrap();
        assert_eq!([2, 3].map(|depth| perft(&late, depth)), [2, 0]);
    }
}
