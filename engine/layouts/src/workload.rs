//! The work that is measured: the same random games in every layout.

use core::hint::black_box;

use crate::{Board, Layout};

/// What to do with the random games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Workload {
    /// Play them: a copy of the empty board, then play and win test a ply.
    Games,
    /// Play each and take it back: play, win test and undo a ply.
    Walk,
    /// Play them and list the winning cells of both sides after each ply.
    WinningCells,
}

/// What came of the games: the same in every layout, or one is wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won by the side that began, and by the other.
    pub wins: [u32; 2],
    /// Games that filled the board.
    pub draws: u32,
    /// Winning cells of both sides when the last stone has fallen.
    pub winning_cells: u32,
}

/// A generator of 32-bit numbers: Marsaglia's xorshift.
#[derive(Clone, Debug)]
pub struct Random(u32);

impl Random {
    /// A generator; any seed will do.
    pub const fn new(seed: u32) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9) | 1)
    }

    /// A number below `end`.
    #[inline]
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        ((u64::from(self.0) * end as u64) >> 32) as usize
    }

    #[inline]
    fn column<L: Layout>(&mut self, position: &L, cols: usize) -> usize {
        loop {
            let col = self.below(cols);
            if position.can_play(col) {
                return col;
            }
        }
    }
}

/// Plays random games until `plies` stones have fallen in all.
///
/// The last game may stay unfinished. `None` if the layout cannot hold the
/// board.
pub fn random_games<L: Layout>(
    board: Board,
    plies: u32,
    seed: u32,
) -> Option<Tally> {
    games::<L, false>(board, plies, seed)
}

/// Like [`random_games`], and lists the winning cells of both sides after
/// every stone.
pub fn winning_cells<L: Layout>(
    board: Board,
    plies: u32,
    seed: u32,
) -> Option<Tally> {
    games::<L, true>(board, plies, seed)
}

fn games<L: Layout, const CELLS: bool>(
    board: Board,
    plies: u32,
    seed: u32,
) -> Option<Tally> {
    let empty = L::new(board)?;
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut left = plies;
    while left != 0 {
        let mut position = empty.clone();
        let end = left - left.min(board.cells());
        let mut side = 0;
        loop {
            let col = random.column(&position, board.cols);
            let won = position.play(col);
            left -= 1;
            if CELLS {
                black_box(position.winning_cells(0));
                black_box(position.winning_cells(1));
            }
            if won {
                tally.wins[side] += 1;
                break;
            }
            if left == end {
                tally.draws += u32::from(end != 0);
                break;
            }
            side ^= 1;
        }
        if left == 0 {
            tally.winning_cells = count(&position);
        }
    }
    Some(tally)
}

/// Like [`random_games`], on one position that is emptied again by taking
/// back every stone.
pub fn walk<L: Layout>(board: Board, plies: u32, seed: u32) -> Option<Tally> {
    let mut position = L::new(board)?;
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    let mut left = plies;
    while left != 0 {
        let end = left - left.min(board.cells());
        let mut played = [0; 144];
        let mut length = 0;
        loop {
            let col = random.column(&position, board.cols);
            let won = position.play(col);
            played[length] = col as u8;
            length += 1;
            left -= 1;
            if won {
                tally.wins[(length + 1) % 2] += 1;
                break;
            }
            if left == end {
                tally.draws += u32::from(end != 0);
                break;
            }
        }
        if left == 0 {
            tally.winning_cells = count(&position);
        }
        for col in played[..length].iter().rev() {
            position.undo(usize::from(*col));
        }
    }
    Some(tally)
}

#[inline(never)]
fn count<L: Layout>(position: &L) -> u32 {
    L::count(position.winning_cells(0)) + L::count(position.winning_cells(1))
}
