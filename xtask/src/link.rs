//! A line to a board: what is said to it, and what it says.

use std::io::{self, Read, Write};
use std::process::{Child, ExitStatus};
use std::thread;
use std::time::Duration;

use crate::failure::Failure;

/// Both directions of a board's serial port, and what is at its other end.
pub(crate) struct Link {
    /// What is written here goes to the board. Dropping it ends the input.
    pub(crate) to: Box<dyn Write + Send>,
    /// What the board says, until it is gone.
    pub(crate) from: Box<dyn Read + Send>,
    pub(crate) end: End,
}

/// What is at the other end.
pub(crate) enum End {
    /// A program, which ends by itself when the input has ended and all work
    /// is done.
    Program(Program),
    /// A board, which is there for good. Silence for so long means that it has
    /// done all its work.
    Board(Duration),
}

/// A running program, ended at the latest when this is dropped.
#[derive(Debug)]
pub(crate) struct Program(Child);

impl Program {
    pub(crate) fn new(child: Child) -> Program {
        Program(child)
    }

    /// Whether it is over.
    pub(crate) fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.0.try_wait()?.is_some())
    }

    /// Waits for its end.
    pub(crate) fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if !self.has_ended().unwrap_or(true) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}

impl Link {
    /// A line to a program's standard input and output, if both are piped.
    pub(crate) fn to_program(mut child: Child) -> Option<Link> {
        let (to, from) = (child.stdin.take()?, child.stdout.take()?);
        let end = End::Program(Program::new(child));
        Some(Link { to: Box::new(to), from: Box::new(from), end })
    }

    /// Carries bytes between the board and standard input and output, until
    /// the board is gone. Did it end well?
    pub(crate) fn carry(self) -> Result<bool, Failure> {
        let Link { mut to, mut from, mut end } = self;
        // Ends with this program if it is still reading then.
        thread::spawn(move || {
            let _ = io::copy(&mut io::stdin().lock(), &mut to);
        });
        let lost =
            |error: io::Error| Failure::new(format!("lost the board: {error}"));
        let mut out = io::stdout().lock();
        let mut bytes = [0; 4096];
        loop {
            let count = from.read(&mut bytes).map_err(lost)?;
            if count == 0 {
                break;
            }
            out.write_all(&bytes[..count])
                .and_then(|()| out.flush())
                .map_err(lost)?;
        }
        match &mut end {
            End::Program(program) => {
                Ok(program.wait().map_err(lost)?.success())
            }
            End::Board(_) => Ok(true),
        }
    }
}
