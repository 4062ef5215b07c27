//! Lines for a person.

use core::fmt;

use engine::{ByPlayer, Outcome, Player, Position, Proof, RootMove, Wdl};

use super::Picture;
use crate::Device;
use crate::score::permille;
use crate::terminal::Terminal;

pub(crate) fn banner(terminal: &mut Terminal, device: Device) {
    let (version, name) = (env!("CARGO_PKG_VERSION"), device.name);
    terminal.reply(format_args!(
        "Pocketfour {version} on {name}: four in a row wins."
    ));
    if let Some(why) = device.restart {
        terminal.reply(format_args!("It has just restarted: {why}"));
    }
    terminal.reply(format_args!(
        "You play x. Type a number to drop a stone into that column,"
    ));
    terminal.reply(format_args!(
        "new 9x9 for a larger board, help for everything else."
    ));
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
    Picture::new(game, terminal.is_colored()).draw(terminal);
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
    terminal.reply(format_args!("I am thinking."));
}

/// A move that the engine has made, and what it expects of the game.
pub(crate) fn own_move(
    terminal: &mut Terminal,
    game: &Position,
    seats: ByPlayer<bool>,
    chosen: RootMove,
) {
    board(terminal, game, seats);
    let (player, column) = (game.to_move().opponent(), chosen.column);
    if seats.first == seats.second {
        terminal.reply(format_args!("{player} plays {column}."));
    } else if game.outcome().is_some() {
        terminal.reply(format_args!("I played {column}."));
    } else {
        let view = fmt::from_fn(|f| write_view(f, chosen));
        terminal.reply(format_args!("I played {column}. {view}"));
    }
}

fn write_view(f: &mut fmt::Formatter<'_>, chosen: RootMove) -> fmt::Result {
    let Some(Proof { wdl, distance }) = chosen.proof else {
        return f.write_str(match permille(chosen.mean) {
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
    let column = chosen.column;
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
    terminal.reply(format_args!("I would play {column}.{proof}"));
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
    let (seconds, rest) = (time / 1000, time % 1000);
    terminal.reply(format_args!(
        "I think for up to {seconds}.{rest:03} seconds a move."
    ));
}

pub(crate) fn color(terminal: &mut Terminal, color: bool) {
    let how = if color { "on" } else { "off" };
    terminal.reply(format_args!("Colours are {how}."));
}
