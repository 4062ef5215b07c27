//! Reading the lines of a program.

use engine::MAX_IN_FLIGHT;

use super::{Go, Placement};
use crate::change::Change;
use crate::error::{Choices, Error};
use crate::help::{Topic, program_topic};
use crate::words::{Words, end, number};

/// The words that a program uses and `help` names to people, too.
pub(crate) const SHARED_TOPICS: &[Topic] = &[
    Topic::new("stop", "move now, as Ctrl-C"),
    Topic::new(
        "go [movetime MS] [nodes N] [depth N] [p1time MS p2time MS p1inc MS \
         p2inc MS] [infinite] [ponder]",
        "search; without limits, in a console: make the next move",
    ),
    Topic::new("help [WORD]", "what can be typed"),
    Topic::new("stats", "what the search has found out").more(&[
        "Playouts so far, nodes in use, then the moves with their visits and",
        "the points to expect of a hundred, the best first. A ply is a move of",
        "either side. The last line counts what was lost on the way.",
    ]),
    Topic::new("sysinfo", "about this machine").more(&[
        "Its clock, how long it has been up, the most stack ever in use, and",
        "what the search's pool of nodes takes of the memory.",
    ]),
    Topic::new("version", "which version this is")
        .more(&["It is in the banner as well."]),
    Topic::new("d", "draw the board and write it in notation").more(&[
        "The notation has the rows from the top, a number for a run of empty",
        "cells, # for the forbidden one, then the side to move. load takes it.",
    ]),
    Topic::new("bench [N]", "fixed work for speed and a signature").more(&[
        "The signature is the same on every machine. It takes a while on a",
        "small one; stop or Ctrl-C ends it. N rollouts may be in flight.",
    ]),
    Topic::new("perft N", "count the games of N moves from here").more(&[
        "It is how programs that know the rules are compared. stop or Ctrl-C",
        "ends it with what was counted so far.",
    ]),
    Topic::new("ugi", "talk to a program: no prompt, no echo").more(&[
        "The Universal Game Interface; it lists the options of setoption.",
        "console brings you back here.",
    ]),
];

/// The words that only a program needs.
pub(crate) const TOPICS: &[Topic] = &[
    Topic::new("isready", "answered by readyok"),
    Topic::new(
        "setoption name NAME value VALUE",
        "set an option; ugi lists them",
    ),
    Topic::new("uginewgame", "a new game, nothing remembered"),
    Topic::new(
        "position startpos|fen BOARD SIDE [moves N N ...]",
        "set the position",
    ),
    Topic::new("ponderhit", "the move pondered on was played"),
    Topic::new("query gameover|p1turn|result", "ask about the position"),
    Topic::new("quit", "the end"),
    Topic::new("console", "talk to a person again"),
];

/// The deepest count of games; it is stopped long before.
const MAX_PERFT: u64 = 16;

