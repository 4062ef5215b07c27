//! Lines typed before, for the arrow keys.

use heapless::{Deque, Vec};

/// How many lines are kept.
const LINES: usize = 8;

/// Longer lines are not kept.
const LENGTH: usize = 64;

/// The last few lines, and the one that the arrow keys have come to.
#[derive(Debug)]
pub(crate) struct History {
    lines: Deque<Vec<u8, LENGTH>, LINES>,
    /// How many lines back the arrow keys have gone; 0 is the new line.
    back: usize,
}

impl History {
    pub(crate) const fn new() -> History {
        History { lines: Deque::new(), back: 0 }
    }

    /// Keeps a line, unless it is empty, long, or the same as the last one.
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.back = 0;
        let is_last = self.lines.back().is_some_and(|line| line == text);
        let Ok(line) = Vec::from_slice(text) else { return };
        if text.is_empty() || is_last {
            return;
        }
        if self.lines.is_full() {
            self.lines.pop_front();
        }
        let pushed = self.lines.push_back(line);
        debug_assert!(pushed.is_ok());
    }

    /// Back to the new line.
    pub(crate) fn leave(&mut self) {
        self.back = 0;
    }

    /// Goes one line back, if there is one.
    pub(crate) fn earlier(&mut self) -> bool {
        let moved = self.back < self.lines.len();
        self.back += usize::from(moved);
        moved
    }

    /// Goes one line forward, if there is one.
    pub(crate) fn later(&mut self) -> bool {
        let moved = self.back > 0;
        self.back -= usize::from(moved);
        moved
    }

    /// The line come to; empty for the new line.
    pub(crate) fn chosen(&self) -> &[u8] {
        let place = self.lines.len().checked_sub(self.back);
        debug_assert!(place.is_some());
        let line = place.and_then(|place| self.lines.get(place));
        line.map_or(&[], |line| line.as_slice())
    }
}
