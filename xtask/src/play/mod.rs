//! `cargo xtask play`: this terminal becomes the board's serial console.
//!
//! | file | what it knows |
//! |---|---|
//! | `place` | where to play: an emulated board, a real one, the desktop |
//! | `keyboard` | the terminal's modes, and their end |
//! | `talk` | bytes to and fro, until either side ends it |
//!
//! Input that is not a terminal is passed on as it is; when it ends, so does
//! the game, after the last answer.

mod keyboard;
mod place;
mod talk;

use clap::Args;

use crate::failure::Failure;
use crate::web;
use crate::workspace::Workspace;
use keyboard::Keyboard;
use place::Place;

#[derive(Args)]
pub(crate) struct Arguments {
    /// qemu, pico, another emulated board, a board's serial port such as
    /// /dev/ttyACM0, or the serial number of a Pico
    /// [default: a board that is plugged in, else qemu if it is installed and
    /// Rust builds for it]
    #[arg(long, value_name = "BOARD", conflicts_with = "host")]
    board: Option<Place>,

    /// Play with the desktop build, without a board
    #[arg(long)]
    host: bool,

    /// Play in a browser: builds the page, serves and opens it
    #[arg(long, conflicts_with_all = ["board", "host"])]
    web: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        if self.web {
            return web::play(workspace);
        }
        let place = match &self.board {
            Some(place) => place.clone(),
            None if self.host => Place::Desktop,
            None => Place::find(workspace),
        };
        let keyboard = Keyboard::find();
        let link = place.link(workspace, keyboard.is_some())?;
        let signals = talk::catch_signals()?;
        let mut desk = match keyboard {
            Some(keyboard) => {
                eprintln!("{}\n", place.hint());
                Some(keyboard.hand_over()?)
            }
            None => None,
        };
        let left = talk::talk(link, signals, desk.as_mut());
        if desk.take().is_some() {
            eprintln!();
        }
        left?.explain(&place)
    }
}
