//! The opening book: the first moves of a game, found by searches that are
//! longer than a chip has time for.
//!
//! The book has room for every board of 9 to 12 rows and columns with a
//! forbidden cell, those without, and the classic one; what is not in the
//! table yet it does not know. For each board it has the first move, the
//! answer to every first move, and the second move after every answer; if it
//! is four plies deep, the second player's second move as well. The moves on
//! a board and on its mirror image are the same, so only boards whose
//! forbidden cell lies in the left half or in the middle are kept.
//!
//! The table is a text file, `openings/openings.txt`, which says how it was
//! made. The compiler packs it into half a byte a move.

mod layout;
mod pack;

use layout::{Layout, SLOTS_OF_BYTE};

use crate::{Board, Column, Position};

/// The table as text.
const TEXT: &str = include_str!("../../openings/openings.txt");

const PLIES: usize = pack::plies(TEXT.as_bytes());

const BYTES: usize = layout::slots(PLIES).div_ceil(SLOTS_OF_BYTE);

#[allow(long_running_const_eval)]
static OPENINGS: [u8; BYTES] = pack::pack(TEXT.as_bytes(), PLIES);

/// An opening book. An [`Engine`](crate::Engine) never asks it: the caller
/// does, before a search.
///
/// ```
/// use pocketfour_engine::{Board, Book, Position};
///
/// let start = Position::new(Board::CLASSIC);
/// let middle = Book::OPENINGS.find(&start).unwrap();
/// assert_eq!(middle.number(), 4);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book {
    table: &'static [u8],
    plies: usize,
}

#[cfg(feature = "defmt")]
impl defmt::Format for Book {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} plies, {} bytes", self.plies, self.table.len());
    }
}

impl Book {
    /// The book of this project.
    pub const OPENINGS: Book = Book { table: &OPENINGS, plies: PLIES };

    /// How many plies of a game it knows.
    #[must_use]
    pub const fn plies(self) -> usize {
        self.plies
    }

    /// How many bytes it takes.
    #[must_use]
    pub const fn size(self) -> usize {
        self.table.len()
    }

    /// The move in a position, if the book has one.
    ///
    /// ```
    /// use pocketfour_engine::{Book, Position};
    ///
    /// let late: Position = "7/7/7/7/1oo4/1xxx3 o".parse()?;
    /// assert_eq!(Book::OPENINGS.find(&late), None);
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn find(self, position: &Position) -> Option<Column> {
        if position.plies() as usize >= self.plies {
            return None;
        }
        let board = position.board();
        let mirrored = board.mirrored();
        let layout = Layout::of(board, self.plies);
        let found = if let Some(layout) = layout {
            self.look_up(layout, position)?
        } else {
            let layout = Layout::of(mirrored, self.plies)?;
            let found = self.look_up(layout, &position.mirrored())?;
            mirrored.mirrored_column(found)
        };
        position.landing_cell(found).is_ok().then_some(found)
    }

    /// As [`Book::find`], on a board that is in the table itself.
    fn look_up(self, layout: Layout, position: &Position) -> Option<Column> {
        let board = position.board();
        let first = |column: Column| {
            let stones = position.stones(crate::Player::First);
            stones.column(column) != 0
        };
        let leads_here = |moves: &[Column]| {
            let mut game = Position::new(board);
            let mut played = moves.iter().map(|&column| game.play(column));
            played.all(|cell| cell.is_ok()) && game == *position
        };
        let mut columns = board.all_columns();
        match position.plies() {
            0 => self.at(layout.first()),
            1 => {
                let opened = columns.find(|&one| leads_here(&[one]))?;
                self.at(layout.answer(opened))
            }
            2 => {
                let own = self.at(layout.first())?;
                let reply = columns.find(|&two| leads_here(&[own, two]))?;
                self.at(layout.second(reply))
            }
            3 => columns.filter(|&one| first(one)).find_map(|one| {
                let own = self.at(layout.answer(one))?;
                let mut columns = board.all_columns().filter(|&it| first(it));
                let three =
                    columns.find(|&three| leads_here(&[one, own, three]))?;
                self.at(layout.second_answer(one, three))
            }),
            _ => None,
        }
    }

    /// What is in a slot of the table.
    fn at(self, slot: usize) -> Option<Column> {
        let byte = *self.table.get(slot / SLOTS_OF_BYTE)?;
        let number = if slot.is_multiple_of(SLOTS_OF_BYTE) {
            byte & 0xf
        } else {
            byte >> 4
        };
        Column::from_number(number)
    }

