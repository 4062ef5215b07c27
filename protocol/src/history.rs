//! Lines typed before, for the arrow keys.

use heapless::Vec;

/// How many lines are kept.
const LINES: usize = 8;

/// Longer lines are not kept.
const LENGTH: usize = 64;

/// The last few lines, and the one that the arrow keys have come to.
#[derive(Debug)]
pub(crate) struct History {
    lines: [Vec<u8, LENGTH>; LINES],
    /// Where the next line goes.
    next: usize,
    count: usize,
    /// How many lines back the arrow keys have gone; 0 is the new line.
    back: usize,
}

impl History {
    pub(crate) const fn new() -> History {
        History {
            lines: [const { Vec::new() }; LINES],
            next: 0,
            count: 0,
            back: 0,
        }
    }

    fn line(&self, back: usize) -> &[u8] {
        let index = (self.next + LINES).saturating_sub(back) % LINES;
        debug_assert!(back <= self.lines.len() && index < self.lines.len());
        match self.lines.get(index) {
            Some(line) if back > 0 => line,
            _ => &[],
        }
    }

    /// Keeps a line, unless it is empty, long, or the same as the last one.
    pub(crate) fn push(&mut self, text: &[u8]) {
        self.back = 0;
        if text.is_empty() || text == self.line(1) {
            return;
        }
        let Ok(line) = Vec::from_slice(text) else { return };
        debug_assert!(self.next < LINES);
        if let Some(place) = self.lines.get_mut(self.next) {
            *place = line;
            self.next = (self.next + 1) % LINES;
            self.count = (self.count + 1).min(LINES);
        }
    }

    /// Back to the new line.
    pub(crate) fn leave(&mut self) {
        self.back = 0;
    }

    /// Goes one line back, if there is one.
    pub(crate) fn earlier(&mut self) -> bool {
        let moved = self.back < self.count;
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
        self.line(self.back)
    }
}
