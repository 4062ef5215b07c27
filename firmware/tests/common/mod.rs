//! The firmware's tasks on the host, with pipes for a serial port.
#![allow(dead_code, unreachable_pub, missing_debug_implementations)]

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::fmt;
use std::time::Duration;

use embassy_futures::block_on;
use embassy_futures::join::join;
use embassy_futures::select::{Either, select};
use embassy_sync::blocking_mutex::raw::NoopRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_time::Timer;
use embedded_hal::digital::{ErrorType, OutputPin};
use embedded_io_async::{ErrorKind, Read};
use engine::{Generator, Node, generator};
use firmware::shared_session::{SharedSession, now};
use firmware::tasks::{self, Watchdog};
use protocol::{Device, Diagnostics, InputLoss, Session};
use rand_core::Rng;

const NODES: usize = 2000;
/// A terminal without an answer is an error, not a wait for ever.
const PATIENCE: Duration = Duration::from_secs(20);

type Line = Pipe<NoopRawMutex, 64>;

/// The other end of the serial port.
pub struct Terminal<'a> {
    to: &'a Line,
    from: &'a Line,
    shared: &'a SharedSession<'a>,
    seen: String,
    /// Whether the line to the board is a bad one.
    pub noisy: &'a Cell<bool>,
}

impl Terminal<'_> {
    /// Types, and reads what comes meanwhile: a port that is not read
    /// takes nothing in.
    pub async fn say(&mut self, text: &str) {
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match select(self.to.write(rest), read(self.from)).await {
                Either::First(count) => rest = &rest[count..],
                Either::Second(text) => self.seen.push_str(&text),
            }
        }
    }

    /// Reads up to and with a line that begins so, and gives that line.
    pub async fn wait_for(&mut self, start: &str) -> String {
        loop {
            let mut lines = self.seen.split_inclusive('\n');
            let found =
                |line: &&str| line.starts_with(start) && line.ends_with('\n');
            if let Some(line) = lines.find(found) {
                let line = line.trim_end().to_owned();
                self.seen = lines.collect();
                return line;
            }
            self.seen.push_str(&read(self.from).await);
        }
    }

    /// Waits for the end of the session.
    pub async fn wait_for_end(&self) {
        self.shared.wait_for_end().await;
    }

    /// How much waits to be read inside the board, and how many pieces of
    /// work the search has done.
    pub fn look(&self) -> (usize, u32) {
        let waiting = self.shared.with(|session| session.output().len());
        (waiting, self.shared.steps())
    }
}

async fn read(line: &Line) -> String {
    let mut bytes = [0; 64];
    let count = line.read(&mut bytes).await;
    String::from_utf8_lossy(&bytes[..count]).into_owned()
}

/// The board's end of the line, which may be a bad one: of every eight reads
/// one fails, one has a bit turned over and one lacks a byte.
struct Port<'a> {
    line: &'a Line,
    noisy: &'a Cell<bool>,
    random: RefCell<Generator>,
}

#[derive(Debug)]
struct Lost(InputLoss);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Lost {}

impl embedded_io_async::Error for Lost {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}

impl embedded_io_async::ErrorType for Port<'_> {
    type Error = Lost;
}

impl Read for Port<'_> {
    async fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Lost> {
        let mut count = self.line.read(bytes).await;
        if self.noisy.get() {
            let random = self.random.get_mut();
            let mut below = |end: usize| random.next_u32() as usize % end;
            let at = below(count.max(1));
            match below(16) {
                0 => return Err(Lost(InputLoss::Overrun)),
                1 => return Err(Lost(InputLoss::Framing)),
                2 | 3 => bytes[at] ^= 1 << below(8),
                4 | 5 if count > 1 => {
                    bytes.copy_within(at + 1..count, at);
                    count -= 1;
                }
                _ => {}
            }
        }
        Ok(count)
    }
}

/// Counts its flashes.
#[derive(Default)]
pub struct Led {
    pub flashes: u32,
}

impl ErrorType for &mut Led {
    type Error = Infallible;
}

impl OutputPin for &mut Led {
    fn set_low(&mut self) -> Result<(), Infallible> {
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.flashes += 1;
        Ok(())
    }
}

/// Counts its meals.
#[derive(Default)]
pub struct BoardWatchdog {
    pub meals: u32,
}

impl Watchdog for &mut BoardWatchdog {
    fn feed(&mut self) {
        self.meals += 1;
    }
}

/// Runs every task beside a conversation, to the conversation's end.
pub fn talk(
    conversation: impl AsyncFnOnce(&mut Terminal<'_>),
) -> (Led, BoardWatchdog) {
    let mut pool = vec![Node::EMPTY; NODES];
    let mut session = Session::new(&mut pool);
    let device = Device { name: "host", clock_hz: 0, seed: 1, restart: None };
    session.start(device, now());
    let shared = SharedSession::new(&mut session);
    let (to, from) = (Line::new(), Line::new());
    let noisy = Cell::new(false);
    let mut terminal = Terminal {
        to: &to,
        from: &from,
        shared: &shared,
        seen: String::new(),
        noisy: &noisy,
    };
    let random = RefCell::new(generator(5));
    let port = Port { line: &to, noisy: &noisy, random };
    let (mut led, mut watchdog) = (Led::default(), BoardWatchdog::default());
    let diagnose = || Diagnostics {
        stack_used: 1,
        stack_size: 2,
        ..Diagnostics::default()
    };
    let board = async {
        let input = tasks::serial_in(&shared, port, |lost| lost.0, diagnose);
        let search = tasks::search(&shared);
        let output = tasks::serial_out(&shared, &from);
        let led = tasks::heartbeat(&shared, &mut led);
        let watchdog = tasks::watchdog(&shared, &mut watchdog);
        join(input, join(join(search, output), join(led, watchdog))).await
    };
    let conversation = async {
        let limit = Timer::after(PATIENCE.try_into().expect("short"));
        let talked = conversation(&mut terminal);
        match select(talked, limit).await {
            Either::First(()) => {}
            Either::Second(()) => panic!("waited too long"),
        }
    };
    block_on(select(conversation, board));
    (led, watchdog)
}
