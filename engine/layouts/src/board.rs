//! The board all layouts are asked to hold.

/// Size and forbidden cell. Rows and columns count from 0 here, from the
/// bottom and from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    /// Rows, 4 to 12.
    pub rows: usize,
    /// Columns, 4 to 12.
    pub cols: usize,
    /// Row and column of the cell no stone may rest on.
    pub forbidden: Option<(usize, usize)>,
}

impl Board {
    /// A board of this size without a forbidden cell.
    pub const fn open(rows: usize, cols: usize) -> Self {
        Board { rows, cols, forbidden: None }
    }

    /// The same size with a forbidden cell.
    pub const fn forbid(self, row: usize, col: usize) -> Self {
        Board { forbidden: Some((row, col)), ..self }
    }

    /// How many stones fill the board.
    pub const fn cells(self) -> u32 {
        (self.rows * self.cols) as u32 - self.forbidden.is_some() as u32
    }

    /// One column of empty cells, the lowest row in bit 0.
    pub(crate) const fn column(self) -> u16 {
        (1 << self.rows) - 1
    }

    /// What stands in a column before the first move.
    pub(crate) const fn obstacle(self, col: usize) -> u16 {
        match self.forbidden {
            Some((row, blocked)) if blocked == col => 1 << row,
            _ => 0,
        }
    }
}
