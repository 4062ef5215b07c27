//! Why a line was refused.

use core::fmt;

use engine::{BoardError, MIN_NODES, ParsePositionError, PlayError};

use crate::InputLoss;
use crate::line::Fault;
use crate::notation;
use crate::words::Word;

/// Why a line was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Error {
    /// A word that is not known, and one that is.
    UnknownWord { word: Word, nearest: Option<&'static str> },
    /// A word for people, said to a session with a program.
    ForPeople { word: &'static str },
    /// A word where nothing should follow.
    Extra { word: Word, after: &'static str },
    /// Not a number, or out of range.
    Number { what: &'static str, found: Option<Word>, low: u64, high: u64 },
    /// Not one of the words that are possible.
    Choice { what: &'static str, found: Option<Word>, choices: Choices },
    /// An option that does not exist.
    UnknownOption { word: Word, nearest: Option<&'static str> },
    /// More nodes than there are.
    PoolSize { wanted: u32, size: u32 },
    /// Fewer nodes than a search takes.
    SmallPool { size: u32 },
    /// Not a position.
    Notation(ParsePositionError),
    /// Longer than the text of any position.
    LongNotation,
    /// A move in a list that is not a column.
    NotAMove { number: usize, word: Word },
    /// A move in a list that the rules refuse.
    IllegalMove { number: usize, why: PlayError },
    /// A move that the rules refuse.
    Play(PlayError),
    /// A board that does not exist.
    Board(BoardError),
    /// `go` where the game is over.
    UgiGameOver,
    /// A word of the console where the game is over; people are told how to
    /// go on.
    ConsoleGameOver,
    /// A column that the board does not have.
    NoColumn { word: Word, columns: u8 },
    /// No time was given for the side to move.
    NoTime { what: &'static str },
    /// The engine is to move.
    MyTurn,
    /// No move to take back.
    NothingToUndo,
    /// `ponderhit` without a search that waits for it.
    NotPondering,
    /// A line that cannot be read.
    Line(Fault),
    /// Input that never arrived.
    Lost(InputLoss),
}

/// What words are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choices {
    /// In words of our own.
    Said(&'static str),
    /// One of these.
    Words(&'static [&'static str]),
}

impl Error {
    /// A word that is missing, or not one of those possible.
    pub(crate) fn choice(
        what: &'static str,
        found: Option<&str>,
        choices: Choices,
    ) -> Error {
        Error::Choice { what, found: found.map(Word::new), choices }
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choices::Said(text) => f.write_str(text),
            Choices::Words(words) => {
                let mut separator = "";
                for word in *words {
                    write!(f, "{separator}{word}")?;
                    separator = "|";
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownWord { word, nearest } => {
                write!(f, "unknown word {word}: ")?;
                match nearest {
                    Some(nearest) => write!(f, "did you mean {nearest}?"),
                    None => f.write_str("type help"),
                }
            }
            Error::ForPeople { word } => {
                write!(f, "{word} is for people: type console first")
            }
            Error::Extra { word, after } => {
                write!(f, "{word} makes no sense after {after}")
            }
            Error::Number { what, found, low, high } => {
                write!(f, "{what} wants a number from {low} to {high}")?;
                but_found(f, found.as_ref())
            }
            Error::Choice { what, found, choices } => {
                write!(f, "{what} wants {choices}")?;
                but_found(f, found.as_ref())
            }
            Error::PoolSize { wanted, size } => {
                write!(f, "Pool {wanted}: there are {size} nodes")
            }
            Error::SmallPool { size } => write!(
                f,
                "a search takes {MIN_NODES} nodes or more: there are {size}"
            ),
            Error::UnknownOption { word, nearest } => {
                write!(f, "unknown option {word}: ")?;
                match nearest {
                    Some(nearest) => write!(f, "did you mean {nearest}?"),
                    None => f.write_str("ugi lists the options"),
                }
            }
            Error::Notation(why) => write!(f, "position: {why}"),
            Error::LongNotation => write!(
                f,
                "position: too long: a board and its side to move take at \
                 most {} bytes",
                notation::LONGEST
            ),
            Error::NotAMove { number, word } => {
                write!(f, "move {number}: {word} is not the number of a column")
            }
            Error::IllegalMove { number, why } => {
                write!(f, "move {number}: {why}")
            }
            Error::Play(why) => write!(f, "{why}"),
            Error::Board(why) => write!(f, "{why}"),
            Error::UgiGameOver => f.write_str("the game is over"),
            Error::ConsoleGameOver => f.write_str(
                "the game is over: type new for another game, undo to try \
                 again",
            ),
            Error::NoColumn { word, columns } => {
                let number = word.text();
                write!(f, "no column {number}: columns go from 1 to {columns}")
            }
            Error::NoTime { what } => {
                write!(f, "go wants {what} for the side to move")
            }
            Error::MyTurn => f.write_str(
                "it is my turn: stop makes me move now, undo takes your \
                 move back",
            ),
            Error::NothingToUndo => f.write_str("there is no move to undo"),
            Error::NotPondering => {
                f.write_str("ponderhit without go ponder before it")
            }
            Error::Line(fault) => write!(f, "{fault}"),
            Error::Lost(how) => {
                f.write_str(match how {
                    InputLoss::Overrun => "input came faster than it was read",
                    InputLoss::Framing => "input arrived garbled",
                    InputLoss::Unplugged => "the cable was unplugged",
                })?;
                f.write_str(": the line is ignored")
            }
        }
    }
}

fn but_found(f: &mut fmt::Formatter<'_>, found: Option<&Word>) -> fmt::Result {
    match found {
        Some(word) => write!(f, ", not {word}"),
        None => Ok(()),
    }
}
