//! The words of the console: how `help` explains them, and how the lines of a
//! person are read.

use engine::{ByPlayer, Column, Level, Player, SettingKind};

use crate::error::{Choices, Error};
use crate::forbidden::Forbidden;
use crate::help::{Topic, topic};
use crate::words::{Word, Words, digits, end, number};

/// The words that `help` shows to people.
pub(crate) const TOPICS: &[Topic] = &[
    Topic::new(
        "new [10x12|random] [block 3,4|none|random]",
        "a new game: new 9x9, new 10x12 block 3,4, new random",
    )
    .more(&[
        "Rows x columns: 10x12 is ten rows high and twelve columns wide. Both",
        "go from 4 to 12. block forbids the cell in this row and column, both",
        "counted from the bottom left. random draws a size from 9 to 12 and a",
        "forbidden cell. Without anything it is the same board once more.",
    ]),
    Topic::new("undo", "take your last move back, also while I think").more(&[
        "My answer to it goes as well, so that it is your turn again.",
    ]),
    Topic::new("hint", "ask me what I would play").more(&[
        "I think as long as for a move of mine, and at full strength.",
    ]),
    Topic::new("eval", "a score for each column").more(&[
        "I think as long as for a move of mine, then list the moves, the best",
        "first: how often I tried each, the points to expect of a hundred (50%",
        "is even), and what is proven. A ply is a move of either side. Moves",
        "that throw the game away are left out.",
    ]),
    Topic::new("go", "I make the next move, whosever turn it is").more(&[
        "While I think, it makes me move now. With limits it is a search of",
        "UGI: go movetime 500, go nodes 1000, go infinite.",
    ]),
    Topic::new("stop", "I move now, as Ctrl-C").more(&[
        "It ends a hint, a count, pondering and a game that I play alone,",
        "after which the seats are as they were before.",
    ]),
    Topic::new("board", "draw the board").more(&[
        "Ctrl-L does so as well, on an empty screen. x and o are the stones,",
        "the last one in round brackets, the four that won in square ones; #",
        "is the forbidden cell.",
    ]),
    Topic::new("moves", "list the moves of this game").more(&[
        "Numbered in pairs, x first; each is the number of a column.",
    ]),
    Topic::new("save", "the game as one line, to be kept").more(&[
        "Copy the line; typed again, here or elsewhere, it brings the game",
        "back.",
    ]),
    Topic::new(
        "load SIZE [block ROW,COLUMN] [moves N N ...]",
        "bring a game back, as save has printed it",
    )
    .more(&[
        "load 6x7 moves 4 4 3 is a game from its start; a position in the",
        "notation of d does as well: load 7/7/7/7/3o3/3x3 x moves 4.",
    ]),
    Topic::new("play [x|o|both|none]", "which stones I play").more(&[
        "With both I play against myself until stop or Ctrl-C; with none you",
        "play both sides, alone or with a friend. auto and two are other",
        "words for these. The seats stay for the next game, but both is for",
        "one: after it they are as they were before.",
    ]),
    Topic::new("flip", "change sides with me").more(&[
        "In the middle of a game, too. Who plays x begins a new one.",
    ]),
    Topic::new("level [1-10]", "how strong I play; 10 is all I can").more(&[
        "Below 10 a number of playouts limits me: 20 at level 1, 15000 at",
        "level 9; the lowest four now and then play a move at random.",
    ]),
    Topic::new("time [SECONDS]", "how long I may think about a move").more(&[
        "From 0 to 3600, such as 3 or 0.5. A forced move is made at once.",
    ]),
    Topic::new("ponder [on|off]", "whether I think on your time").more(&[
        "After a move of mine I go on thinking about your answers, for up to a",
        "minute, and keep what I find; the led blinks slowly. Only at level 10:",
        "it would make the others stronger than they are meant to be.",
    ]),
    Topic::new("color [on|off]", "whether there are colours").more(&[
        "x is red, o is blue, the forbidden cell is magenta.",
    ]),
    Topic::new("plain [on|off]", "plain lines, or boards drawn in place").more(
        &[
            "on is for terminals that cannot move their cursor, for logs and",
            "for screen readers: nothing is drawn over, and there are no",
            "colours. off brings both back.",
        ],
    ),
    Topic::new("rules", "how this game is played").more(&[
        "Ten lines: the board, the forbidden cell, how to win.",
    ]),
    Topic::new("help [WORD]", "what can be typed").more(&[
        "Tab completes a word, the arrow keys bring back the last eight lines;",
        "Ctrl-W erases a word, Ctrl-U the line, Ctrl-L draws the screen again.",
    ]),
    Topic::new("quit", "the end, as q, exit and Ctrl-D").more(&[
        "A board starts anew then; a program ends.",
    ]),
];

/// Other words for the same.
pub(crate) const ALIASES: &[Topic] = &[
    Topic::new("auto", "I play both sides, as play both"),
    Topic::new("two", "two people play, as play none"),
    Topic::new("exit", "the end, as quit"),
    Topic::new("q", "the end, as quit"),
    Topic::new("?", "what can be typed, as help"),
    Topic::new("colour [on|off]", "as color"),
];

/// What a person can ask for.
#[derive(Debug)]
pub(crate) enum Command {
    /// A stone into a column, if there can be one.
    Drop(Option<Column>, Word),
    New(NewGame),
    Undo,
    Hint,
    /// What each move is worth.
    Evaluate,
    /// The moves so far.
    Moves,
    Save,
    /// The rest of the line is a game.
    Load,
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
    Ponder(Option<bool>),
    Color(Option<bool>),
    Plain(Option<bool>),
    Rules,
    Help(Option<&'static Topic>),
    Quit,
}

/// What the next game is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NewGame {
    pub(crate) size: Option<Size>,
    pub(crate) forbidden: Option<Forbidden>,
}

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Given { rows: u8, columns: u8 },
    Random,
}

