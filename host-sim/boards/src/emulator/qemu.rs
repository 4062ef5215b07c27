//! QEMU with the image of the board `qemu` or `riscv`.
//!
//! An emulated instruction takes eight nanoseconds of the board's time, so
//! the board is a chip of 125 MIPS. A core that works is emulated as fast as
//! it goes, a core that sleeps keeps pace with the wall clock and costs
//! nothing. To keep pace throughout, the emulator is stopped whenever it is
//! ahead: its own way of doing so (`align=on`) was seen to hang for many
//! seconds when a search began soon after the start.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::num::NonZeroU32;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::paced::{Paced, Socket};
use super::{EmulatorError, Model, Monitor, RunOptions};
use crate::{End, Link, Program, Project};

/// How long QEMU may take to start on a busy computer.
const PATIENCE: Duration = Duration::from_secs(20);
/// How often one looks whether all work is done, and for how long it has to
/// be.
const LOOK: Duration = Duration::from_millis(20);
const REST: Duration = Duration::from_millis(160);
/// When a board whose clock has stopped is given up.
const STANDSTILL: Duration = Duration::from_secs(10);
/// How often one looks whether the board is ahead of the wall clock.
const PACE: Duration = Duration::from_millis(2);
/// How long the board is stopped at a time.
const PAUSE: Duration = Duration::from_millis(20);

/// A running emulator, with both its lines open.
#[derive(Debug)]
pub struct Machine {
    /// QEMU itself.
    pub program: Program,
    /// The player's port.
    pub serial: TcpStream,
    /// What a [`Monitor`] asks.
    pub monitor: TcpStream,
}

/// What the threads tell one another.
#[derive(Debug, Default)]
struct LinkState {
    input_ended: AtomicBool,
    /// Pieces of output so far.
    said: AtomicU32,
    /// Why the board is not watched any more, if it is still there.
    unwatched: Mutex<Option<io::Error>>,
}

