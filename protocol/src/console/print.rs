//! Lines for a person.

use core::fmt;

use engine::{
    ByPlayer, Column, Outcome, Player, Position, Proof, Report, RootMove, Wdl,
};

use super::completion::candidates;
use super::saved_game;
use crate::Device;
use crate::terminal::Terminal;
use crate::view::{Percent, Picture, ScoreLine, Scores};

pub(crate) fn banner(terminal: &mut Terminal, device: Device) {
    let (version, name) = (env!("CARGO_PKG_VERSION"), device.name);
    terminal.reply(format_args!(
        "Pocketfour {version} on {name}: four in a row wins."
    ));
    if let Some(why) = device.restart {
        terminal.reply(format_args!("It has just restarted: {why}"));
    }
    terminal.reply(format_args!(
        "You play x. Type a number to drop a stone into that column."
    ));
    terminal
        .reply(format_args!("Other words: new 9x9, hint, undo, rules, help."));
}

pub(crate) fn good_bye(terminal: &mut Terminal) {
    terminal.reply(format_args!("Good-bye."));
}

/// The board, and whose turn it is or who has won.
pub(crate) fn board(
    terminal: &mut Terminal,
    game: &Position,
    seats: ByPlayer<bool>,
) {
    terminal.draw(Picture::new(game));
    state(terminal, game, seats);
}

/// Whose turn it is, or who has won.
pub(crate) fn state(
    terminal: &mut Terminal,
    game: &Position,
    seats: ByPlayer<bool>,
) {
    match game.outcome() {
        None => turn(terminal, game.to_move(), seats),
        Some(outcome) => {
            ending(terminal, outcome, seats);
            terminal.reply(format_args!(
                "Type new for another game, undo to try again."
            ));
        }
    }
}

fn turn(terminal: &mut Terminal, player: Player, seats: ByPlayer<bool>) {
    if seats.first == seats.second {
        terminal.reply(format_args!("{player} is to move."));
    } else {
        let whose = if *seats.get(player) { "my" } else { "your" };
        terminal.reply(format_args!("It is {whose} turn, with {player}."));
    }
}

fn ending(terminal: &mut Terminal, outcome: Outcome, seats: ByPlayer<bool>) {
    let Outcome::Win(winner) = outcome else {
        return terminal.reply(format_args!("The board is full: a draw."));
    };
    if seats.first == seats.second {
        terminal.reply(format_args!("{winner} has four in a line and wins."));
    } else if *seats.get(winner) {
        terminal.reply(format_args!("I have four in a line: {winner} wins."));
    } else {
        terminal.reply(format_args!(
            "You have four in a line: you win. Well played!"
        ));
    }
}

pub(crate) fn thinking(terminal: &mut Terminal) {
    terminal.live(&[format_args!("I am thinking.")]);
}

/// How a search is getting on: what each column is worth, below its number;
/// the best one, the time in milliseconds and the playouts. No line is wider
/// than the board or 58 characters, so that it fits a narrow window.
pub(crate) fn progress(
    terminal: &mut Terminal,
    game: &Position,
    time: u32,
    playouts: u32,
    report: &Report,
) {
    let scores = ScoreLine { report, board: game.board() };
    let best = fmt::from_fn(|f| match report.best {
        Some(column) => write!(f, "best {column}, "),
        None => Ok(()),
    });
    let (seconds, tenth) = (time / 1000, time / 100 % 10);
    terminal.live(&[
        format_args!("{scores}"),
        format_args!(
            "I am thinking: {best}{seconds}.{tenth} s, {playouts} playouts."
        ),
    ]);
}

/// A move that the engine has made, what it expects of the game, and whose
/// turn it is now.
pub(crate) fn own_move(
    terminal: &mut Terminal,
    game: &Position,
    seats: ByPlayer<bool>,
    column: Column,
    found: Option<RootMove>,
) {
    terminal.draw(Picture::new(game));
    let player = game.to_move().opponent();
    let is_over = game.outcome().is_some();
    if seats.first == seats.second {
        terminal.reply(format_args!("{player} plays {column}."));
    } else if is_over {
        terminal.reply(format_args!("I played {column}."));
    } else if let Some(found) = found {
        let score = score(found);
        let view = fmt::from_fn(|f| write_view(f, found));
        terminal.reply(format_args!("I played {column}{score}. {view}"));
    } else {
        terminal.reply(format_args!("I played {column}, from the book."));
    }
    // Who plays alone needs no invitation.
    if is_over || !(seats.first && seats.second) {
        state(terminal, game, seats);
    }
}

