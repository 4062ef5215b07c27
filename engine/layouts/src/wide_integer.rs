//! One `u128` a side, column after column, one empty bit above each.
//!
//! Bit numbers on a board of 6 rows by 7 columns:
//!
//! ```text
//!  6 13 20 27 34 41 48   always empty: nothing leaks between columns
//!  5 12 19 26 33 40 47
//!  4 11 18 25 32 39 46
//!  3 10 17 24 31 38 45
//!  2  9 16 23 30 37 44
//!  1  8 15 22 29 36 43
//!  0  7 14 21 28 35 42
//! ```

use crate::{Board, Layout};

/// Columns of the widest board.
const MAX_COLS: usize = 12;

/// Holds boards with `(rows + 1) * cols <= 128`.
///
/// `STRIDE` is `rows + 1`, so that every shift has a constant distance; 0
/// means that the distance is read at run time and one type fits all boards.
#[derive(Clone, Debug)]
pub struct WideInteger<const STRIDE: u32> {
    stones: [u128; 2],
    occupied: u128,
    board: u128,
    /// What is occupied, once more: a landing cell is found faster here.
    columns: [u16; MAX_COLS],
    column: u16,
    stride: u32,
    side: usize,
}

impl<const STRIDE: u32> WideInteger<STRIDE> {
    fn stride(&self) -> u32 {
        if STRIDE == 0 { self.stride } else { STRIDE }
    }

    fn landing(&self, col: usize) -> u16 {
        let column = self.columns[col];
        (column + 1) & !column & self.column
    }
}

/// Whether the stones hold four in line.
pub(crate) fn has_four(stones: u128, stride: u32) -> bool {
    [1, stride, stride - 1, stride + 1].into_iter().any(|step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

/// Cells that would make four of the stones, on the board or off it.
pub(crate) fn completing(stones: u128, stride: u32) -> u128 {
    let mut cells = (stones << 1) & (stones << 2) & (stones << 3);
    for step in [stride, stride - 1, stride + 1] {
        let below = (stones << step) & (stones << (2 * step));
        let above = (stones >> step) & (stones >> (2 * step));
        cells |= below & ((stones << (3 * step)) | (stones >> step));
        cells |= above & ((stones >> (3 * step)) | (stones << step));
    }
    cells
}

impl<const STRIDE: u32> Layout for WideInteger<STRIDE> {
    type Cells = u128;

    fn new(board: Board) -> Option<Self> {
        let stride = board.rows as u32 + 1;
        let fits = stride * board.cols as u32 <= 128;
        if !fits || (STRIDE != 0 && STRIDE != stride) {
            return None;
        }
        let mut layout = WideInteger {
            stones: [0; 2],
            occupied: 0,
            board: 0,
            columns: [0; MAX_COLS],
            column: board.column(),
            stride,
            side: 0,
        };
        for col in 0..board.cols {
            let place = col as u32 * stride;
            layout.columns[col] = board.obstacle(col);
            layout.board |= u128::from(board.column()) << place;
            layout.occupied |= u128::from(board.obstacle(col)) << place;
        }
        Some(layout)
    }

    fn can_play(&self, col: usize) -> bool {
        self.landing(col) != 0
    }

    fn play(&mut self, col: usize) -> bool {
        let landing = self.landing(col);
        self.columns[col] |= landing;
        let cell = u128::from(landing) << (col as u32 * self.stride());
        let stones = self.stones[self.side & 1] | cell;
        self.stones[self.side & 1] = stones;
        self.occupied |= cell;
        self.side ^= 1;
        has_four(stones, self.stride())
    }

    fn undo(&mut self, col: usize) {
        self.side ^= 1;
        let place = col as u32 * self.stride();
        let stones = &mut self.stones[self.side & 1];
        let mine = (*stones >> place) as u16 & self.column;
        let top = 1u16 << mine.ilog2();
        let cell = u128::from(top) << place;
        *stones ^= cell;
        self.occupied ^= cell;
        self.columns[col] ^= top;
    }

    fn winning_cells(&self, side: usize) -> u128 {
        let cells = completing(self.stones[side & 1], self.stride());
        cells & self.board & !self.occupied
    }

    fn count(cells: u128) -> u32 {
        cells.count_ones()
    }
}
