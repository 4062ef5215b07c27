//! Where the moves of a board lie in the table of a book.
//!
//! The sizes come in the order of [`Board::LARGE`], the classic board last;
//! in a size first the board without a forbidden cell, then the cells of the
//! left half, row by row. The slots of a board are its first move, the
//! answers by the first move, the second moves by the answer, and the second
//! answers by the first player's first move and second move.

use crate::{Board, Column};

/// Half a byte is one slot: the number of a column, or 0.
pub(super) const SLOTS_OF_BYTE: usize = 2;

/// The most plies that a book can know.
pub(super) const MAX_PLIES: usize = 4;

/// Where the moves of one board lie.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    start: usize,
    columns: usize,
}

impl Layout {
    /// Where a board lies, unless it is only there as its mirror image.
    pub(super) const fn of(board: Board, plies: usize) -> Option<Layout> {
        let columns = board.columns() as usize;
        let mut start = 0;
        let mut size = 0;
        while size < Board::LARGE.len() {
            let large = Board::LARGE[size];
            if large.rows() == board.rows()
                && large.columns() == board.columns()
            {
                let number = match number(board) {
                    Some(number) => number,
                    None => return None,
                };
                start += number * slots_of_board(columns, plies);
                return Some(Layout { start, columns });
            }
            start += slots_of_size(large, plies);
            size += 1;
        }
        let classic = Board::CLASSIC;
        let is_classic = board.rows() == classic.rows()
            && board.columns() == classic.columns()
            && board.forbidden().is_none();
        if is_classic { Some(Layout { start, columns }) } else { None }
    }

    /// The slot after the board's last.
    pub(super) const fn end(self, plies: usize) -> usize {
        self.start + slots_of_board(self.columns, plies)
    }

    pub(super) const fn first(self) -> usize {
        self.start
    }

    /// The answer to a first move.
    pub(super) const fn answer(self, opened: Column) -> usize {
        self.start + 1 + opened.index() as usize
    }

    /// The second move, after the book's first move and this reply.
    pub(super) const fn second(self, reply: Column) -> usize {
        self.start + 1 + self.columns + reply.index() as usize
    }

    /// The second answer, after a first move, the book's answer and this
    /// second move.
    pub(super) const fn second_answer(
        self,
        opened: Column,
        second: Column,
    ) -> usize {
        let pair = opened.index() as usize * self.columns;
        self.start + 1 + 2 * self.columns + pair + second.index() as usize
    }
}

/// The place of a board among those of its size.
const fn number(board: Board) -> Option<usize> {
    let half = board.columns().div_ceil(2) as usize;
    match board.forbidden() {
        None => Some(0),
        Some(cell) => {
            let column = cell.column().index() as usize;
            if column < half {
                Some(1 + cell.row() as usize * half + column)
            } else {
                None
            }
        }
    }
}

const fn slots_of_board(columns: usize, plies: usize) -> usize {
    match plies {
        0 => 0,
        1 => 1,
        2 => 1 + columns,
        3 => 1 + 2 * columns,
        _ => 1 + 2 * columns + columns * columns,
    }
}

const fn slots_of_size(size: Board, plies: usize) -> usize {
    let half = size.columns().div_ceil(2) as usize;
    let boards = 1 + size.rows() as usize * half;
    boards * slots_of_board(size.columns() as usize, plies)
}

/// The slots of a whole table.
pub(super) const fn slots(plies: usize) -> usize {
    let mut slots = 0;
    let mut size = 0;
    while size < Board::LARGE.len() {
        slots += slots_of_size(Board::LARGE[size], plies);
        size += 1;
    }
    slots + slots_of_board(Board::CLASSIC.columns() as usize, plies)
}
