//! A line to a board: what is said to it, and what it says.

use std::fmt;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::Program;
use crate::serial::{self, Problem};

/// A board that says nothing for so long is not thinking: it is told how long
/// it may think, and the usual is three seconds.
const SILENCE: Duration = Duration::from_secs(6);

/// Both directions of a board's serial port, and what is at its other end.
pub struct Link {
    /// What is written here goes to the board. Dropping it ends the input.
    pub to: Box<dyn Write + Send>,
    /// What the board says, until it is gone.
    pub from: Box<dyn Read + Send>,
    /// What is at the other end.
    pub end: End,
}

/// What is at the other end.
#[derive(Debug)]
pub enum End {
    /// A program, which ends by itself when the input has ended and all work
    /// is done.
    Program(Program),
    /// A board, which is there for good. Silence for so long means that it has
    /// done all its work.
    Board(Duration),
}

impl Link {
    /// Starts a program, and gives the line to its standard input and output.
    ///
    /// # Errors
    ///
    /// If there is no such program, or it cannot be run.
    pub fn to_program(command: &mut Command) -> io::Result<Link> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut program = Program::start(command)?;
        let (to, from) = (program.0.stdin.take(), program.0.stdout.take());
        let no_pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        Ok(Link {
            to: Box::new(to.ok_or_else(no_pipe)?),
            from: Box::new(from.ok_or_else(no_pipe)?),
            end: End::Program(program),
        })
    }

    /// The line to a board at a serial port, by the port's name or by the
    /// board's serial number.
    ///
    /// # Errors
    ///
    /// What is wrong with the port.
    pub fn to_port(path: &Path) -> Result<Link, Problem> {
        let to = serial::open(path)?;
        let from = to.try_clone().map_err(|_| Problem::Gone(path.into()))?;
        Ok(Link {
            to: Box::new(to),
            from: Box::new(from),
            end: End::Board(SILENCE),
        })
    }

    /// Carries bytes between the board and standard input and output, until a
    /// program has ended, or until there is no more input for a board and it
    /// has been silent for so long that all is answered. Did it end well?
    ///
    /// # Errors
    ///
    /// If the board is gone, or its output is not read.
    pub fn carry(self) -> io::Result<bool> {
        let Link { mut to, mut from, end } = self;
        let (events, happens) = mpsc::channel();
        let ended = events.clone();
        // Both threads end with this program if they are still reading then.
        thread::spawn(move || {
            if io::copy(&mut io::stdin().lock(), &mut to).is_ok() {
                let _ = ended.send(Event::InputEnded);
            }
        });
        thread::spawn(move || {
            let said = pass_on(&mut from, || events.send(Event::Said).is_ok());
            let _ = events.send(Event::Gone(said));
        });
        let mut patience = Duration::MAX;
        loop {
            match (happens.recv_timeout(patience), &end) {
                (Ok(Event::Said), _) => (),
                (Ok(Event::InputEnded), End::Board(silence)) => {
                    patience = *silence;
                }
                (Ok(Event::InputEnded), End::Program(_)) => (),
                (Ok(Event::Gone(said)), _) => break said?,
                (Err(RecvTimeoutError::Timeout), _) => return Ok(true),
                (Err(RecvTimeoutError::Disconnected), _) => break,
            }
        }
        match end {
            End::Program(mut program) => Ok(program.wait()?.success()),
            End::Board(_) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

/// What happens while bytes are carried.
enum Event {
    InputEnded,
    Said,
    /// The board says no more.
    Gone(io::Result<()>),
}

/// Writes all that the board says, as soon as it is said, and tells of it.
fn pass_on(from: &mut dyn Read, tell: impl Fn() -> bool) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut bytes = [0; 4096];
    loop {
        match from.read(&mut bytes)? {
            0 => return Ok(()),
            count => out.write_all(&bytes[..count])?,
        }
        out.flush()?;
        if !tell() {
            return Ok(());
        }
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").field("end", &self.end).finish_non_exhaustive()
    }
}
