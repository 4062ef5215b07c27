//! serde for the types whose values are checked: what is read back has been
//! through the same constructor as everything else.

use core::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::{Serialize, Serializer};

use crate::{Bitboard, Board, Cell, Column, Level, Position};

/// Writes a type as another one, and reads it back if that is possible.
macro_rules! through {
    ($type:ident as $proxy:ty, $to:expr, $from:expr, $wanted:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(
                &self,
                to: S,
            ) -> Result<S::Ok, S::Error> {
                let proxy: fn($type) -> $proxy = $to;
                proxy(*self).serialize(to)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(
                from: D,
            ) -> Result<$type, D::Error> {
                let read: fn($proxy) -> Option<$type> = $from;
                let value = read(<$proxy>::deserialize(from)?);
                value.ok_or_else(|| D::Error::custom($wanted))
            }
        }
    };
}

through!(
    Column as u8,
    Column::number,
    Column::from_number,
    "a column is a number from 1 to 12"
);
through!(
    Cell as (u8, Column),
    |cell| (cell.row() + 1, cell.column()),
    |(row, column)| Cell::new(row.checked_sub(1)?, column.index()),
    "a row is a number from 1 to 12"
);
through!(
    Board as (u8, u8, Option<Cell>),
    |board| (board.rows(), board.columns(), board.forbidden()),
    |(rows, columns, forbidden)| {
        let board = Board::new(rows, columns).ok()?;
        match forbidden {
            Some(cell) => board.with_forbidden(cell).ok(),
            None => Some(board),
        }
    },
    "a board has 4 to 12 rows and columns, with its forbidden cell on it"
);
through!(
    Bitboard as (u128, u64),
    Bitboard::words,
    Bitboard::from_words,
    "a set has bits outside the largest board"
);
through!(Level as u8, Level::number, Level::new, "a level is from 1 to 10");

/// A position is its notation; the moves that led to it are not kept.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_str(Notation)
    }
}

struct Notation;

impl Visitor<'_> for Notation {
    type Value = Position;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a position such as 7/7/7/7/7/3x3 o")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Position, E> {
        text.parse().map_err(E::custom)
    }
}
