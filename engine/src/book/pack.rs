//! The table of a book, from text to half a byte a move. The compiler runs
//! this: what is wrong in the text stops the build.
//!
//! A line `plies N` says how deep it is. Each line that begins with a digit
//! is a board and the moves on it, in the order of their slots: columns as `1`
//! to `9` and `a` to `c`, `.` where there is none. Spaces among them are for
//! the eye.

// A panic of these functions is an error of the compiler.
#![allow(clippy::panic)]

use super::layout::{Layout, MAX_PLIES, SLOTS_OF_BYTE};
use crate::{Board, Cell};

/// The number in the line `plies N`.
pub(super) const fn plies(text: &[u8]) -> usize {
    let mut at = 0;
    while at < text.len() {
        if let Some(value) = after(text, at, b"plies ") {
            let (plies, _) = number(text, value);
            assert!(plies >= 1 && plies <= MAX_PLIES, "plies 1 to 4");
            return plies;
        }
        at = line_end(text, at) + 1;
    }
    panic!("a book says how many plies it knows")
}

/// The table in bytes.
pub(super) const fn pack<const N: usize>(text: &[u8], plies: usize) -> [u8; N] {
    let mut table = [0; N];
    let mut at = 0;
    while at < text.len() {
        let end = line_end(text, at);
        if text[at].is_ascii_digit() {
            let (board, moves) = board(text, at);
            let Some(layout) = Layout::of(board, plies) else {
                panic!("a board whose mirror image is in the book");
            };
            let mut slot = layout.first();
            at = moves;
            while at < end {
                if text[at] != b' ' {
                    let column = column(text[at]);
                    assert!(column <= board.columns(), "no such column");
                    assert!(slot < layout.end(plies), "too many moves");
                    table[slot / SLOTS_OF_BYTE] |=
                        column << (slot % SLOTS_OF_BYTE * 4);
                    slot += 1;
                }
                at += 1;
            }
        }
        at = end + 1;
    }
    table
}

/// A board such as `9x12#3,4`, and where it ends.
const fn board(text: &[u8], at: usize) -> (Board, usize) {
    let (rows, at) = number(text, at);
    let (columns, at) = number(text, at + 1);
    let Ok(board) = Board::new(rows as u8, columns as u8) else {
        panic!("no such board");
    };
    if at < text.len() && text[at] != b'#' {
        return (board, at);
    }
    let (row, at) = number(text, at + 1);
    let (column, at) = number(text, at + 1);
    let Some(cell) = Cell::new(row as u8 - 1, column as u8 - 1) else {
        panic!("no such cell");
    };
    match board.with_forbidden(cell) {
        Ok(board) => (board, at),
        Err(_) => panic!("no such cell on this board"),
    }
}

const fn column(letter: u8) -> u8 {
    match letter {
        b'.' => 0,
        b'1'..=b'9' => letter - b'0',
        b'a'..=b'c' => letter - b'a' + 10,
        _ => panic!("a column is one of 1 to 9 and a to c"),
    }
}

/// Where this word ends, if it is here.
const fn after(text: &[u8], at: usize, word: &[u8]) -> Option<usize> {
    let mut length = 0;
    while length < word.len() {
        if at + length >= text.len() || text[at + length] != word[length] {
            return None;
        }
        length += 1;
    }
    Some(at + length)
}

/// A number, and where it ends.
const fn number(text: &[u8], mut at: usize) -> (usize, usize) {
    let start = at;
    let mut number = 0;
    while at < text.len() && text[at].is_ascii_digit() {
        number = 10 * number + (text[at] - b'0') as usize;
        at += 1;
    }
    assert!(at > start, "a number is missing");
    (number, at)
}

/// Where the line ends in which this is.
const fn line_end(text: &[u8], mut at: usize) -> usize {
    while at < text.len() && text[at] != b'\n' {
        at += 1;
    }
    at
}
