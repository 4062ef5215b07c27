//! Positions and moves as words of a line, for programs and people alike.

use engine::{Column, Position};
use heapless::String;

use crate::error::Error;
use crate::words::{Word, Words};

/// Room for a board and its side to move. The longest ones take 157 bytes.
pub(crate) const LONGEST: usize = 200;

/// Two words: the board and the side to move.
pub(crate) fn position(words: &mut Words<'_>) -> Result<Position, Error> {
    let mut text: String<LONGEST> = String::new();
    let too_long = |_| Error::LongNotation;
    text.push_str(words.next().unwrap_or("")).map_err(too_long)?;
    if let Some(side) = words.next() {
        text.push(' ').and_then(|()| text.push_str(side)).map_err(too_long)?;
    }
    text.parse().map_err(Error::Notation)
}

/// The words of a list of moves.
pub(crate) fn moves(
    words: Words<'_>,
) -> impl Iterator<Item = Result<Column, Error>> {
    (1..).zip(words).map(|(number, word)| {
        let refused = |_| Error::NotAMove { number, word: Word::new(word) };
        word.parse().map_err(refused)
    })
}

/// Plays a list of moves.
pub(crate) fn play(
    game: &mut Position,
    moves: impl Iterator<Item = Result<Column, Error>>,
) -> Result<(), Error> {
    for (number, column) in (1..).zip(moves) {
        let refused = |why| Error::IllegalMove { number, why };
        game.play(column?).map_err(refused)?;
    }
    Ok(())
}
