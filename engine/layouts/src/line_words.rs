//! A 16-bit word for every line of the board, and the cells that would win,
//! kept up to date by every stone.
//!
//! A cell belongs to four lines: its row, its column, its rising and its
//! falling diagonal. In each of them it has one bit, so the seven cells that
//! matter around a stone are one shift and one mask away, and a table of 128
//! bytes tells which of them now complete four. Most often none does, and the
//! move is done. Whether a stone wins is known before it falls: its cell is
//! among the winning ones or it is not.

use crate::{Board, Layout};

/// Holds every board up to 12 by 12.
#[derive(Clone, Debug)]
pub struct LineWords {
    sides: [Side; 2],
    occupied: Cells,
    board: Cells,
    side: usize,
}

/// A set of cells, two columns a word: row `r` of column `c` is bit
/// `16 * (c % 2) + r` of word `c / 2`.
type Cells = [u32; 8];

#[derive(Clone, Debug)]
struct Side {
    /// Stones on each line: bit `col + 3`, in a column bit `row + 3`.
    rows: [u16; 16],
    rising: [u16; 32],
    falling: [u16; 32],
    columns: [u16; 16],
    /// Cells of the board that would make four, some of them taken.
    winning: Cells,
}

/// For seven cells in line, the empty ones that would make four with them.
static COMPLETING: [u8; 128] = {
    let mut table = [0; 128];
    let mut stones = 0;
    while stones < 128 {
        let mut first = 0;
        while first < 4 {
            let missing = (0b1111 << first) & !stones;
            if (missing as u32).is_power_of_two() {
                table[stones] |= missing as u8;
            }
            first += 1;
        }
        stones += 1;
    }
    table
};

#[derive(Clone, Copy)]
struct Cell {
    row: usize,
    col: usize,
}

impl Cell {
    fn rising(self) -> usize {
        (self.col + 16 - self.row) % 32
    }

    fn falling(self) -> usize {
        (self.col + self.row) % 32
    }

    fn word(self) -> usize {
        self.col / 2 % 8
    }

    fn bit(self) -> u32 {
        1 << (self.col % 2 * 16 + self.row)
    }
}

/// The completing cells among the seven around a cell on each of its lines:
/// row, rising, falling, column.
type Found = [u8; 4];

/// The steps to the next cell of each line.
const STEPS: [(isize, isize); 4] = [(0, 1), (1, 1), (-1, 1), (1, 0)];

/// Calls `visit` for each completing cell that may be on the board.
fn visit(found: Found, cell: Cell, mut visit: impl FnMut(Cell)) {
    for (mut window, (rise, aside)) in found.into_iter().zip(STEPS) {
        while window != 0 {
            let steps = window.trailing_zeros() as isize - 3;
            window &= window - 1;
            let row = cell.row.wrapping_add_signed(steps * rise);
            let col = cell.col.wrapping_add_signed(steps * aside);
            if row < 12 && col < 12 {
                visit(Cell { row, col });
            }
        }
    }
}

impl Side {
    const EMPTY: Self = Side {
        rows: [0; 16],
        rising: [0; 32],
        falling: [0; 32],
        columns: [0; 16],
        winning: [0; 8],
    };

    fn wins_on(&self, cell: Cell) -> bool {
        self.winning[cell.word()] & cell.bit() != 0
    }

    fn flip(&mut self, cell: Cell) {
        let aside = 8 << cell.col;
        self.rows[cell.row % 16] ^= aside;
        self.rising[cell.rising()] ^= aside;
        self.falling[cell.falling()] ^= aside;
        self.columns[cell.col % 16] ^= 8 << cell.row;
    }

    fn completing(&self, cell: Cell) -> Found {
        let look = |word: u16, place: usize| {
            COMPLETING[usize::from(word) >> (place % 16) & 127]
        };
        [
            look(self.rows[cell.row % 16], cell.col),
            look(self.rising[cell.rising()], cell.col),
            look(self.falling[cell.falling()], cell.col),
            look(self.columns[cell.col % 16], cell.row),
        ]
    }

    fn put(&mut self, cell: Cell, board: &Cells) {
        self.flip(cell);
        let found = self.completing(cell);
        if found[0] | found[1] | found[2] | found[3] != 0 {
            self.mark(found, cell, board);
        }
    }

    #[cold]
    fn mark(&mut self, found: Found, cell: Cell, board: &Cells) {
        visit(found, cell, |cell| {
            let word = cell.word();
            self.winning[word] |= cell.bit() & board[word];
        });
    }

    /// Takes the stone back that was put last.
    fn take(&mut self, cell: Cell) {
        let found = self.completing(cell);
        self.flip(cell);
        if found[0] | found[1] | found[2] | found[3] != 0 {
            self.unmark(found, cell);
        }
    }

    #[cold]
    fn unmark(&mut self, found: Found, cell: Cell) {
        const CELL_ITSELF: u8 = 1 << 3;
        visit(found, cell, |cell| {
            let [a, b, c, d] = self.completing(cell);
            if (a | b | c | d) & CELL_ITSELF == 0 {
                self.winning[cell.word()] &= !cell.bit();
            }
        });
    }
}

impl LineWords {
    fn landing(&self, col: usize) -> u32 {
        let place = col % 2 * 16;
        let column = self.occupied[col / 2 % 8] >> place;
        (column + 1) & !column & (self.board[0] & 0xffff)
    }
}

impl Layout for LineWords {
    type Cells = [u32; 6];

    fn new(board: Board) -> Option<Self> {
        let mut layout = LineWords {
            sides: [Side::EMPTY; 2],
            occupied: [0; 8],
            board: [0; 8],
            side: 0,
        };
        for col in 0..board.cols {
            let (word, place) = (col / 2, col % 2 * 16);
            layout.occupied[word] |= u32::from(board.obstacle(col)) << place;
            layout.board[word] |= u32::from(board.column()) << place;
        }
        Some(layout)
    }

    fn can_play(&self, col: usize) -> bool {
        self.landing(col) != 0
    }

    fn play(&mut self, col: usize) -> bool {
        let row = self.landing(col).trailing_zeros() as usize;
        let cell = Cell { row, col };
        self.occupied[cell.word()] |= cell.bit();
        let side = &mut self.sides[self.side & 1];
        self.side ^= 1;
        let wins = side.wins_on(cell);
        side.put(cell, &self.board);
        wins
    }

    fn undo(&mut self, col: usize) {
        self.side ^= 1;
        let side = &mut self.sides[self.side & 1];
        let row = side.columns[col % 16].ilog2() as usize - 3;
        let cell = Cell { row, col };
        self.occupied[cell.word()] ^= cell.bit();
        side.take(cell);
    }

    fn winning_cells(&self, side: usize) -> [u32; 6] {
        let winning = &self.sides[side & 1].winning;
        core::array::from_fn(|word| winning[word] & !self.occupied[word])
    }

    fn count(cells: [u32; 6]) -> u32 {
        cells.iter().map(|word| word.count_ones()).sum()
    }
}
