//! A board at a serial port as a program: what runs in the process of its
//! own that `serial:` starts.

use std::path::PathBuf;
use std::process::ExitCode;

use boards::Link;
use boards::serial::Problem;
use clap::Args;

use super::exit_code;

/// Pass bytes on to a serial port and back, until the input has ended and the
/// board has said nothing for six seconds.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The port, such as /dev/ttyACM0, or the board's serial number
    port: PathBuf,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let carried = Link::to_port(&arguments.port).and_then(|link| {
        link.carry().map_err(|_| Problem::Gone(arguments.port.clone()))
    });
    let explain = |problem: Problem| format!("{problem}; {}", problem.next());
    exit_code(carried.map(drop).map_err(explain), 1)
}
