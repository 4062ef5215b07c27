//! `position`: where to start, and the moves from there.

use engine::{Column, MAX_PLIES, PlayError, Position};
use heapless::{String, Vec};

use crate::error::{Choices, Error};
use crate::words::{Word, Words};

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
            Some("fen") => Some(notation(&mut words)?),
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
        for (index, word) in words.enumerate() {
            let number = index + 1;
            let column = word.parse().map_err(|_| Error::NotAMove {
                number,
                word: Word::new(word),
            })?;
            // The rules refuse more moves than the board has cells.
            self.moves.push(column).map_err(|_| Error::IllegalMove {
                number,
                why: PlayError::GameOver,
            })?;
        }
        Ok(())
    }
}

/// Two words: the board and the side to move.
pub(crate) fn notation(words: &mut Words<'_>) -> Result<Position, Error> {
    let mut text: String<200> = String::new();
    let board = words.next().unwrap_or("");
    let fits = text.push_str(board).is_ok();
    if let Some(side) = words.next()
        && fits
    {
        // Where there is no room, the reader misses the side to move.
        let _ = text.push(' ').and_then(|()| text.push_str(side));
    }
    let text = if fits { text.as_str() } else { board };
    text.parse().map_err(Error::Notation)
}