    /// The boards whose moves are in a table: the others are their mirror
    /// images.
    ///
    /// ```
    /// use pocketfour_engine::Book;
    ///
    /// assert_eq!(Book::boards().count(), 941);
    /// ```
    pub fn boards() -> impl Iterator<Item = Board> {
        let sizes = Board::LARGE.into_iter();
        let large = sizes.flat_map(|size| {
            let cells = size.cells().into_iter();
            let with = move |cell| size.with_forbidden(cell).ok();
            core::iter::once(size).chain(cells.filter_map(with))
        });
        let large = large.filter(|&board| Layout::of(board, 1).is_some());
        large.chain([Board::CLASSIC])
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::Cell;
    use std::collections::HashSet;
    use std::vec::Vec;

    #[test]
    fn every_slot_belongs_to_one_board() {
        for plies in 1..=4 {
            let mut slots = HashSet::new();
            for board in Book::boards() {
                let layout = Layout::of(board, plies).unwrap();
                let mut own = std::vec![layout.first()];
                for one in board.all_columns() {
                    own.extend((plies > 1).then(|| layout.answer(one)));
                    own.extend((plies > 2).then(|| layout.second(one)));
                    for three in board.all_columns() {
                        let slot = layout.second_answer(one, three);
                        own.extend((plies > 3).then_some(slot));
                    }
                }
                for slot in own {
                    assert!(slots.insert(slot), "{board}, slot {slot}");
                }
            }
            assert_eq!(slots.len(), layout::slots(plies));
            assert_eq!(slots.iter().max(), Some(&(slots.len() - 1)));
        }
    }

    /// A table of two boards, four plies deep.
    const SMALL: &str = "# A remark.\nplies 4\n\
        9x9#3,2 5 55555555. 67.......  \
        9........ ......... ......... ......... ..3......  \
        ......... ......... ......... .........\n\
        6x7 4 4444444 .......  \
        ....... ....... ....... ....... ....... ....... .......\n";

    static PACKED: [u8; layout::slots(4).div_ceil(2)] =
        pack::pack(SMALL.as_bytes(), 4);

    const BOOK: Book = Book { table: &PACKED, plies: 4 };

    fn after(board: Board, moves: &[u8]) -> Position {
        let mut game = Position::new(board);
        for &number in moves {
            game.play(Column::from_number(number).unwrap()).unwrap();
        }
        game
    }

    #[test]
    fn moves_are_found_on_both_sides_of_the_mirror() {
        let board = Board::new(9, 9).unwrap();
        let board = board.with_forbidden(Cell::new(2, 1).unwrap()).unwrap();
        for (moves, found) in [
            (&[][..], Some(5)),
            (&[1], Some(5)),
            (&[9], None),
            (&[5, 1], Some(6)),
            (&[5, 2], Some(7)),
            (&[5, 3], None),
            (&[4, 2], None),
            (&[1, 5, 1], Some(9)),
            (&[5, 5, 3], Some(3)),
            (&[3, 5, 5], None),
            (&[5, 5, 3, 3], None),
        ] {
            let game = after(board, moves);
            let number = |it: Column| it.number();
            assert_eq!(BOOK.find(&game).map(number), found, "{moves:?}");
            let mirrored = BOOK.find(&game.mirrored()).map(number);
            assert_eq!(mirrored, found.map(|it| 10 - it), "{moves:?}");
        }
    }

    #[test]
    fn three_stones_may_have_fallen_in_another_order() {
        let text = "plies 4\n6x7 4 4......  .......  ....... ......5\n";
        let table =
            pack::pack::<{ layout::slots(4).div_ceil(2) }>(text.as_bytes(), 4);
        let table: &'static [u8] = Vec::leak(Vec::from(table));
        let book = Book { table, plies: 4 };
        // 1 4 7 is in the table, 7 4 1 leads to the same position.
        let text = "plies 4\n6x7 4 4......  .......  ......5\n";
        let table =
            pack::pack::<{ layout::slots(4).div_ceil(2) }>(text.as_bytes(), 4);
        let other = Book { table: Vec::leak(Vec::from(table)), plies: 4 };
        let game = after(Board::CLASSIC, &[7, 4, 1]);
        assert_eq!(other.find(&game), Column::from_number(5));
        assert_eq!(book.find(&game), None);
    }

    #[test]
    fn other_boards_are_unknown() {
        let board = Board::new(9, 10).unwrap();
        assert_eq!(BOOK.find(&Position::new(board)), None);
        let small = Board::new(4, 4).unwrap();
        assert_eq!(BOOK.find(&Position::new(small)), None);
        let forbidden = Board::CLASSIC.with_forbidden(Cell::new(0, 0).unwrap());
        assert_eq!(BOOK.find(&Position::new(forbidden.unwrap())), None);
    }

    #[test]
    fn moves_of_the_book_are_legal() {
        let mut known = 0;
        for board in Book::boards() {
            let start = Position::new(board);
            let Some(own) = Book::OPENINGS.find(&start) else { continue };
            assert!(start.landing_cell(own).is_ok(), "{board}");
            known += 1;
        }
        assert!(known > 0, "an empty book");
    }
}
