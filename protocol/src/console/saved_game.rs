//! A game as one line, for `save` and `load`.

use core::fmt;

use engine::{Board, Player, Position};

use super::Size;
use super::command::{forbidden, size};
use crate::error::{Choices, Error};
use crate::forbidden::Forbidden;
use crate::notation;
use crate::words::Words;

const START: Choices = Choices::Said(
    "a size such as 10x12, or a position such as 7/7/7/7/7/3x3 o",
);

/// Reads what follows `load`.
pub(crate) fn read(mut words: Words<'_>) -> Result<Position, Error> {
    let first = words.clone().next();
    let is_notation = first.is_some_and(|word| word.contains('/'));
    let (mut game, next) = if is_notation {
        (notation::position(&mut words)?, words.next())
    } else {
        let (board, next) = board(&mut words)?;
        (Position::new(board), next)
    };
    if !matches!(next, None | Some("moves")) {
        let choices = Choices::Said("moves after the board");
        return Err(Error::choice("load", next, choices));
    }
    notation::play(&mut game, notation::moves(words))?;
    Ok(game)
}

/// A size and perhaps a forbidden cell, and the word after them.
fn board<'a>(words: &mut Words<'a>) -> Result<(Board, Option<&'a str>), Error> {
    let word = words.next();
    let Some(Size::Given { rows, columns }) = word.and_then(size) else {
        return Err(Error::choice("load", word, START));
    };
    let board = Board::new(rows, columns).map_err(Error::Board)?;
    let next = words.next();
    if next != Some("block") {
        return Ok((board, next));
    }
    let board = match forbidden(words)? {
        Forbidden::At(cell) => board.with_forbidden(cell),
        Forbidden::None => Ok(board),
        Forbidden::Random => {
            let choices = Choices::Said("none or ROW,COLUMN such as 3,4");
            return Err(Error::choice("block", Some("random"), choices));
        }
    };
    Ok((board.map_err(Error::Board)?, words.next()))
}

/// The position that a game has started from, as far as it is known.
pub(super) fn start(game: &Position) -> Position {
    let mut start = game.clone();
    while start.undo().is_some() {}
    start
}

/// Writes a game as [`read`] reads it.
pub(super) fn line(game: &Position) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        let start = start(game);
        let board = start.board();
        let (rows, columns) = (board.rows(), board.columns());
        if start.plies() > 0 || start.to_move() != Player::First {
            write!(f, "load {start}")?;
        } else {
            write!(f, "load {rows}x{columns}")?;
            if let Some(cell) = board.forbidden() {
                write!(f, " block {cell}")?;
            }
        }
        let moves = game.moves();
        f.write_str(if moves.is_empty() { "" } else { " moves" })?;
        moves.iter().try_for_each(|column| write!(f, " {column}"))
    })
}
