//! Six `u32` a side, 16 bits a column: [`ThreeWords`](crate::ThreeWords) cut
//! to the width of a small core.
//!
//! Row `r` of column `c` is bit `16 * (c % 2) + r` of word `c / 2`. A step up
//! or down never has to carry into the next word, which two halves of a `u64`
//! cannot know; a step of two columns is the next word.

use crate::{Board, Layout};

/// Holds every board up to 12 by 12.
#[derive(Clone, Debug)]
pub struct SixWords {
    stones: [Words; 2],
    occupied: Words,
    board: Words,
    side: usize,
}

type Words = [u32; 6];

/// The columns `N` to the right of those in word `word`, moved onto them.
#[inline(always)]
fn from_right<const N: usize>(words: &Words, word: usize) -> u32 {
    let at = |word: usize| if word < 6 { words[word] } else { 0 };
    match N % 2 {
        0 => at(word + N / 2),
        _ => at(word + N / 2) >> 16 | at(word + N / 2 + 1) << 16,
    }
}

/// The columns `N` to the left of those in word `word`, moved onto them.
#[inline(always)]
fn from_left<const N: usize>(words: &Words, word: usize) -> u32 {
    let at = |word: usize, by: usize| {
        if word >= by { words[word - by] } else { 0 }
    };
    match N % 2 {
        0 => at(word, N / 2),
        _ => at(word, N / 2) << 16 | at(word, N / 2 + 1) >> 16,
    }
}

#[inline(always)]
fn has_four(stones: &Words) -> bool {
    let mut level = [0; 6];
    let mut rising = [0; 6];
    let mut falling = [0; 6];
    let mut fours = 0;
    for word in (0..6).rev() {
        let here = stones[word];
        let next = from_right::<1>(stones, word);
        let stacked = here & (here >> 1);
        level[word] = here & next;
        rising[word] = here & (next >> 1);
        falling[word] = here & (next << 1);
        fours |= stacked & (stacked >> 2);
        fours |= level[word] & from_right::<2>(&level, word);
        fours |= rising[word] & (from_right::<2>(&rising, word) >> 2);
        fours |= falling[word] & (from_right::<2>(&falling, word) << 2);
    }
    fours != 0
}

/// Cells of one word that would make four, on the board or off it.
#[inline(always)]
fn completing(stones: &Words, word: usize) -> u32 {
    let here = stones[word];
    let l1 = from_left::<1>(stones, word);
    let l2 = from_left::<2>(stones, word);
    let l3 = from_left::<3>(stones, word);
    let r1 = from_right::<1>(stones, word);
    let r2 = from_right::<2>(stones, word);
    let r3 = from_right::<3>(stones, word);
    let four =
        |l1, l2, l3, r1, r2, r3| (l1 & l2 & (l3 | r1)) | (r1 & r2 & (r3 | l1));
    (here << 1) & (here << 2) & (here << 3)
        | four(l1, l2, l3, r1, r2, r3)
        | four(l1 << 1, l2 << 2, l3 << 3, r1 >> 1, r2 >> 2, r3 >> 3)
        | four(l1 >> 1, l2 >> 2, l3 >> 3, r1 << 1, r2 << 2, r3 << 3)
}

impl SixWords {
    fn landing(&self, col: usize) -> u32 {
        let column = self.occupied[col / 2] >> (col % 2 * 16);
        (column + 1) & !column & (self.board[0] & 0xffff)
    }
}

impl Layout for SixWords {
    type Cells = Words;

    fn new(board: Board) -> Option<Self> {
        let mut layout = SixWords {
            stones: [[0; 6]; 2],
            occupied: [0; 6],
            board: [0; 6],
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
        let cell = self.landing(col) << (col % 2 * 16);
        self.occupied[col / 2] |= cell;
        let stones = &mut self.stones[self.side & 1];
        stones[col / 2] |= cell;
        self.side ^= 1;
        has_four(stones)
    }

    fn undo(&mut self, col: usize) {
        self.side ^= 1;
        let (word, place) = (col / 2, col % 2 * 16);
        let stones = &mut self.stones[self.side & 1];
        let column = (stones[word] >> place) as u16;
        let cell = (1 << column.ilog2()) << place;
        stones[word] ^= cell;
        self.occupied[word] ^= cell;
    }

    fn winning_cells(&self, side: usize) -> Words {
        let stones = &self.stones[side & 1];
        let mut cells = [0; 6];
        for (word, cells) in cells.iter_mut().enumerate() {
            let empty = self.board[word] & !self.occupied[word];
            *cells = completing(stones, word) & empty;
        }
        cells
    }

    fn count(cells: Words) -> u32 {
        cells.iter().map(|word| word.count_ones()).sum()
    }
}