/// Reads a line: its first word and the others. `None` if the first word is
/// not one of the console's own.
// Out of line, so that its stack is free again when the line is obeyed.
#[inline(never)]
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
        "eval" => (Command::Evaluate, "eval"),
        "moves" => (Command::Moves, "moves"),
        "save" => (Command::Save, "save"),
        "load" => return Ok(Some(Command::Load)),
        "level" => {
            let level = words.next().map(level).transpose()?;
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
        "ponder" => (Command::Ponder(flag(&mut words, "ponder")?), "ponder"),
        "color" | "colour" => {
            (Command::Color(flag(&mut words, "color")?), "color")
        }
        "plain" => (Command::Plain(flag(&mut words, "plain")?), "plain"),
        "stop" => (Command::Stop, "stop"),
        "rules" => (Command::Rules, "rules"),
        "help" => {
            let about = words.next().map(topic).transpose()?;
            (Command::Help(about), "help WORD")
        }
        "?" => (Command::Help(None), "?"),
        "exit" => (Command::Quit, "exit"),
        "q" => (Command::Quit, "q"),
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

/// Who can play what: `play` wants one of these.
pub(super) const SEATS: &[&str] = &["x", "o", "both", "none"];

fn seats(word: &str) -> Result<ByPlayer<bool>, Error> {
    if let Ok(player) = word.parse::<Player>() {
        let mut seats = ByPlayer::default();
        *seats.get_mut(player) = true;
        return Ok(seats);
    }
    match word {
        "both" => Ok(ByPlayer::new(true, true)),
        "none" => Ok(ByPlayer::new(false, false)),
        _ => Err(Error::choice("play", Some(word), Choices::Words(SEATS))),
    }
}

fn level(word: &str) -> Result<u8, Error> {
    let (low, high) = (Level::MIN.into(), Level::MAX.into());
    number(Some(word), "level", low, high).map(|level| level as u8)
}

/// `on` or `off`, or nothing.
fn flag(
    words: &mut Words<'_>,
    what: &'static str,
) -> Result<Option<bool>, Error> {
    let Some(word) = words.next() else { return Ok(None) };
    match SettingKind::Flag.parse(word) {
        Some(value) => Ok(Some(value != 0)),
        None => {
            let choices = Choices::Words(&["on", "off"]);
            Err(Error::choice(what, Some(word), choices))
        }
    }
}

/// Seconds, with up to three decimal places, as milliseconds.
fn seconds(word: &str) -> Result<u32, Error> {
    let milliseconds = || {
        let (whole, part) = word.split_once('.').unwrap_or((word, ""));
        let whole: u32 = digits(whole)?;
        let scale = [0, 100, 10, 1].get(part.len())?;
        let part: u32 = if part.is_empty() { 0 } else { digits(part)? };
        let sum = whole.checked_mul(1000)?.checked_add(part * scale)?;
        Some(sum).filter(|sum| *sum <= 3_600_000)
    };
    milliseconds().ok_or_else(|| {
        Error::choice(
            "time",
            Some(word),
            Choices::Said("seconds from 0 to 3600, such as 3 or 0.5"),
        )
    })
}

/// What `new` wants.
const NEW: Choices = Choices::Said("a size such as 10x12, random, or block");

fn new_game(words: &mut Words<'_>) -> Result<NewGame, Error> {
    let mut game = NewGame { size: None, forbidden: None };
    while let Some(word) = words.next() {
        let is_second = if word == "block" {
            game.forbidden.replace(forbidden(words)?).is_some()
        } else {
            let size = match word {
                "random" => Some(Size::Random),
                _ => size(word),
            };
            let refused = || Error::choice("new", Some(word), NEW);
            game.size.replace(size.ok_or_else(refused)?).is_some()
        };
        if is_second {
            let choices = Choices::Said(match word {
                "block" => "one block, not two",
                _ => "one size, not two",
            });
            return Err(Error::choice("new", None, choices));
        }
    }
    Ok(game)
}

/// The cell after `block`.
pub(super) fn forbidden(words: &mut Words<'_>) -> Result<Forbidden, Error> {
    let word = words.next();
    let forbidden = word.and_then(|word| word.parse().ok());
    forbidden.ok_or(Error::choice("block", word, Forbidden::CHOICES))
}

/// A size such as `10x12`.
pub(super) fn size(word: &str) -> Option<Size> {
    let (rows, columns) = word.split_once('x')?;
    let (rows, columns) = (digits(rows)?, digits(columns)?);
    Some(Size::Given { rows, columns })
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
    fn an_hour_is_the_longest_time() {
        for word in ["3600", "3600.0", "3600.000"] {
            assert_eq!(seconds(word), Ok(3_600_000), "{word}");
        }
        for wrong in ["3600.001", "3600.5", "3600.999", "3601"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_new_game_has_one_size_and_one_block() {
        let sizes = "new wants one size, not two";
        let blocks = "new wants one block, not two";
        let cases = [
            ("new 9x9 10x10", sizes),
            ("new 9x9 random", sizes),
            ("new random 9x9", sizes),
            ("new random random", sizes),
            ("new 9x9 block 1,1 9x9", sizes),
            ("new block 1,1 block none", blocks),
            ("new 9x9 block random block random", blocks),
        ];
        for (line, expected) in cases {
            let error = read(line).map(drop).unwrap_err().to_string();
            assert_eq!(error, expected, "{line}");
        }
        for line in [
            "new",
            "new 9x9",
            "new random",
            "new block none",
            "new 9x9 block random",
            "new random block 1,1",
            "new block 1,1 9x9",
        ] {
            assert!(read(line).is_ok(), "{line}");
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
