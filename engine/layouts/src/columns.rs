//! One 16-bit word a column; only the neighbours of a stone are looked at.
//!
//! Row `r` of column `c` is bit `r` of word `c + 3`: three empty columns stand
//! on either side of the board, so that the seven columns around a stone are
//! always there to be looked at.

use crate::{Board, Layout};

/// Holds every board up to 12 by 12.
#[derive(Clone, Debug)]
pub struct Columns {
    stones: [[u16; 18]; 2],
    occupied: [u16; 16],
    column: u16,
    side: usize,
}

/// A column and the three on either side of it.
type Around = [u16; 7];

fn around(stones: &[u16; 18], col: usize) -> &Around {
    stones[col..].first_chunk().expect("three columns of margin")
}

/// How many of three cells, nearest first, hold stones without a gap.
fn run(cells: [(u16, u32); 3]) -> u32 {
    let holds = |(stones, cell): (u16, u32)| u32::from(stones) & cell != 0;
    if !holds(cells[0]) {
        0
    } else if !holds(cells[1]) {
        1
    } else {
        2 + u32::from(holds(cells[2]))
    }
}

/// Whether the stone on `cell` of the middle column is one of four in line.
fn is_in_four([l3, l2, l1, column, r1, r2, r3]: Around, cell: u32) -> bool {
    let stack = column & (column << 1) & (column << 2) & (column << 3);
    let up = [cell << 1, cell << 2, cell << 3];
    let down = [cell >> 1, cell >> 2, cell >> 3];
    let left =
        |cells: [u32; 3]| run([(l1, cells[0]), (l2, cells[1]), (l3, cells[2])]);
    let right =
        |cells: [u32; 3]| run([(r1, cells[0]), (r2, cells[1]), (r3, cells[2])]);
    u32::from(stack) & cell != 0
        || left([cell; 3]) + right([cell; 3]) >= 3
        || left(down) + right(up) >= 3
        || left(up) + right(down) >= 3
}

/// Cells of the middle column that would make four.
fn completing(around: Around) -> u32 {
    let [l3, l2, l1, column, r1, r2, r3] = around.map(u32::from);
    let stack = (column << 1) & (column << 2) & (column << 3);
    let four =
        |l1, l2, l3, r1, r2, r3| (l1 & l2 & (l3 | r1)) | (r1 & r2 & (r3 | l1));
    stack
        | four(l1, l2, l3, r1, r2, r3)
        | four(l1 << 1, l2 << 2, l3 << 3, r1 >> 1, r2 >> 2, r3 >> 3)
        | four(l1 >> 1, l2 >> 2, l3 >> 3, r1 << 1, r2 << 2, r3 << 3)
}

impl Columns {
    fn landing(&self, col: usize) -> u16 {
        let column = self.occupied[col % 16];
        (column + 1) & !column & self.column
    }
}

impl Layout for Columns {
    type Cells = [u16; 12];

    fn new(board: Board) -> Option<Self> {
        let mut layout = Columns {
            stones: [[0; 18]; 2],
            occupied: [u16::MAX; 16],
            column: board.column(),
            side: 0,
        };
        for col in 0..board.cols {
            layout.occupied[col] = board.obstacle(col);
        }
        Some(layout)
    }

    fn can_play(&self, col: usize) -> bool {
        self.landing(col) != 0
    }

    fn play(&mut self, col: usize) -> bool {
        let cell = self.landing(col);
        let stones = &mut self.stones[self.side & 1];
        stones[col + 3] |= cell;
        self.occupied[col % 16] |= cell;
        self.side ^= 1;
        is_in_four(*around(stones, col), cell.into())
    }

    fn undo(&mut self, col: usize) {
        self.side ^= 1;
        let stones = &mut self.stones[self.side & 1][col + 3];
        let cell = 1 << stones.ilog2();
        *stones ^= cell;
        self.occupied[col % 16] ^= cell;
    }

    fn winning_cells(&self, side: usize) -> [u16; 12] {
        let stones = &self.stones[side & 1];
        let mut cells = [0; 12];
        for (col, cells) in cells.iter_mut().enumerate() {
            let found = completing(*around(stones, col)) as u16;
            *cells = found & self.column & !self.occupied[col];
        }
        cells
    }

    fn count(cells: [u16; 12]) -> u32 {
        cells.iter().map(|column| column.count_ones()).sum()
    }
}