impl LinkState {
    fn unwatched(&self) -> MutexGuard<'_, Option<io::Error>> {
        self.unwatched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts QEMU. The board's log is left beside the image, in defmt's
/// encoding.
///
/// # Errors
///
/// If QEMU is not there or does not start.
pub fn start(
    project: &Project,
    model: Model,
    image: &Path,
) -> Result<Machine, EmulatorError> {
    start_at(project, model, image, PACED)
}

/// An instruction takes 8 ns; a board that waits keeps the pace.
const PACED: &str = "shift=3,sleep=on";
/// The same, but a board that waits does so in no time.
const HURRIED: &str = "shift=3,sleep=off";

fn start_at(
    project: &Project,
    model: Model,
    image: &Path,
    pace: &str,
) -> Result<Machine, EmulatorError> {
    let failed = |error| EmulatorError::Start(model.program(), error);
    let (listener, name) = listen().map_err(failed)?;
    let (mut program, monitor) =
        launch(project, model, image, pace, &name).map_err(failed)?;
    let serial = accept(|| called(&listener), &mut program).map_err(failed)?;
    Ok(Machine { program, serial, monitor })
}

/// Starts QEMU with its port where this name says, and a monitor.
fn launch(
    project: &Project,
    model: Model,
    image: &Path,
    pace: &str,
    serial_name: &str,
) -> io::Result<(Program, TcpStream)> {
    let program = model.program();
    let folder = project.images();
    fs::create_dir_all(&folder)?;
    let log = File::create(folder.join(model.log()))?;
    let (monitor, monitor_name) = listen()?;
    let mut qemu = Command::new(program);
    qemu.args(model.arguments())
        .args(["-display", "none", "-icount", pace])
        .args(["-monitor", "none", "-serial", serial_name])
        .args(["-qmp", &monitor_name])
        .args(["-semihosting-config", "enable=on,target=native"])
        .arg("-kernel")
        .arg(image)
        .stdin(Stdio::null())
        .stdout(log);
    let mut program = Program::start(&mut qemu)?;
    let monitor = accept(|| called(&monitor), &mut program)?;
    Ok((program, monitor))
}

/// Runs the image and gives the line to the player's port.
pub(super) fn link(
    project: &Project,
    model: Model,
    image: &Path,
    options: &RunOptions,
) -> Result<Link, EmulatorError> {
    let &RunOptions { realtime, hurry, baud, .. } = options;
    // A slow line has the speed of this computer's clock.
    let pace = if hurry && baud.is_none() { HURRIED } else { PACED };
    let failed = |error| EmulatorError::Start(model.program(), error);
    let SerialLine { program, to, from, monitor, hang_up } = match baud {
        None => usual_line(start_at(project, model, image, pace)?),
        Some(baud) => slow_line(project, model, image, pace, baud),
    }
    .map_err(failed)?;
    let state = Arc::new(LinkState::default());
    let watching = Arc::clone(&state);
    thread::spawn(move || {
        let end = watch(&watching, model, monitor, realtime);
        tell(&watching, end, hang_up);
    });
    Ok(Link {
        to: Box::new(Input(to, Arc::clone(&state))),
        from: Box::new(Output(from, state)),
        end: End::Program(program),
    })
}

/// A running emulator with both ways of its player's port.
struct SerialLine {
    program: Program,
    to: Box<dyn Write + Send>,
    from: Box<dyn Read + Send>,
    monitor: TcpStream,
    /// Ends the player's port.
    hang_up: Box<dyn FnOnce() -> io::Result<()> + Send>,
}

fn usual_line(machine: Machine) -> io::Result<SerialLine> {
    let Machine { program, serial, monitor } = machine;
    let to = Box::new(serial.try_clone()?);
    let other = serial.try_clone()?;
    let hang_up = Box::new(move || other.shutdown(Shutdown::Both));
    Ok(SerialLine { program, to, from: Box::new(serial), monitor, hang_up })
}

fn slow_line(
    project: &Project,
    model: Model,
    image: &Path,
    pace: &str,
    baud: NonZeroU32,
) -> io::Result<SerialLine> {
    let socket = Socket::new()?;
    let (mut program, monitor) =
        launch(project, model, image, pace, &socket.name())?;
    let serial = accept(|| socket.accept(), &mut program)?;
    let to = Box::new(serial.try_clone()?);
    let other = serial.try_clone()?;
    let hang_up = Box::new(move || other.shutdown(Shutdown::Both));
    let from = Box::new(Paced::new(serial, baud));
    Ok(SerialLine { program, to, from, monitor, hang_up })
}

/// The way to the board; the end of it is the end of the input.
struct Input(Box<dyn Write + Send>, Arc<LinkState>);

impl Write for Input {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl Drop for Input {
    fn drop(&mut self) {
        self.1.input_ended.store(true, Ordering::Release);
    }
}

/// The way from the board.
struct Output(Box<dyn Read + Send>, Arc<LinkState>);

impl Read for Output {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        // A connection that is reset is a board that is gone.
        let count = self.0.read(bytes).unwrap_or(0);
        self.1.said.fetch_add(1, Ordering::AcqRel);
        if count > 0 {
            return Ok(count);
        }
        self.1.unwatched().take().map_or(Ok(0), Err)
    }
}

/// Ends the emulator when there is no more input and all work is done: the
/// core sleeps and nothing is said, for a while. Up to then, keeps its pace.
fn watch(
    state: &LinkState,
    model: Model,
    monitor: TcpStream,
    realtime: bool,
) -> io::Result<()> {
    let mut monitor = Monitor::new(model, monitor)?;
    let mut said = 0;
    let (mut reading, mut level) = (u32::MAX, Instant::now());
    let (mut rest, mut busy) = (Duration::ZERO, Instant::now());
    while rest < REST && busy.elapsed() < STANDSTILL {
        thread::sleep(if realtime { PACE } else { LOOK });
        let ended = state.input_ended.load(Ordering::Acquire);
        let looks = realtime || ended;
        let works = looks && monitor.is_busy()?;
        let passed = match looks {
            true => monitor.since(&mut reading)?,
            false => Duration::ZERO,
        };
        if realtime {
            level += passed;
            let now = Instant::now();
            if !works {
                // Time that was stopped is made up for while a core sleeps:
                // to stop it then would put it ahead again, and again.
                level = now;
            } else if level > now + PACE {
                monitor.pause((level - now).min(PAUSE))?;
            }
            // A board that is late does not catch up.
            level = level.max(now);
        }
        let now = state.said.load(Ordering::Acquire);
        if !ended || works || now != said || now == 0 {
            (rest, busy) = (Duration::ZERO, Instant::now());
        } else {
            rest += passed;
        }
        said = now;
    }
    monitor.quit()
}

/// A watch that ends while the board goes on is the end of the line: its pace
/// is not kept any more, and it would never end. The monitor of a QEMU that
/// has ended is closed, which is no failure.
fn tell(
    state: &LinkState,
    end: io::Result<()>,
    hang_up: impl FnOnce() -> io::Result<()>,
) {
    use io::ErrorKind::{BrokenPipe, ConnectionReset, UnexpectedEof};
    let Err(error) = end else { return };
    if [BrokenPipe, ConnectionReset, UnexpectedEof].contains(&error.kind()) {
        return;
    }
    let what = format!("nobody watches QEMU: {error}");
    *state.unwatched() = Some(io::Error::new(error.kind(), what));
    // It may have ended just now.
    let _ = hang_up();
}

fn listen() -> io::Result<(TcpListener, String)> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    listener.set_nonblocking(true)?;
    let name = format!("tcp:{}", listener.local_addr()?);
    Ok((listener, name))
}

/// The line of QEMU's, if it has called.
fn called(listener: &TcpListener) -> io::Result<TcpStream> {
    let (stream, _) = listener.accept()?;
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Waits for QEMU to call.
fn accept<S>(
    called: impl Fn() -> io::Result<S>,
    program: &mut Program,
) -> io::Result<S> {
    let start = Instant::now();
    loop {
        match called() {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            result => return result,
        }
        if program.has_ended()? || start.elapsed() > PATIENCE {
            return Err(io::ErrorKind::NotConnected.into());
        }
        thread::sleep(Duration::from_millis(5));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ends of a connection.
    fn line() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let far = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (listener.accept().unwrap().0, far)
    }

    /// What the player hears of a board whose monitor says this.
    fn heard(monitor_says: &[u8]) -> io::Result<usize> {
        let ((near, mut far), (port, board)) = (line(), line());
        far.write_all(monitor_says).unwrap();
        far.shutdown(Shutdown::Write).unwrap();
        let state = Arc::new(LinkState::default());
        let end = watch(&state, Model::Mps2An386, near, true);
        assert!(end.is_err());
        let other = port.try_clone().unwrap();
        tell(&state, end, || other.shutdown(Shutdown::Both));
        // QEMU's own end of the port.
        drop(board);
        Output(Box::new(port), state).read(&mut [0; 8])
    }

    #[test]
    fn a_board_that_nobody_watches_is_lost() {
        for said in ["nonsense\n", "{\"error\": \"no\"}\n"] {
            let why = heard(said.as_bytes()).unwrap_err().to_string();
            assert!(why.contains("nobody watches QEMU"), "{why}");
        }
        let ended = heard(b"{\"return\": {}}\n");
        assert_eq!(ended.unwrap(), 0, "QEMU has ended, and that is all");
    }
}
