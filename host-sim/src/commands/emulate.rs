//! A board in its emulator as a program: what runs in the process of its own
//! that `qemu`, `pico`, `pico2` and `microbit-v2` start.

use std::process::ExitCode;

use boards::emulator::{EmulatorError, Options, ready};
use boards::{Board, Link, Project};
use clap::Args;

/// Run the image that `cargo xtask firmware` has built, until the input ends.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The board
    board: Board,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    match start(arguments.board) {
        Ok(link) => match link.carry() {
            Ok(true) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        },
        Err(error) => {
            eprintln!("error: {error}; {}", error.next());
            ExitCode::FAILURE
        }
    }
}

fn start(board: Board) -> Result<Link, EmulatorError> {
    let project = Project::find();
    let image = ready(&project, board)?;
    board.emulator().start(&project, &image, &Options::default())
}
