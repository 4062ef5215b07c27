//! How soon `stop` is obeyed and how far `movetime` is overrun, in the time
//! of the emulated board.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use boards::emulator::Monitor;
use boards::emulator::qemu::{self, Machine};
use boards::{Board, elf};

use super::sessions;
use crate::failure::Failure;
use crate::firmware;
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

/// What either may take, in microseconds.
const LIMIT: u32 = 20_000;
/// Counts of QEMU's board in a microsecond.
const COUNTS: u32 = 25;
const PATIENCE: Duration = Duration::from_secs(120);
/// The largest board: its playouts take longest.
const OPENING: &str = "ugi
setoption name Rows value 12
setoption name Columns value 12
position startpos moves 1 12
";
const MOVETIME: u32 = 300;
const TIMES: usize = 5;

/// The longest that each took, in microseconds.
#[derive(Debug, Default, PartialEq, Eq)]
struct Worst {
    stop: u32,
    overrun: u32,
}

impl Worst {
    fn judge(&self, board: Board) -> Result<String, Failure> {
        let told = format!(
            "{}: stop after {:.1} ms, movetime overrun by {:.1} ms",
            board.name(),
            f64::from(self.stop) / 1000.0,
            f64::from(self.overrun) / 1000.0,
        );
        if self.stop.max(self.overrun) > LIMIT {
            return Err(Failure::new(told));
        }
        Ok(told)
    }
}

/// Measures both on every emulated board.
pub(super) fn check(site: &Site<'_>) -> StepResult {
    let image = firmware::image(site, Board::Qemu)?;
    let lost = |error: io::Error| {
        Failure::new(format!("lost the emulated board: {error}"))
    };
    let came = elf::address(&image, "line_came")?;
    let times = [came, elf::address(&image, "line_went")?];
    let Machine { program, serial, monitor } =
        qemu::start(site.workspace.project(), &image)?;
    let measured = on_qemu(serial, monitor, times);
    drop(program);
    let mut told = vec![measured.map_err(lost)?.judge(Board::Qemu)?];
    for board in [Board::Pico, Board::Pico2, Board::MicrobitV2] {
        let image = firmware::image(site, board)?;
        told.push(traced(site.workspace, board, &image)?.judge(board)?);
    }
    Ok(told)
}

/// The image remembers when the last line came and when the last one went.
fn on_qemu(
    serial: TcpStream,
    monitor: TcpStream,
    [came, went]: [u32; 2],
) -> io::Result<Worst> {
    serial.set_read_timeout(Some(PATIENCE))?;
    let mut monitor = Monitor::new(monitor)?;
    let mut to = serial.try_clone()?;
    let mut from = BufReader::new(serial);
    let mut taken = || -> io::Result<u32> {
        let [came, went] = [monitor.register(came)?, monitor.register(went)?];
        Ok(went.wrapping_sub(came) / COUNTS)
    };
    to.write_all(OPENING.as_bytes())?;
    hear(&mut from, "ugiok")?;
    let mut worst = Worst::default();
    for _ in 0..TIMES {
        to.write_all(b"go infinite\n")?;
        hear(&mut from, "info")?;
        to.write_all(b"stop\n")?;
        hear(&mut from, "bestmove")?;
        worst.stop = worst.stop.max(taken()?);
        to.write_all(format!("go movetime {MOVETIME}\n").as_bytes())?;
        hear(&mut from, "bestmove")?;
        let overrun = taken()?.saturating_sub(MOVETIME * 1000);
        worst.overrun = worst.overrun.max(overrun);
    }
    Ok(worst)
}

fn hear(lines: &mut impl BufRead, beginning: &str) -> io::Result<()> {
    loop {
        let mut line = Vec::new();
        if lines.read_until(b'\n', &mut line)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if line.starts_with(beginning.as_bytes()) {
            return Ok(());
        }
    }
}

/// The emulator itself writes down when each line came and went.
fn traced(
    workspace: &Workspace,
    board: Board,
    image: &Path,
) -> Result<Worst, Failure> {
    let mut script: String =
        OPENING.lines().map(|line| format!("> {line}\n")).collect();
    script += "< ugiok\n";
    for _ in 0..TIMES {
        script += "> go infinite\n< info*\n> stop\n< bestmove*\n";
        script += &format!("> go movetime {MOVETIME}\n< bestmove*\n");
    }
    script += "> quit\n";
    let name = board.name();
    let trace = workspace.project().images().join(format!("{name}.trace"));
    let mut emulator = sessions::emulator(workspace, board, image);
    emulator.arg("--trace").arg(&trace);
    sessions::hold_with(emulator, &script)
        .map_err(|what| Failure::new(format!("{name}: {what}")))?;
    let trace = fs::read_to_string(&trace).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", trace.display()))
    })?;
    Ok(worst(&trace))
}

/// The worst in a trace of lines such as `in 1234 stop`.
fn worst(trace: &str) -> Worst {
    let mut worst = Worst::default();
    let (mut stop, mut go) = (None, None);
    for line in trace.lines() {
        let mut words = line.splitn(3, ' ');
        let direction = words.next().unwrap_or_default();
        let Some(time) = words.next().and_then(|time| time.parse().ok()) else {
            continue;
        };
        let text = words.next().unwrap_or_default();
        match direction {
            "in" if text == "stop" => stop = Some(time),
            "in" if text.starts_with("go movetime") => {
                go = Some(time + MOVETIME * 1000);
            }
            "out" if text.starts_with("bestmove") => {
                let since = |start: u32| u32::saturating_sub(time, start);
                let stopped = stop.take().map_or(0, since);
                worst.stop = worst.stop.max(stopped);
                worst.overrun = worst.overrun.max(go.take().map_or(0, since));
            }
            _ => {}
        }
    }
    worst
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_is_found_in_a_trace() {
        let trace = "\
in 100 go infinite
in 200 stop
out 1300 bestmove 4
in 2000 go movetime 300
out 303000 info time 300
out 303500 bestmove 4
in 400000 stop
out 400500 bestmove 4
";
        assert_eq!(worst(trace), Worst { stop: 1100, overrun: 1500 });
        assert!(worst(trace).judge(Board::Pico).is_ok());
        assert!(Worst { stop: 20_001, overrun: 0 }.judge(Board::Pico).is_err());
    }
}
