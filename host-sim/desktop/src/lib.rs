//! The engine on standard input and output, as `pocketfour` and as `host-sim
//! ugi`: the same session as on a board, with the clock of this computer.

#![forbid(unsafe_code)]

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal, Read, Write};
use std::num::{NonZeroU32, NonZeroUsize};
use std::process::ExitCode;
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

use clap::Args;
use engine::{MAX_IN_FLIGHT, MIN_NODES, Node};
use protocol::{Device, Diagnostics, Mode, Session, Stopwatch};

mod threads;

pub use threads::Threads;

/// Play: the same session as on a board, on standard input and output.
///
/// Programs talk to it in UGI. At a terminal it is a console for people.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Start as a console for people even if the input is no terminal
    #[arg(long)]
    console: bool,
    /// Start as a board does: a console that sends back what is typed, for a
    /// terminal that shows only what it is sent
    #[arg(long, conflicts_with = "console")]
    terminal: bool,
    /// Seed of the random numbers, instead of somewhere new each time
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Nodes of the pool, sixteen bytes each; the option Pool uses up to
    /// as many
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(MIN_NODES as i64..))]
    pool: u32,
    /// Threads that think: one walks the tree, the others run rollouts. The
    /// option InFlight says how many of those may be under way at once; at
    /// first it is the number of threads
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Playouts between two looks at the input: a few milliseconds.
const PORTION: u32 = 400;

/// Nanoseconds since some time in the past, which wrap around every few
/// seconds: a phase of a playout takes far less.
const NANOSECONDS: Stopwatch = Stopwatch {
    read: || {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        START.elapsed().as_nanos() as u32
    },
    hertz: NonZeroU32::new(1_000_000_000).unwrap(),
};

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let mode = if arguments.terminal {
        Mode::Terminal
    } else if arguments.console || io::stdin().is_terminal() {
        Mode::Plain
    } else {
        Mode::Program
    };
    let seed = arguments.seed.unwrap_or_else(|| RandomState::new().hash_one(0));
    let device = Device { name: "desktop", clock_hz: 0, seed, restart: None };
    let mut pool = vec![Node::EMPTY; arguments.pool as usize];
    let mut session = Session::new(&mut pool);
    let others = NonZeroUsize::new(arguments.threads.get() - 1);
    let mut runner = others.map(Threads::new);
    session.set_in_flight(arguments.threads.get().min(MAX_IN_FLIGHT) as u8);
    let clock = Instant::now();
    session.start_as(mode, device, 0);
    session.set_stopwatch(NANOSECONDS);
    match converse(&mut session, &listen(), clock, &mut runner) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: standard output: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Bytes of standard input, from a thread that may wait for them.
fn listen() -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 4096];
        let mut input = io::stdin().lock();
        while let Ok(count @ 1..) = input.read(&mut buffer) {
            if sender.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Until `quit`, or until there is no more input and nothing left to do.
fn converse(
    session: &mut Session<'_>,
    input: &Receiver<Vec<u8>>,
    clock: Instant,
    runner: &mut Option<Threads>,
) -> io::Result<()> {
    let now = || clock.elapsed().as_millis() as u32;
    let mut is_open = true;
    loop {
        send(session)?;
        let bytes = if session.is_thinking() {
            match runner {
                Some(runner) => session.think_on(PORTION, now(), runner),
                None => session.think(PORTION, now()),
            }
            match input.try_recv() {
                Ok(bytes) => Some(bytes),
                Err(TryRecvError::Empty) => continue,
                Err(TryRecvError::Disconnected) => None,
            }
        } else if is_open {
            input.recv().ok()
        } else {
            return Ok(());
        };
        match bytes {
            Some(bytes) => {
                let uptime = clock.elapsed().as_millis() as u64;
                session.update_diagnostics(Diagnostics {
                    uptime,
                    ..Diagnostics::default()
                });
                // Line by line, so that answers never wait for more lines.
                for mut line in bytes.split_inclusive(|&byte| byte == b'\n') {
                    while !line.is_empty() {
                        line = &line[session.receive(line, now())..];
                        send(session)?;
                        if session.wants_exit() {
                            return Ok(());
                        }
                    }
                }
            }
            None if is_open => {
                session.input_ended(now());
                is_open = false;
            }
            None => (),
        }
    }
}

fn send(session: &mut Session<'_>) -> io::Result<()> {
    let count = session.output().len();
    if count > 0 {
        let mut output = io::stdout().lock();
        output.write_all(session.output())?;
        output.flush()?;
        session.consume(count);
    }
    Ok(())
}
