//! Reading the lines of a program.

use engine::{Column, MAX_PLIES, Position};
use heapless::{String, Vec};

use super::Go;
use crate::error::{Choices, Error};
use crate::help::{Topic, topic, unknown};
use crate::setting::Change;
use crate::words::{Word, Words, end, number};

/// The deepest count of games; it is stopped long before.
const MAX_PERFT: u64 = 16;

/// What a program can ask for.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
pub(crate) enum Command {
    Nothing,
    Ugi,
    IsReady,
    SetOption(Change),
    NewGame,
    Position(Placement),
    Go(Go),
    Stop,
    PonderHit,
    Query(Query),
    Quit,
    Draw,
    Bench,
    Perft(u8),
    Stats,
    Version,
    SysInfo,
    Console,
    Help(Option<&'static Topic>),
}

/// A position: where to start, and the moves from there.
#[derive(Debug)]
pub(crate) struct Placement {
    /// `None` for the start of a game.
    pub(crate) start: Option<Position>,
    pub(crate) moves: Vec<Column, MAX_PLIES>,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    GameOver,
    FirstPlayersTurn,
    Result,
}

/// Reads a line.
pub(crate) fn parse(line: &str) -> Result<Command, Error> {
    let mut words = line.split_ascii_whitespace();
    let Some(word) = words.next() else { return Ok(Command::Nothing) };
    match word {
        "setoption" => set_option(words).map(Command::SetOption),
        "position" => placement(words).map(Command::Position),
        "go" => Go::parse(words).map(Command::Go),
        "query" => query(words).map(Command::Query),
        "perft" => {
            let depth = number(words.next(), "perft", 1, MAX_PERFT)?;
            end(words, "perft N")?;
            Ok(Command::Perft(depth as u8))
        }
        "help" => {
            let about = words.next().map(topic).transpose()?;
            end(words, "help WORD")?;
            Ok(Command::Help(about))
        }
        _ => {
            let (command, name) =
                single(word).ok_or_else(|| match topic(word) {
                    Ok(topic) => Error::ForPeople { word: topic.word },
                    Err(_) => unknown(word, false),
                })?;
            end(words, name)?;
            Ok(command)
        }
    }
}

/// A command of one word, and that word.
fn single(word: &str) -> Option<(Command, &'static str)> {
    Some(match word {
        "ugi" => (Command::Ugi, "ugi"),
        "isready" => (Command::IsReady, "isready"),
        "uginewgame" => (Command::NewGame, "uginewgame"),
        "stop" => (Command::Stop, "stop"),
        "ponderhit" => (Command::PonderHit, "ponderhit"),
        "quit" => (Command::Quit, "quit"),
        "d" => (Command::Draw, "d"),
        "bench" => (Command::Bench, "bench"),
        "stats" => (Command::Stats, "stats"),
        "version" => (Command::Version, "version"),
        "sysinfo" => (Command::SysInfo, "sysinfo"),
        "console" => (Command::Console, "console"),
        _ => return None,
    })
}

fn set_option(mut words: Words<'_>) -> Result<Change, Error> {
    const USAGE: Choices = Choices::Said("name NAME value VALUE");
    let refused = |found: Option<&str>| Error::Choice {
        what: "setoption",
        found: found.map(Word::new),
        choices: USAGE,
    };
    match words.next() {
        Some("name") => (),
        found => return Err(refused(found)),
    }
    let name = words.next().ok_or(refused(None))?;
    match words.next() {
        None | Some("value") => (),
        found => return Err(refused(found)),
    }
    let change = Change::parse(name, words.next())?;
    end(words, "the value")?;
    Ok(change)
}

fn placement(mut words: Words<'_>) -> Result<Placement, Error> {
    let start = match words.next() {
        Some("startpos") => None,
        Some("fen") => Some(notation(&mut words)?),
        found => {
            return Err(Error::Choice {
                what: "position",
                found: found.map(Word::new),
                choices: Choices::Said("startpos or fen"),
            });
        }
    };
    let mut placement = Placement { start, moves: Vec::new() };
    match words.next() {
        None => return Ok(placement),
        Some("moves") => (),
        Some(word) => {
            return Err(Error::Choice {
                what: "position",
                found: Some(Word::new(word)),
                choices: Choices::Said("moves after the board"),
            });
        }
    }
    for (index, word) in words.enumerate() {
        let place = index + 1;
        let refused = || Error::NotAMove { place, word: Word::new(word) };
        let number = word.parse().map_err(|_| refused())?;
        let column = Column::from_number(number).ok_or_else(refused)?;
        // A game that is longer than the board is refused by the rules.
        if placement.moves.push(column).is_err() {
            return Err(Error::IllegalMove {
                place,
                why: engine::PlayError::GameOver,
            });
        }
    }
    Ok(placement)
}

/// Two words: the board and the side to move.
fn notation(words: &mut Words<'_>) -> Result<Position, Error> {
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

fn query(mut words: Words<'_>) -> Result<Query, Error> {
    let query = match words.next() {
        Some("gameover") => Query::GameOver,
        Some("p1turn") => Query::FirstPlayersTurn,
        Some("result") => Query::Result,
        found => {
            return Err(Error::Choice {
                what: "query",
                found: found.map(Word::new),
                choices: Choices::Words(&["gameover", "p1turn", "result"]),
            });
        }
    };
    end(words, "the question")?;
    Ok(query)
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    fn refused(line: &str) -> std::string::String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn mistakes_are_explained() {
        let cases = [
            ("isredy", "unknown word 'isredy': did you mean isready?"),
            ("xyzzy", "unknown word 'xyzzy': type help"),
            ("undo", "undo is for people: type console first"),
            ("stop it", "'it' makes no sense after stop"),
            ("go movetime", "movetime wants a number from 0 to 4294967295"),
            ("go depth 33", "depth wants a number from 1 to 32, not '33'"),
            (
                "setoption name Row value 9",
                "unknown option 'Row': did you mean Rows?",
            ),
            (
                "setoption name Rows value 13",
                "Rows wants a number from 4 to 12, not '13'",
            ),
            (
                "setoption name Rollout value x",
                "Rollout wants uniform|tactical|reserve|follow, not 'x'",
            ),
            ("setoption name Proofs", "Proofs wants true or false"),
            ("position", "position wants startpos or fen"),
            (
                "position startpos moves 4 x",
                "move 2: 'x' is not the number of a column",
            ),
            (
                "position fen 4/4/4/4",
                "position: character 8: the side to move is missing: end \
                 with x or o",
            ),
            ("query me", "query wants gameover|p1turn|result, not 'me'"),
        ];
        for (line, expected) in cases {
            assert_eq!(refused(line), expected, "{line}");
        }
    }

    #[test]
    fn a_clock_can_be_overdrawn() {
        use engine::Player;
        let go = |line: &str| match parse(line) {
            Ok(Command::Go(go)) => go,
            other => panic!("{other:?}"),
        };
        let overdrawn = go("go p1time -20 p2time 60000 p2inc 1000");
        assert_eq!(overdrawn.budget(Player::First), Ok(Some(0)));
        assert_eq!(overdrawn.budget(Player::Second), Ok(Some(3750)));
        let one = go("go p1time 1000");
        assert!(one.budget(Player::Second).is_err());
        assert!(go("go").is_plain() && !go("go infinite").is_plain());
    }
}