/// The points to expect, where they are not certain.
fn score(chosen: RootMove) -> impl fmt::Display {
    fmt::from_fn(move |f| match chosen {
        RootMove { proof: None, visits: 1.., mean, .. } => {
            write!(f, " ({})", Percent(mean))
        }
        _ => Ok(()),
    })
}

fn write_view(f: &mut fmt::Formatter<'_>, chosen: RootMove) -> fmt::Result {
    let Some(Proof { wdl, distance }) = chosen.proof else {
        return f.write_str(match chosen.mean.permille() {
            700.. => "I think I am winning.",
            250.. => "I like my position.",
            -250.. => "It is about even.",
            -700.. => "You stand a little better.",
            _ => "I am worried.",
        });
    };
    let moves = distance / 2;
    match (wdl, distance) {
        (Wdl::Draw, _) => f.write_str("I think it will be a draw."),
        (Wdl::Win, ..=1) => f.write_str("That was it."),
        (Wdl::Win, 2..=3) => f.write_str("I win with my next move."),
        (Wdl::Win, _) => write!(f, "I think I win in {moves} moves."),
        (Wdl::Loss, ..=2) => {
            f.write_str("I am worried: you can win with your next move.")
        }
        (Wdl::Loss, _) => {
            write!(f, "I am worried: you can win in {moves} moves.")
        }
    }
}

/// The move that the engine recommends.
pub(crate) fn hint(terminal: &mut Terminal, chosen: RootMove) {
    let (column, score) = (chosen.column, score(chosen));
    let proof = fmt::from_fn(|f| match chosen.proof {
        None => Ok(()),
        Some(Proof { wdl: Wdl::Win, distance: ..=1 }) => {
            f.write_str(" It wins at once.")
        }
        Some(Proof { wdl: Wdl::Win, distance }) => {
            write!(f, " It wins in {} moves.", distance.div_ceil(2))
        }
        Some(Proof { wdl: Wdl::Draw, .. }) => {
            f.write_str(" It leads to a draw.")
        }
        Some(Proof { wdl: Wdl::Loss, .. }) => {
            f.write_str(" But it looks lost to me.")
        }
    });
    terminal.reply(format_args!("I would play {column}{score}.{proof}"));
}

/// What each move is worth, the best first.
pub(crate) fn scores(terminal: &mut Terminal, report: &Report) {
    for line in Scores(report).lines() {
        terminal.reply(format_args!("{line}"));
    }
}

/// The game as one line.
#[inline(never)]
pub(crate) fn save(terminal: &mut Terminal, game: &Position) {
    let line = saved_game::line(game);
    terminal.reply(format_args!("{line}"));
}

/// The moves of a game, in pairs.
#[inline(never)]
pub(crate) fn moves(terminal: &mut Terminal, game: &Position) {
    /// Pairs of moves on a line.
    const PAIRS: usize = 7;
    let start = saved_game::start(game);
    if start.plies() > 0 {
        terminal.reply(format_args!("After {start}:"));
    }
    if game.moves().is_empty() {
        terminal.reply(format_args!("No stone has been dropped yet."));
    }
    // Where o began, there is a gap before its move.
    let gap = usize::from(start.to_move() == Player::Second);
    let entry = |place: usize| {
        let index = place.checked_sub(gap)?;
        game.moves().get(index)
    };
    let pairs = (game.moves().len() + gap).div_ceil(2);
    for line in 0..pairs.div_ceil(PAIRS) {
        let numbers = line * PAIRS..pairs.min((line + 1) * PAIRS);
        let text = fmt::from_fn(|f| {
            numbers.clone().try_for_each(|number| {
                write!(f, "{:>2}.", number + 1)?;
                for place in [2 * number, 2 * number + 1] {
                    match entry(place) {
                        Some(column) => write!(f, " {column:>2}")?,
                        None if place == 0 => f.write_str("  -")?,
                        None => (),
                    }
                }
                f.write_str("  ")
            })
        });
        terminal.reply(format_args!("{text}"));
    }
}

