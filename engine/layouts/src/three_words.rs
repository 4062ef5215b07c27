//! Three `u64` a side, 16 bits a column, whatever the size of the board.
//!
//! Row `r` of column `c` is bit `16 * (c % 4) + r` of word `c / 4`. The upper
//! four bits of a column are never set, so a shift by up to three rows leaks
//! only into bits that the next mask clears, and every shift has a constant
//! distance: to the next column 16 bits, to the next but one 32, which on a
//! 32-bit core is no shift at all.

use crate::{Board, Layout};

/// Holds every board up to 12 by 12.
#[derive(Clone, Debug)]
pub struct ThreeWords {
    stones: [Words; 2],
    occupied: Words,
    board: Words,
    column: u16,
    side: usize,
}

/// A set of cells.
type Words = [u64; 3];

/// Every cell moved `N` columns to the right.
fn right<const N: u32>([a, b, c]: Words) -> Words {
    let (up, down) = (16 * N, 64 - 16 * N);
    [a << up, (b << up) | (a >> down), (c << up) | (b >> down)]
}

/// Every cell moved `N` columns to the left.
fn left<const N: u32>([a, b, c]: Words) -> Words {
    let (down, up) = (16 * N, 64 - 16 * N);
    [(a >> down) | (b << up), (b >> down) | (c << up), c >> down]
}

/// Every cell moved up, or down where `rows` is negative.
#[inline(always)]
fn up(rows: i32, words: Words) -> Words {
    let [a, b, c] = words;
    if rows < 0 {
        [a >> -rows, b >> -rows, c >> -rows]
    } else {
        [a << rows, b << rows, c << rows]
    }
}

fn and(a: Words, b: Words) -> Words {
    [a[0] & b[0], a[1] & b[1], a[2] & b[2]]
}

fn or(a: Words, b: Words) -> Words {
    [a[0] | b[0], a[1] | b[1], a[2] | b[2]]
}

fn any([a, b, c]: Words) -> bool {
    a | b | c != 0
}

fn has_four(stones: Words) -> bool {
    let next = left::<1>(stones);
    let stacked = and(stones, up(-1, stones));
    let level = and(stones, next);
    let rising = and(stones, up(-1, next));
    let falling = and(stones, up(1, next));
    any(and(stacked, up(-2, stacked)))
        || any(and(level, left::<2>(level)))
        || any(and(rising, up(-2, left::<2>(rising))))
        || any(and(falling, up(2, left::<2>(falling))))
}

/// Cells that complete four, from the stones moved one, two and three columns
/// either way; each column further along the line is `rise` rows up.
#[inline(always)]
fn along(rise: i32, lefts: [Words; 3], rights: [Words; 3]) -> Words {
    let [l1, l2, l3] = lefts;
    let [r1, r2, r3] = rights;
    let (b1, b2, b3) = (up(rise, r1), up(2 * rise, r2), up(3 * rise, r3));
    let (a1, a2, a3) = (up(-rise, l1), up(-2 * rise, l2), up(-3 * rise, l3));
    or(and(and(b1, b2), or(b3, a1)), and(and(a1, a2), or(a3, b1)))
}

/// Cells that would make four of the stones, on the board or off it.
fn completing(stones: Words) -> Words {
    let lefts = [left::<1>(stones), left::<2>(stones), left::<3>(stones)];
    let rights = [right::<1>(stones), right::<2>(stones), right::<3>(stones)];
    let stacked = and(up(1, stones), and(up(2, stones), up(3, stones)));
    let level = along(0, lefts, rights);
    let rising = along(1, lefts, rights);
    let falling = along(-1, lefts, rights);
    or(or(stacked, level), or(rising, falling))
}

impl ThreeWords {
    fn landing(&self, col: usize) -> u16 {
        let column = (self.occupied[col / 4] >> (16 * (col % 4))) as u16;
        (column + 1) & !column & self.column
    }
}

impl Layout for ThreeWords {
    type Cells = Words;

    fn new(board: Board) -> Option<Self> {
        let mut layout = ThreeWords {
            stones: [[0; 3]; 2],
            occupied: [0; 3],
            board: [0; 3],
            column: board.column(),
            side: 0,
        };
        for col in 0..board.cols {
            let (word, place) = (col / 4, 16 * (col % 4));
            layout.board[word] |= u64::from(board.column()) << place;
            layout.occupied[word] |= u64::from(board.obstacle(col)) << place;
        }
        Some(layout)
    }

    fn can_play(&self, col: usize) -> bool {
        self.landing(col) != 0
    }

    fn play(&mut self, col: usize) -> bool {
        let cell = u64::from(self.landing(col)) << (16 * (col % 4));
        self.occupied[col / 4] |= cell;
        let stones = &mut self.stones[self.side & 1];
        stones[col / 4] |= cell;
        self.side ^= 1;
        has_four(*stones)
    }

    fn undo(&mut self, col: usize) {
        self.side ^= 1;
        let (word, place) = (col / 4, 16 * (col % 4));
        let stones = &mut self.stones[self.side & 1];
        let column = (stones[word] >> place) as u16;
        let cell = (1 << column.ilog2()) << place;
        stones[word] ^= cell;
        self.occupied[word] ^= cell;
    }

    fn winning_cells(&self, side: usize) -> Words {
        let cells = and(completing(self.stones[side & 1]), self.board);
        and(cells, self.occupied.map(|w| !w))
    }

    fn count(cells: Words) -> u32 {
        cells.iter().map(|w| w.count_ones()).sum()
    }
}
