//! `cargo xtask play`: this terminal becomes the board's serial console.
//!
//! | file | what it knows |
//! |---|---|
//! | `place` | where to play: an emulated board, a real one, the desktop |
//! | `keyboard` | the terminal's raw mode, and its end |
//! | `talk` | bytes to and fro, until either side ends it |
//!
//! Input that is not a terminal is passed on as it is; when it ends, so does
//! the game, after the last answer.

mod keyboard;
mod place;
mod talk;

use clap::Args;

use crate::failure::Failure;
use crate::workspace::Workspace;
use keyboard::Keyboard;
use place::Place;

#[derive(Args)]
pub(crate) struct Arguments {
    /// qemu, pico, or a board's serial port such as /dev/ttyACM0
    /// [default: a board that is plugged in, else qemu]
    #[arg(long, value_name = "BOARD", conflicts_with = "host")]
    board: Option<Place>,

    /// Play with the desktop build, without a board
    #[arg(long)]
    host: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let place = match &self.board {
            Some(place) => place.clone(),
            None if self.host => Place::Desktop,
            None => Place::find(),
        };
        let keyboard = Keyboard::find();
        let link = place.link(workspace, keyboard.is_some())?;
        let signals = talk::catch_signals()?;
        let mut raw = match keyboard {
            Some(keyboard) => {
                eprintln!("{}\n", place.hint());
                Some(keyboard.raw()?)
            }
            None => None,
        };
        let left = talk::talk(link, signals, raw.is_some());
        if raw.take().is_some() {
            eprintln!();
        }
        left?.explain(&place)
    }
}
