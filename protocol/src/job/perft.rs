//! Counting move sequences in portions.

use core::fmt;

use engine::{Column, Position};
use heapless::Vec;

/// A count that is under way. The position itself is not kept: the moves
/// made so far lead back to where the count was.
#[derive(Debug)]
pub(crate) struct Perft {
    depth: u8,
    started: u32,
    count: u64,
    path: Vec<Column, 16>,
    /// The first column not tried yet after the moves of the path.
    next: u8,
    is_complete: bool,
}

impl Perft {
    pub(crate) fn new(depth: u8, started: u32) -> Perft {
        Perft {
            depth,
            started,
            count: 0,
            path: Vec::new(),
            next: 0,
            is_complete: false,
        }
    }

    pub(crate) fn started(&self) -> u32 {
        self.started
    }

    /// Visits up to `visits` positions; says whether the count is complete.
    pub(crate) fn advance(&mut self, start: &Position, visits: u32) -> bool {
        let mut position = start.clone();
        for &column in &self.path {
            let played = position.play(column);
            debug_assert!(played.is_ok(), "{played:?}");
        }
        for _ in 0..visits {
            if self.path.len() + 1 >= usize::from(self.depth) {
                let moves = position.landing_cells().len();
                self.count = self.count.saturating_add(moves.into());
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
                debug_assert!(pushed, "{self:?}");
                return pushed;
            }
        }
        false
    }
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let so_far = if self.is_complete { "" } else { " so far" };
        write!(f, "perft {} sequences {}{so_far}", self.depth, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::perft;

    #[test]
    fn portions_do_not_matter() {
        let mut start: Position = "6/6/#5/6/1x4/1o1x2 o".parse().unwrap();
        for depth in 1..7 {
            for visits in [1, 7, 1_000_000] {
                let mut count = Perft::new(depth, 0);
                while !count.advance(&start, visits) {}
                let expected = perft(&mut start, depth.into());
                assert_eq!(count.count, expected);
            }
        }
    }
}
