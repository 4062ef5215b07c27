//! Reading the lines of a person.

use engine::{ByPlayer, Column, Player, SettingKind};

use crate::error::{Choices, Error};
use crate::session::{Block, Topic};
use crate::words::{Word, Words, digits, end, number};

/// The words that `help` shows to people.
pub(crate) const TOPICS: &[Topic] = &[
    Topic("new [10x12|random] [block 3,4|none|random]", "a new game"),
    Topic("undo", "take your last move back, also while I think"),
    Topic("hint", "ask me what I would play"),
    Topic("level [1-10]", "how strong I play; 10 is all I can"),
    Topic("time [SECONDS]", "how long I may think about a move"),
    Topic("board", "draw the board"),
    Topic("flip", "change sides with me"),
    Topic("play [x|o|both|none]", "which stones I play"),
    Topic("color [on|off]", "colours, or plain text"),
];

/// Other words for the same.
pub(crate) const ALIASES: &[Topic] = &[
    Topic("auto", "I play both sides, as play both"),
    Topic("two", "two people play, as play none"),
    Topic("exit", "the end, as quit"),
    Topic("?", "what can be typed, as help"),
    Topic("colour [on|off]", "as color"),
];

/// What a person can ask for.
#[derive(Debug)]
pub(crate) enum Command {
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
    /// Which stones the engine plays.
    Play(Option<ByPlayer<bool>>),
    /// The engine makes the next move.
    Move,
    Stop,
    Color(Option<bool>),
    Help,
    Quit,
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

/// Reads a line: its first word and the others. `None` if the first word is
/// not one of the console's own.
pub(crate) fn parse(
    word: &str,
    mut words: Words<'_>,
) -> Result<Option<Command>, Error> {
    let (command, after) = match word {
        "new" => {
            let game = new_game(&mut words)?;
            (Command::New(game), "new")
        }
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
        "auto" => (Command::Play(Some(ByPlayer::new(true, true))), "auto"),
        "two" => (Command::Play(Some(ByPlayer::new(false, false))), "two"),
        "color" | "colour" => {
            let flag = words.next().map(on_or_off).transpose()?;
            (Command::Color(flag), "color")
        }
        "stop" => (Command::Stop, "stop"),
        "?" => (Command::Help, "?"),
        "exit" => (Command::Quit, "exit"),
        "go" if words.clone().next().is_none() => (Command::Move, "go"),
        _ if word.bytes().all(|byte| byte.is_ascii_digit()) => {
            let drop = Command::Drop(word.parse().ok(), Word::new(word));
            (drop, "the number of a column")
        }
        _ => return Ok(None),
    };
    end(words, after)?;
    Ok(Some(command))
}

fn seats(word: &str) -> Result<ByPlayer<bool>, Error> {
    if let Ok(player) = word.parse::<Player>() {
        let mut seats = ByPlayer::default();
        *seats.get_mut(player) = true;
        return Ok(seats);
    }
    match word {
        "both" => Ok(ByPlayer::new(true, true)),
        "none" => Ok(ByPlayer::new(false, false)),
        _ => Err(Error::choice(
            "play",
            Some(word),
            Choices::Words(&["x", "o", "both", "none"]),
        )),
    }
}

fn on_or_off(word: &str) -> Result<bool, Error> {
    let flag = SettingKind::Flag.parse(word).map(|value| value != 0);
    flag.ok_or_else(|| {
        Error::choice("color", Some(word), Choices::Words(&["on", "off"]))
    })
}

/// Seconds, with up to three decimal places, as milliseconds.
fn seconds(word: &str) -> Result<u32, Error> {
    let milliseconds = || {
        let (whole, part) = word.split_once('.').unwrap_or((word, ""));
        let whole: u32 = digits(whole).filter(|whole| *whole <= 3600)?;
        let scale = [0, 100, 10, 1].get(part.len())?;
        let part: u32 = if part.is_empty() { 0 } else { digits(part)? };
        Some(whole * 1000 + part * scale)
    };
    milliseconds().ok_or_else(|| {
        Error::choice(
            "time",
            Some(word),
            Choices::Said("seconds from 0 to 3600, such as 3 or 0.5"),
        )
    })
}

fn new_game(words: &mut Words<'_>) -> Result<NewGame, Error> {
    let mut game = NewGame { size: None, block: None };
    while let Some(word) = words.next() {
        match word {
            "random" => game.size = Some(Size::Random),
            "block" => {
                let word = words.next();
                let block = word.and_then(|word| word.parse().ok());
                let refused = Error::choice("block", word, Block::CHOICES);
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
        let (rows, columns) = (digits(rows)?, digits(columns)?);
        Some(Size::Given { rows, columns })
    });
    sides.ok_or_else(|| {
        Error::choice(
            "new",
            Some(word),
            Choices::Said("a size such as 10x12, random, or block"),
        )
    })
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    fn read(line: &str) -> Result<Option<Command>, Error> {
        let mut words = line.split_ascii_whitespace();
        parse(words.next().unwrap(), words)
    }

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
            ("4 5", "'5' makes no sense after the number of a column"),
            ("level 11", "level wants a number from 1 to 10, not '11'"),
            (
                "new +9x9",
                "new wants a size such as 10x12, random, or block, not '+9x9'",
            ),
            (
                "new 9y9",
                "new wants a size such as 10x12, random, or block, not '9y9'",
            ),
            ("play z", "play wants x|o|both|none, not 'z'"),
            ("new block", "block wants none, random or ROW,COLUMN such as 3,4"),
        ];
        for (line, expected) in cases {
            assert_eq!(read(line).unwrap_err().to_string(), expected);
        }
    }
}
