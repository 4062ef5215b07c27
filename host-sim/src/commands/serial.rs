//! A board at a serial port as a program: what runs in the process of its
//! own that `serial:` starts.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::thread;

use boards::serial::{self, Problem};
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
    let carried = serial::open(&arguments.port).and_then(|port| {
        carry(&port).map_err(|_| Problem::Gone(arguments.port.clone()))
    });
    match carried {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}; {}", problem.next());
            ExitCode::FAILURE
        }
    }
}

/// Returns when the board is gone; ends the program with its input.
fn carry(mut port: &File) -> io::Result<()> {
    let mut to_board = port.try_clone()?;
    thread::spawn(move || {
        let sent = io::copy(&mut io::stdin().lock(), &mut to_board);
        if sent.is_ok() {
            process::exit(0);
        }
    });
    let mut output = io::stdout().lock();
    let mut bytes = [0; 4096];
    loop {
        let count = port.read(&mut bytes)?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let sent = output.write_all(&bytes[..count]);
        if sent.and_then(|()| output.flush()).is_err() {
            return Ok(());
        }
    }
}
