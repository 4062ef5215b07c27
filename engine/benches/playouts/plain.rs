//! Tactical playouts the plain way: stones in one wide integer, everything
//! computed from them at every ply.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use pocketfour_engine::{Board, Cell, Generator};
use rand_core::Rng;

/// An integer that holds a whole board, one spare bit on top of each column.
pub(crate) trait Wide:
    Copy
    + PartialEq
    + Debug
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    const ZERO: Self;
    fn bit(index: u32) -> Self;
    fn count(self) -> u32;
    fn plus(self, other: Self) -> Self;
    /// The set without its lowest bit.
    fn without_lowest(self) -> Self;
}

impl Wide for u128 {
    const ZERO: u128 = 0;

    fn bit(index: u32) -> u128 {
        1 << index
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn plus(self, other: u128) -> u128 {
        self.wrapping_add(other)
    }

    fn without_lowest(self) -> u128 {
        self & self.wrapping_sub(1)
    }
}

/// 256 bits, for boards that a `u128` cannot hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Double {
    low: u128,
    high: u128,
}

impl Wide for Double {
    const ZERO: Double = Double { low: 0, high: 0 };

    fn bit(index: u32) -> Double {
        match index {
            0..128 => Double { low: 1 << index, high: 0 },
            _ => Double { low: 0, high: 1 << (index - 128) },
        }
    }

    fn count(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    fn plus(self, other: Double) -> Double {
        let (low, carry) = self.low.overflowing_add(other.low);
        let high = self.high.wrapping_add(other.high);
        Double { low, high: high.wrapping_add(u128::from(carry)) }
    }

    fn without_lowest(self) -> Double {
        match self.low {
            0 => Double { high: self.high.without_lowest(), ..self },
            low => Double { low: low.without_lowest(), ..self },
        }
    }
}

impl Not for Double {
    type Output = Double;

    fn not(self) -> Double {
        Double { low: !self.low, high: !self.high }
    }
}

impl BitAnd for Double {
    type Output = Double;

    fn bitand(self, other: Double) -> Double {
        Double { low: self.low & other.low, high: self.high & other.high }
    }
}

impl BitOr for Double {
    type Output = Double;

    fn bitor(self, other: Double) -> Double {
        Double { low: self.low | other.low, high: self.high | other.high }
    }
}

/// By 1 to 127 bits.
impl Shl<u32> for Double {
    type Output = Double;

    fn shl(self, by: u32) -> Double {
        let high = self.high << by | self.low >> (128 - by);
        Double { low: self.low << by, high }
    }
}

/// By 1 to 127 bits.
impl Shr<u32> for Double {
    type Output = Double;

    fn shr(self, by: u32) -> Double {
        let low = self.low >> by | self.high << (128 - by);
        Double { low, high: self.high >> by }
    }
}

/// An empty board from which games are played out.
pub(crate) struct Plain<W> {
    cells: W,
    bottom: W,
    stride: u32,
}

impl<W: Wide> Plain<W> {
    pub(crate) fn new(board: Board) -> Plain<W> {
        let stride = u32::from(board.rows()) + 1;
        let bit = |cell: Cell| {
            let column = u32::from(cell.column().index());
            W::bit(column * stride + u32::from(cell.row()))
        };
        let union = |cells: W, cell| cells | bit(cell);
        let cells = board.cells().into_iter();
        let bottom = board.cells().into_iter().filter(|cell| cell.row() == 0);
        Plain {
            cells: cells.fold(W::ZERO, union),
            bottom: bottom.fold(W::ZERO, union),
            stride,
        }
    }

    /// Plays one game: win, block, do not play under a threat. Returns the
    /// number of plies.
    pub(crate) fn play(&self, rng: &mut Generator) -> u32 {
        let mut mine = W::ZERO;
        let mut theirs = W::ZERO;
        let mut plies = 0;
        loop {
            let taken = mine | theirs;
            let landing = taken.plus(self.bottom) & !taken & self.cells;
            if landing == W::ZERO || self.wins(mine) & landing != W::ZERO {
                return plies;
            }
            let threats = self.wins(theirs);
            let blocks = threats & landing;
            let moves = match blocks.count() {
                0 => landing & !(threats >> 1),
                1 => blocks,
                _ => return plies,
            };
            if moves == W::ZERO {
                return plies;
            }
            let stone = pick(moves, rng);
            (mine, theirs) = (theirs, mine | stone);
            plies += 1;
        }
    }

    /// The cells that complete a four.
    fn wins(&self, stones: W) -> W {
        let up = stones << 1 & stones << 2 & stones << 3;
        [self.stride - 1, self.stride, self.stride + 1]
            .into_iter()
            .fold(up, |cells, step| cells | along(stones, step))
            & self.cells
    }
}

fn along<W: Wide>(stones: W, step: u32) -> W {
    let (behind, ahead) = (stones << step, stones >> step);
    let two_behind = behind & stones << (2 * step);
    let two_ahead = ahead & stones >> (2 * step);
    two_behind & (stones << (3 * step) | ahead)
        | two_ahead & (stones >> (3 * step) | behind)
}

fn pick<W: Wide>(mut set: W, rng: &mut Generator) -> W {
    let word = u64::from(rng.next_u32());
    let skipped = (word * u64::from(set.count())) >> 32;
    for _ in 0..skipped {
        set = set.without_lowest();
    }
    set & !set.without_lowest()
}
