//! A board at a serial port as a program: what runs in the process of its
//! own that `serial:` starts.

use std::path::PathBuf;
use std::process::ExitCode;

use boards::Link;
use boards::serial::Problem;
use clap::Args;

/// Pass bytes on to a serial port and back, until the input ends.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The port, such as /dev/ttyACM0
    port: PathBuf,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let carried = Link::to_port(&arguments.port).and_then(|link| {
        link.carry().map_err(|_| Problem::Gone(arguments.port.clone()))
    });
    match carried {
        Ok(_) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}; {}", problem.next());
            ExitCode::FAILURE
        }
    }
}
