//! `host-sim ugi`: the engine on standard input and output.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::io::{self, IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Instant;

use clap::Args;
use engine::{MIN_NODES, Node};
use protocol::{Device, Diagnostics, Mode, Session};

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
}

/// Playouts between two looks at the input: a few milliseconds.
const PORTION: u32 = 400;

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
    let clock = Instant::now();
    session.start_as(mode, device, 0);
    match converse(&mut session, &listen(), clock) {
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
) -> io::Result<()> {
    let now = || clock.elapsed().as_millis() as u32;
    let mut is_open = true;
    loop {
        send(session)?;
        let bytes = if session.is_thinking() {
            session.think(PORTION, now());
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
                // Line by line, so that nothing is read beyond `quit` and
                // answers never wait for more lines.
                for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                    session.receive(line, now());
                    send(session)?;
                    if session.wants_exit() {
                        return Ok(());
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
