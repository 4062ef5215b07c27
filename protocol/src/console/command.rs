//! Reading the lines of a person.

use engine::Column;

use crate::error::{Choices, Error};
use crate::help::unknown;
use crate::options::{Block, parse_flag};
use crate::session::Seats;
use crate::ugi;
use crate::words::{Word, Words, end, number};

/// What a person can ask for.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
pub(crate) enum Command {
    Nothing,
    /// A stone into a column, if there can be one.
    Drop(Option<Column>, Word),
    New(NewGame),
    Undo,
    Hint,
    Level(Option<u8>),
    /// In milliseconds.
    Time(Option<u32>),
    Board,
    Flip,
    Play(Option<Seats>),
    /// The engine makes the next move.
    Move,
    Stop,
    Color(Option<bool>),
    /// What programs can ask for as well.
    Ugi(ugi::Command),
}

/// What the next game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewGame {
    pub(crate) size: Option<Size>,
    pub(crate) block: Option<Block>,
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Given { rows: u8, columns: u8 },
    Random,
}

/// Reads a line.
pub(crate) fn parse(line: &str) -> Result<Command, Error> {
    let mut words = line.split_ascii_whitespace();
    let Some(word) = words.next() else { return Ok(Command::Nothing) };
    if word.bytes().all(|byte| byte.is_ascii_digit()) {
        let column = word.parse().ok().and_then(Column::from_number);
        end(words, "the number of a column")?;
        return Ok(Command::Drop(column, Word::new(word)));
    }
    let (command, name) = match word {
        "new" => return new_game(words).map(Command::New),
        "undo" => (Command::Undo, "undo"),
        "hint" => (Command::Hint, "hint"),
        "level" => {
            let level = words.next();
            let level = level.map(|word| number(Some(word), "level", 1, 10));
            let level = level.transpose()?.map(|level| level as u8);
            (Command::Level(level), "the level")
        }
        "time" => {
            let time = words.next().map(seconds).transpose()?;
            (Command::Time(time), "the time")
        }
        "board" => (Command::Board, "board"),
        "flip" => (Command::Flip, "flip"),
        "play" => {
            let seats = words.next().map(seats).transpose()?;
            (Command::Play(seats), "play")
        }
        "auto" => (Command::Play(Some(BOTH)), "auto"),
        "two" => (Command::Play(Some(NONE)), "two"),
        "color" | "colour" => {
            let flag = words.next().map(on_or_off).transpose()?;
            (Command::Color(flag), "color")
        }
        "stop" => (Command::Stop, "stop"),
        "?" => (Command::Ugi(ugi::Command::Help(None)), "?"),
        "exit" => (Command::Ugi(ugi::Command::Quit), "exit"),
        "go" if words.clone().next().is_none() => (Command::Move, "go"),
        _ => {
            return match ugi::parse(line) {
                Err(Error::UnknownWord { .. }) if !is_help(word) => {
                    Err(unknown(word, true))
                }
                other => other.map(Command::Ugi),
            };
        }
    };
    end(words, name)?;
    Ok(command)
}

fn is_help(word: &str) -> bool {
    word == "help"
}

const BOTH: Seats = Seats { first: true, second: true };
const NONE: Seats = Seats { first: false, second: false };

fn seats(word: &str) -> Result<Seats, Error> {
    match word {
        "x" => Ok(Seats { first: true, second: false }),
        "o" => Ok(Seats { first: false, second: true }),
        "both" => Ok(BOTH),
        "none" => Ok(NONE),
        _ => Err(Error::Choice {
            what: "play",
            found: Some(Word::new(word)),
            choices: Choices::Words(&["x", "o", "both", "none"]),
        }),
    }
}

fn on_or_off(word: &str) -> Result<bool, Error> {
    parse_flag(word).ok_or_else(|| Error::Choice {
        what: "color",
        found: Some(Word::new(word)),
        choices: Choices::Words(&["on", "off"]),
    })
}

/// Seconds, with up to three decimal places, as milliseconds.
fn seconds(word: &str) -> Result<u32, Error> {
    let milliseconds = || {
        let (whole, part) = word.split_once('.').unwrap_or((word, ""));
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || !digits(part) || part.len() > 3 {
            return None;
        }
        let whole: u32 = whole.parse().ok().filter(|whole| *whole <= 3600)?;
        let places = part.bytes().chain(core::iter::repeat(b'0')).take(3);
        let part = places.fold(0, |sum, digit| {
            sum * 10 + u32::from(digit.saturating_sub(b'0'))
        });
        Some(whole * 1000 + part)
    };
    milliseconds().ok_or_else(|| Error::Choice {
        what: "time",
        found: Some(Word::new(word)),
        choices: Choices::Said("seconds from 0 to 3600, such as 3 or 0.5"),
    })
}

fn new_game(mut words: Words<'_>) -> Result<NewGame, Error> {
    let mut game = NewGame { size: None, block: None };
    while let Some(word) = words.next() {
        match word {
            "random" => game.size = Some(Size::Random),
            "block" => {
                let word = words.next();
                let block = word.and_then(Block::parse);
                let refused = Error::Choice {
                    what: "block",
                    found: word.map(Word::new),
                    choices: Block::CHOICES,
                };
                game.block = Some(block.ok_or(refused)?);
            }
            _ => game.size = Some(size(word)?),
        }
    }
    Ok(game)
}

fn size(word: &str) -> Result<Size, Error> {
    let sides = word.split_once(['x', 'X']);
    let sides = sides.and_then(|(rows, columns)| {
        let (rows, columns) = (rows.parse().ok()?, columns.parse().ok()?);
        Some(Size::Given { rows, columns })
    });
    sides.ok_or_else(|| Error::Choice {
        what: "new",
        found: Some(Word::new(word)),
        choices: Choices::Said("a size such as 10x12, random, or block"),
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn seconds_have_decimal_places() {
        for (word, expected) in
            [("3", 3000), ("0.5", 500), ("12.345", 12345), ("1.", 1000)]
        {
            assert_eq!(seconds(word), Ok(expected));
        }
        for wrong in ["", ".", "x", "1.2345", "-1", "4000", "1.5.2", "1e3"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let cases = [
            ("hnit", "unknown word 'hnit': did you mean hint?"),
            ("help hnit", "unknown word 'hnit': did you mean hint?"),
            ("4 5", "'5' makes no sense after the number of a column"),
            ("level 11", "level wants a number from 1 to 10, not '11'"),
            (
                "new 9y9",
                "new wants a size such as 10x12, random, or block, not '9y9'",
            ),
            ("play z", "play wants x|o|both|none, not 'z'"),
            ("new block", "block wants none, random or ROW,COLUMN such as 3,4"),
        ];
        for (line, expected) in cases {
            assert_eq!(parse(line).unwrap_err().to_string(), expected);
        }
    }
}
