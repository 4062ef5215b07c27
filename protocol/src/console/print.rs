//! Lines for a person.

use engine::{ByPlayer, Player, Position, RootMove};

use super::Picture;
use super::phrases::{Advice, Ending, Seats, Turn, View};
use crate::Device;
use crate::terminal::Terminal;

pub(crate) fn print_banner(terminal: &mut Terminal, device: Device) {
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

/// The board, and whose turn it is or who has won.
pub(crate) fn print_board(
    terminal: &mut Terminal,
    game: &Position,
    seats: ByPlayer<bool>,
) {
    Picture::new(game, terminal.is_colored()).draw(terminal);
    match game.outcome() {
        None => {
            let turn = Turn { player: game.to_move(), seats };
            terminal.reply(format_args!("{turn}"));
        }
        Some(outcome) => {
            let ending = Ending { outcome, seats };
            terminal.reply(format_args!("{ending}"));
            terminal.reply(format_args!(
                "Type new for another game, undo to try again."
            ));
        }
    }
}

/// A move that the engine has made, and what it expects of the game.
pub(crate) fn print_move(
    terminal: &mut Terminal,
    game: &Position,
    seats: ByPlayer<bool>,
    player: Player,
    chosen: RootMove,
) {
    print_board(terminal, game, seats);
    let column = chosen.column;
    if seats.first == seats.second {
        terminal.reply(format_args!("{player} plays {column}."));
    } else if game.outcome().is_some() {
        terminal.reply(format_args!("I played {column}."));
    } else {
        let view = View(chosen);
        terminal.reply(format_args!("I played {column}. {view}"));
    }
}

pub(crate) fn print_hint(terminal: &mut Terminal, chosen: RootMove) {
    terminal.reply(format_args!("{}", Advice(chosen)));
}

pub(crate) fn print_thinking(terminal: &mut Terminal) {
    terminal.reply(format_args!("I am thinking."));
}

/// Which stones the engine plays.
pub(crate) fn print_seats(terminal: &mut Terminal, seats: ByPlayer<bool>) {
    terminal.reply(format_args!("{}", Seats(seats)));
}

pub(crate) fn print_level(terminal: &mut Terminal, level: u8) {
    terminal.reply(format_args!("I play at level {level} of 10."));
}

/// The time for a move, in milliseconds.
pub(crate) fn print_time(terminal: &mut Terminal, time: u32) {
    let (seconds, rest) = (time / 1000, time % 1000);
    terminal.reply(format_args!(
        "I think for up to {seconds}.{rest:03} seconds a move."
    ));
}

pub(crate) fn print_color(terminal: &mut Terminal, color: bool) {
    let how = if color { "on" } else { "off" };
    terminal.reply(format_args!("Colours are {how}."));
}

pub(crate) fn print_good_bye(terminal: &mut Terminal) {
    terminal.reply(format_args!("Good-bye."));
}
