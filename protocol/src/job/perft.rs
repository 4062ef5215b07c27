//! A count of move sequences that is under way.

use core::fmt;

use engine::Position;

/// A count, and when it began.
#[derive(Debug)]
pub(crate) struct Perft {
    count: engine::Perft<16>,
    started: u32,
}

impl Perft {
    pub(crate) fn new(depth: u8, started: u32) -> Perft {
        Perft { count: engine::Perft::new(depth.into()), started }
    }

    pub(crate) fn started(&self) -> u32 {
        self.started
    }

    /// Visits up to `visits` positions; says whether the count is complete.
    pub(crate) fn advance(&mut self, start: &Position, visits: u32) -> bool {
        self.count.advance(start, visits)
    }
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Perft { count, .. } = self;
        let so_far = if count.is_complete() { "" } else { " so far" };
        let (depth, sequences) = (count.depth(), count.sequences());
        write!(f, "perft {depth} sequences {sequences}{so_far}")
    }
}