/// What `rules` says.
const RULES: [&str; 10] = [
    "Two players, x and o, drop stones in turn; x begins.",
    "A stone goes into a column and falls onto the highest stone there, or to",
    "the bottom. A full column takes no more.",
    "Four stones of yours side by side in a line win at once: in a row, in a",
    "column or diagonally. If the board is full before that, it is a draw.",
    "A board is named rows x columns: 6x7 is six rows high, seven columns wide.",
    "Both go from 4 to 12. Rows are counted from the bottom, columns from the",
    "left.",
    "One cell may be forbidden, shown as #: no stone ever lies there, and it",
    "counts for nobody. A stone that would lie there comes to rest above it.",
];

pub(crate) fn rules(terminal: &mut Terminal) {
    for line in RULES {
        terminal.reply(format_args!("{line}"));
    }
}

/// The words that begin like the one that is being typed.
pub(crate) fn choices(terminal: &mut Terminal, line: &str) {
    let words = fmt::from_fn(|f| {
        let mut gap = "";
        candidates(line).try_for_each(|word| {
            write!(f, "{gap}{word}")?;
            gap = "  ";
            Ok(())
        })
    });
    terminal.reply(format_args!("{words}"));
}

/// Which stones the engine plays.
pub(crate) fn seats(terminal: &mut Terminal, seats: ByPlayer<bool>) {
    let text = match (seats.first, seats.second) {
        (true, true) => "I play both sides; stop or Ctrl-C ends it.",
        (false, false) => "You play both sides.",
        (true, false) => "You play o, I play x.",
        (false, true) => "You play x, I play o.",
    };
    terminal.reply(format_args!("{text}"));
}

pub(crate) fn level(terminal: &mut Terminal, level: u8) {
    terminal.reply(format_args!("I play at level {level} of 10."));
}

/// The time for a move, in milliseconds.
pub(crate) fn time(terminal: &mut Terminal, time: u32) {
    let seconds = fmt::from_fn(|f| write_seconds(f, time));
    terminal.reply(format_args!("I think for up to {seconds} a move."));
}

/// Seconds, with as many decimal places as it takes.
fn write_seconds(f: &mut fmt::Formatter<'_>, time: u32) -> fmt::Result {
    let (seconds, rest) = (time / 1000, time % 1000);
    match (rest % 10, rest % 100, rest) {
        (_, _, 0) => write!(f, "{seconds} s"),
        (_, 0, _) => write!(f, "{seconds}.{} s", rest / 100),
        (0, ..) => write!(f, "{seconds}.{:02} s", rest / 10),
        _ => write!(f, "{seconds}.{rest:03} s"),
    }
}

/// Whether the engine thinks on a person's time, which it does at full
/// strength only.
pub(crate) fn ponder(terminal: &mut Terminal, ponder: bool, is_full: bool) {
    let text = match (ponder, is_full) {
        (true, true) => "I think on your time, too.",
        (true, false) => "I think on your time, too, but only at level 10.",
        (false, _) => "I think only when it is my turn.",
    };
    terminal.reply(format_args!("{text}"));
}

pub(crate) fn color(terminal: &mut Terminal, color: bool) {
    let how = if color { "on" } else { "off" };
    terminal.reply(format_args!("Colours are {how}."));
}

/// Whether boards are drawn in place.
pub(crate) fn plain(terminal: &mut Terminal) {
    let text = match terminal.draws_over() {
        false => "Lines are plain: nothing is drawn over.",
        true => "Boards are drawn in place; plain on is for plain lines.",
    };
    terminal.reply(format_args!("{text}"));
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn seconds_are_short() {
        for (time, told) in [
            (3000, "3 s"),
            (0, "0 s"),
            (500, "0.5 s"),
            (2050, "2.05 s"),
            (12_345, "12.345 s"),
            (1_001, "1.001 s"),
        ] {
            let seconds = fmt::from_fn(|f| write_seconds(f, time));
            assert_eq!(seconds.to_string(), told);
        }
    }
}
