//! Bytes to and fro, until either side ends it.

use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use boards::serial::Problem;
use boards::{End, Link};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::keyboard::{Desk, Needs};
use super::place::Place;
use crate::failure::Failure;

/// Ctrl-], the key with which one leaves, as in telnet.
pub(super) const LEAVE: u8 = 0x1d;
/// Longer than any session.
const FOREVER: Duration = Duration::from_secs(u32::MAX as u64);

/// What happens in a conversation.
enum Event {
    /// These keys were pressed, or bytes piped.
    Typed(Vec<u8>),
    /// There is no more input.
    InputEnded,
    /// The board said this.
    Said(Vec<u8>),
    /// The board is gone.
    Gone,
    /// A signal ended this program.
    Signal,
}

/// How a conversation ended.
#[derive(Debug)]
pub(super) enum Parting {
    /// The person left, or all was said.
    Left,
    /// The program at the other end is over.
    Ended(ExitStatus),
    /// The board is gone.
    Gone,
    /// A signal ended this program.
    Killed,
}

impl Parting {
    /// What to say about it, and whether all is well.
    pub(super) fn explain(self, place: &Place) -> Result<bool, Failure> {
        match (self, place) {
            (Parting::Left, _) => Ok(true),
            (Parting::Killed, _) => Ok(false),
            (Parting::Ended(status), _) if status.success() => Ok(true),
            (Parting::Ended(status), _) => Err(Failure::new(format!(
                "the board's program ended: {status}"
            ))
            .next("cargo xtask play starts another game")),
            (Parting::Gone, Place::Port(path)) => {
                let problem = Problem::Gone(path.clone());
                let again = format!(
                    "{}, then: cargo xtask play --board {}",
                    problem.next(),
                    path.display()
                );
                Err(Failure::new(problem.to_string()).next(again))
            }
            (Parting::Gone, _) => Err(Failure::new("the board is gone")),
        }
    }
}

/// From now on, a signal that would end this program ends the talk instead.
pub(super) fn catch_signals() -> Result<Signals, Failure> {
    Signals::new([SIGHUP, SIGINT, SIGTERM]).map_err(|error| {
        Failure::new(format!("cannot watch for signals: {error}"))
    })
}

/// Talks until either side ends it. If a person types, one key is for leaving,
/// and the terminal does what the board needs.
pub(super) fn talk(
    link: Link,
    mut signals: Signals,
    mut desk: Option<&mut Desk>,
) -> Result<Parting, Failure> {
    let Link { mut to, from, mut end } = link;
    let (events, happens) = mpsc::channel();
    // A board that does not read must not keep the user from leaving.
    let (typed, pass_on) = mpsc::channel::<Vec<u8>>();
    listen(io::stdin(), &events, Event::Typed, || Event::InputEnded);
    listen(from, &events, Event::Said, || Event::Gone);
    let writing = events.clone();
    thread::spawn(move || {
        for bytes in pass_on {
            if to.write_all(&bytes).and_then(|()| to.flush()).is_err() {
                let _ = writing.send(Event::Gone);
            }
        }
    });
    thread::spawn(move || {
        for _ in signals.forever() {
            let _ = events.send(Event::Signal);
        }
    });

    let mut typed = Some(typed);
    let mut patience = FOREVER;
    let mut out = io::stdout().lock();
    let mut ends = LineEnds::default();
    loop {
        match happens.recv_timeout(patience) {
            Ok(Event::Typed(bytes)) => {
                if desk.is_some() && bytes.contains(&LEAVE) {
                    return Ok(Parting::Left);
                }
                if let Some(typed) = &typed {
                    let _ = typed.send(bytes);
                }
            }
            Ok(Event::InputEnded) => {
                typed = None;
                if let End::Board(silence) = end {
                    patience = silence;
                }
            }
            Ok(Event::Said(bytes)) => {
                for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                    if let Some(desk) = &mut desk
                        && let Some(needs) = ends.needs(line)
                    {
                        desk.serve(needs)?;
                    }
                    if out.write_all(line).is_err() {
                        return Ok(Parting::Left);
                    }
                }
                if out.flush().is_err() {
                    return Ok(Parting::Left);
                }
            }
            Ok(Event::Gone) => {
                return Ok(match &mut end {
                    End::Program(program) => {
                        program.wait().map_or(Parting::Gone, Parting::Ended)
                    }
                    End::Board(_) => Parting::Gone,
                });
            }
            Ok(Event::Signal) => return Ok(Parting::Killed),
            Err(RecvTimeoutError::Timeout) => return Ok(Parting::Left),
            Err(RecvTimeoutError::Disconnected) => return Ok(Parting::Gone),
        }
    }
}

/// How the board ends its lines, which tells whom it talks to: with a carriage
/// return for the terminal of a person, without one for a program.
#[derive(Debug, Default)]
struct LineEnds {
    /// The last byte so far.
    last: u8,
}

impl LineEnds {
    /// What the board needs of a terminal from this line on, if it is the end
    /// of one.
    fn needs(&mut self, part: &[u8]) -> Option<Needs> {
        let (&end, before) = part.split_last()?;
        let last = before.last().copied().unwrap_or(self.last);
        self.last = end;
        match (last, end) {
            (b'\r', b'\n') => Some(Needs::Keys),
            (_, b'\n') => Some(Needs::Lines),
            _ => None,
        }
    }
}

/// Reads in a thread of its own, which ends with this program.
fn listen(
    mut source: impl Read + Send + 'static,
    events: &Sender<Event>,
    came: fn(Vec<u8>) -> Event,
    ended: fn() -> Event,
) {
    let events = events.clone();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = source.read(&mut bytes) {
            if events.send(came(bytes[..count].to_vec())).is_err() {
                return;
            }
        }
        let _ = events.send(ended());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_lines_tell_whom_a_board_talks_to() {
        let mut ends = LineEnds::default();
        for (part, needs) in [
            ("> ugi", None),
            ("\r\n", Some(Needs::Keys)),
            ("id name\n", Some(Needs::Lines)),
            ("\n", Some(Needs::Lines)),
            ("console\r", None),
            ("\n", Some(Needs::Keys)),
            ("", None),
        ] {
            assert_eq!(ends.needs(part.as_bytes()), needs, "{part:?}");
        }
    }
}
