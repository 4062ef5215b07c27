//! Bytes as a source of choices.

use host_sim::{BoardSize, Setup};

/// Reads bytes from the front; zeros when there are none left.
pub(crate) struct Source<'a>(pub(crate) &'a [u8]);

impl Source<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        first
    }

    /// A number below `end`, which is 256 or less.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    pub(crate) fn flag(&mut self) -> bool {
        self.byte() & 1 != 0
    }

    /// Any size, with a forbidden cell or none.
    pub(crate) fn setup(&mut self) -> Setup {
        let mut side = || 4 + self.below(9);
        let size = BoardSize { rows: side(), columns: side() };
        let cell = self.flag().then(|| {
            let row = self.below(size.rows);
            (row, self.below(size.columns))
        });
        size.with(cell).expect("a cell on the board")
    }
}
