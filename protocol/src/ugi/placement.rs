//! `position`: where to start, and the moves from there.

use engine::{Column, MAX_PLIES, PlayError, Position};
use heapless::Vec;

use crate::error::{Choices, Error};
use crate::notation;
use crate::words::Words;

/// A position: where to start, and the moves from there.
#[derive(Debug)]
pub(crate) struct Placement {
    /// `None` for the start of a game.
    pub(crate) start: Option<Position>,
    pub(crate) moves: Vec<Column, MAX_PLIES>,
}

impl Placement {
    pub(super) fn parse(mut words: Words<'_>) -> Result<Placement, Error> {
        let refused = |found: Option<&str>, choices| {
            Error::choice("position", found, Choices::Said(choices))
        };
        let start = match words.next() {
            Some("startpos") => None,
            Some("fen") => Some(notation::position(&mut words)?),
            found => return Err(refused(found, "startpos or fen")),
        };
        let mut placement = Placement { start, moves: Vec::new() };
        match words.next() {
            None => Ok(placement),
            Some("moves") => placement.add_moves(words).map(|()| placement),
            found => Err(refused(found, "moves after the board")),
        }
    }

    fn add_moves(&mut self, words: Words<'_>) -> Result<(), Error> {
        for (number, column) in (1..).zip(notation::moves(words)) {
            // The rules refuse more moves than the board has cells.
            self.moves.push(column?).map_err(|_| Error::IllegalMove {
                number,
                why: PlayError::GameOver,
            })?;
        }
        Ok(())
    }
}
