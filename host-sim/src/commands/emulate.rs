//! A board in its emulator as a program: what runs in the process of its own
//! that players such as `qemu` and `pico` start.

use std::num::NonZeroU32;
use std::process::ExitCode;

use boards::emulator::{self, EmulatorError, RunOptions, ready};
use boards::{DevBoard, Link, Project};
use clap::Args;

use crate::output::remark;
use crate::players::own;

/// Run the image that `cargo xtask firmware` has built, until the input ends.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The board
    board: DevBoard,
    /// Do not wait while the board waits
    #[arg(long)]
    hurry: bool,
    /// Let a byte 0 and a letter stand for what happens to the cable
    #[arg(long)]
    faults: bool,
    /// Take no more text than a line of this speed carries
    #[arg(long, value_name = "N")]
    baud: Option<NonZeroU32>,
}

/// The line that runs a board's image. It waits as the board does: in QEMU, one
/// that did not would keep a core busy while the board waits for an answer.
///
/// # Errors
///
/// What is missing.
pub(super) fn paced(board: DevBoard) -> Result<Vec<String>, EmulatorError> {
    ready(&Project::find(), board)?;
    Ok(own("emulate", board.name()).to_vec())
}

/// The line that runs a board's image as fast as this computer can.
///
/// # Errors
///
/// What is missing.
pub(super) fn hurried(board: DevBoard) -> Result<Vec<String>, EmulatorError> {
    let mut line = paced(board)?;
    line.push("--hurry".into());
    Ok(line)
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    match start(arguments) {
        Ok(link) => match link.carry() {
            Ok(true) => ExitCode::SUCCESS,
            _ => ExitCode::FAILURE,
        },
        Err(error) => {
            remark!("error: {error}; {}", error.next());
            ExitCode::FAILURE
        }
    }
}

fn start(arguments: &Arguments) -> Result<Link, EmulatorError> {
    let &Arguments { board, hurry, faults, baud } = arguments;
    let project = Project::find();
    let image = ready(&project, board)?;
    let options = RunOptions { hurry, faults, baud, ..RunOptions::default() };
    emulator::start(&project, board, &image, &options)
}