/// What a program can ask for.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
pub(crate) enum Command {
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
    /// With up to this number of rollouts in flight.
    Bench(u8),
    Perft(u8),
    Stats,
    Version,
    SysInfo,
    Console,
    Help(Option<&'static Topic>),
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    GameOver,
    FirstPlayersTurn,
    Result,
}

/// Reads a line: its first word and the others. `None` if the first word is
/// not UGI.
// Out of line, so that its stack is free again when the line is obeyed.
#[inline(never)]
pub(crate) fn parse(
    word: &str,
    mut words: Words<'_>,
) -> Result<Option<Command>, Error> {
    let (command, after) = match word {
        "setoption" => {
            let change = set_option(&mut words)?;
            (Command::SetOption(change), "the value")
        }
        "position" => {
            return Placement::parse(words).map(Command::Position).map(Some);
        }
        "go" => return Go::parse(words).map(Command::Go).map(Some),
        "query" => (Command::Query(query(words.next())?), "the question"),
        "perft" => {
            let depth = number(words.next(), "perft", 1, MAX_PERFT)?;
            (Command::Perft(depth as u8), "perft N")
        }
        "help" => {
            let about = words.next().map(program_topic).transpose()?;
            (Command::Help(about), "help WORD")
        }
        "ugi" => (Command::Ugi, "ugi"),
        "isready" => (Command::IsReady, "isready"),
        "uginewgame" => (Command::NewGame, "uginewgame"),
        "stop" => (Command::Stop, "stop"),
        "ponderhit" => (Command::PonderHit, "ponderhit"),
        "quit" => (Command::Quit, "quit"),
        "d" => (Command::Draw, "d"),
        "bench" => {
            let most = MAX_IN_FLIGHT as u64;
            let in_flight = words
                .next()
                .map_or(Ok(1), |word| number(Some(word), "bench", 1, most))?;
            (Command::Bench(in_flight as u8), "bench N")
        }
        "stats" => (Command::Stats, "stats"),
        "version" => (Command::Version, "version"),
        "sysinfo" => (Command::SysInfo, "sysinfo"),
        "console" => (Command::Console, "console"),
        _ => return Ok(None),
    };
    end(words, after)?;
    Ok(Some(command))
}

fn set_option(words: &mut Words<'_>) -> Result<Change, Error> {
    const USAGE: Choices = Choices::Said("name NAME value VALUE");
    let refused =
        |found: Option<&str>| Error::choice("setoption", found, USAGE);
    match words.next() {
        Some("name") => (),
        found => return Err(refused(found)),
    }
    let name = words.next().ok_or(refused(None))?;
    match words.next() {
        None | Some("value") => (),
        found => return Err(refused(found)),
    }
    Change::parse(name, words.next())
}

fn query(word: Option<&str>) -> Result<Query, Error> {
    match word {
        Some("gameover") => Ok(Query::GameOver),
        Some("p1turn") => Ok(Query::FirstPlayersTurn),
        Some("result") => Ok(Query::Result),
        found => Err(Error::choice(
            "query",
            found,
            Choices::Words(&["gameover", "p1turn", "result"]),
        )),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::ToString;

    use super::*;

    fn read(line: &str) -> Result<Option<Command>, Error> {
        let mut words = line.split_ascii_whitespace();
        parse(words.next().unwrap(), words)
    }

    #[test]
    fn mistakes_are_explained() {
        let cases = [
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
                "setoption name Order value x",
                "Order wants random|left, not 'x'",
            ),
            ("setoption name Proofs", "Proofs wants true or false"),
            ("position", "position wants startpos or fen"),
            (
                "position startpos moves 4 x",
                "move 2: 'x' is not the number of a column",
            ),
            (
                "position startpos moves +4",
                "move 1: '+4' is not the number of a column",
            ),
            (
                "position fen 4/4/4/4",
                "position: character 8: the side to move is missing: end \
                 with x or o",
            ),
            ("query me", "query wants gameover|p1turn|result, not 'me'"),
        ];
        for (line, expected) in cases {
            let error = read(line).unwrap_err().to_string();
            assert_eq!(error, expected, "{line}");
        }
    }

    #[test]
    fn a_long_board_is_called_too_long() {
        let expected = "position: too long: a board and its side to move \
                        take at most 200 bytes";
        let board = ["xo".repeat(50), "xo".repeat(50)].join("/");
        let (long, short) = (&board, &board[..199]);
        for line in [
            format!("position fen {long} x"),
            format!("position fen {long}"),
            format!("position fen {short} x"),
        ] {
            let error = read(&line).unwrap_err().to_string();
            assert_eq!(error, expected, "{line}");
        }
        let fits = read(&format!("position fen {} x", &board[..198]));
        let error = fits.unwrap_err().to_string();
        assert!(!error.contains("too long"), "{error}");
    }

    #[test]
    fn a_clock_can_be_overdrawn() {
        use engine::Player;
        let go = |line: &str| match read(line) {
            Ok(Some(Command::Go(go))) => go,
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
