//! One random-looking number for each stone on each cell: their exclusive or
//! is a position's key, which playing and undoing a move both update by one
//! operation.

use crate::{Board, Cell, Player};

/// A column takes sixteen entries, so that a cell's index needs no product
/// and no check.
static KEYS: [[u64; 256]; 2] = keys();

const fn keys() -> [[u64; 256]; 2] {
    let mut keys = [[0; 256]; 2];
    let mut index = 0;
    while index < 256 {
        keys[0][index] = mixed(2 * index as u64 + 1);
        keys[1][index] = mixed(2 * index as u64 + 2);
        index += 1;
    }
    keys
}

/// The output function of the SplitMix64 generator: every bit of the result
/// depends on every bit of the number.
const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The number of a stone on a cell.
pub(crate) fn stone(player: Player, cell: Cell) -> u64 {
    KEYS[player as usize][index(cell) as usize]
}

/// The number of an empty board.
pub(crate) const fn board(board: Board) -> u64 {
    let forbidden = match board.forbidden() {
        Some(cell) => index(cell),
        None => 0xff,
    };
    let size = (board.rows() as u64) << 8 | board.columns() as u64;
    mixed(1 << 32 | size << 8 | forbidden as u64)
}

const fn index(cell: Cell) -> u8 {
    cell.column().index() << 4 | cell.row()
}
