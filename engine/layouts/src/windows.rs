//! Two `u128` windows on a board that is too wide for one.
//!
//! Each window is laid out like [`WideInteger`](crate::WideInteger) and takes
//! as many columns as it can hold: the left one from the left edge, the right
//! one from the right edge. They share at least six columns on every board up
//! to 12 by 12, so every line through a stone lies whole in one window that
//! can be told from the stone's column.

use crate::wide_integer::{completing, has_four};
use crate::{Board, Layout};

/// Holds boards with `(rows + 1) * cols > 128`.
///
/// `STRIDE` is `rows + 1`, or 0 to read it at run time.
#[derive(Clone, Debug)]
pub struct Windows<const STRIDE: u32> {
    stones: [[u128; 2]; 2],
    occupied: [u128; 2],
    /// The cells each window answers for: no cell is in both.
    own: [u128; 2],
    columns: [u16; 12],
    column: u16,
    /// Columns of the left window, first column of the right window.
    left: usize,
    right: usize,
    /// First column whose lines lie whole in the right window.
    centre: usize,
    stride: u32,
    side: usize,
}

impl<const STRIDE: u32> Windows<STRIDE> {
    fn stride(&self) -> u32 {
        if STRIDE == 0 { self.stride } else { STRIDE }
    }

    fn landing(&self, col: usize) -> u16 {
        let column = self.columns[col];
        (column + 1) & !column & self.column
    }

    /// The cell as each window sees it, 0 where it is out of sight.
    fn places(&self, col: usize, cell: u16) -> [u128; 2] {
        let place = |first: usize| {
            u128::from(cell) << ((col - first) as u32 * self.stride())
        };
        [
            if col < self.left { place(0) } else { 0 },
            if col >= self.right { place(self.right) } else { 0 },
        ]
    }
}

impl<const STRIDE: u32> Layout for Windows<STRIDE> {
    type Cells = [u128; 2];

    fn new(board: Board) -> Option<Self> {
        let stride = board.rows as u32 + 1;
        let fits_one = stride * board.cols as u32 <= 128;
        if fits_one || (STRIDE != 0 && STRIDE != stride) {
            return None;
        }
        let left = (128 / stride) as usize;
        let right = board.cols - left;
        let mut layout = Windows {
            stones: [[0; 2]; 2],
            occupied: [0; 2],
            own: [0; 2],
            columns: [0; 12],
            column: board.column(),
            left,
            right,
            centre: right + 3,
            stride,
            side: 0,
        };
        for col in 0..board.cols {
            let obstacle = board.obstacle(col);
            layout.columns[col] = obstacle;
            let blocked = layout.places(col, obstacle);
            let cells = layout.places(col, board.column());
            let owner = usize::from(col >= layout.centre);
            layout.own[owner] |= cells[owner];
            layout.occupied[0] |= blocked[0];
            layout.occupied[1] |= blocked[1];
        }
        Some(layout)
    }

    fn can_play(&self, col: usize) -> bool {
        self.landing(col) != 0
    }

    fn play(&mut self, col: usize) -> bool {
        let cell = self.landing(col);
        self.columns[col] |= cell;
        let cells = self.places(col, cell);
        let stones = &mut self.stones[self.side & 1];
        stones[0] |= cells[0];
        stones[1] |= cells[1];
        self.occupied[0] |= cells[0];
        self.occupied[1] |= cells[1];
        self.side ^= 1;
        let window = stones[usize::from(col >= self.centre)];
        has_four(window, self.stride())
    }

    fn undo(&mut self, col: usize) {
        self.side ^= 1;
        let window = usize::from(col >= self.centre);
        let first = if window == 0 { 0 } else { self.right };
        let place = (col - first) as u32 * self.stride();
        let mine = (self.stones[self.side & 1][window] >> place) as u16;
        let cell = 1u16 << (mine & self.column).ilog2();
        self.columns[col] ^= cell;
        let cells = self.places(col, cell);
        let stones = &mut self.stones[self.side & 1];
        stones[0] ^= cells[0];
        stones[1] ^= cells[1];
        self.occupied[0] ^= cells[0];
        self.occupied[1] ^= cells[1];
    }

    fn winning_cells(&self, side: usize) -> [u128; 2] {
        let stones = self.stones[side & 1];
        [0, 1].map(|window| {
            completing(stones[window], self.stride())
                & self.own[window]
                & !self.occupied[window]
        })
    }

    fn count(cells: [u128; 2]) -> u32 {
        cells[0].count_ones() + cells[1].count_ones()
    }
}
