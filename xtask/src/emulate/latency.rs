//! How soon `stop` is obeyed and how far `movetime` is overrun, in the time
//! of the emulated board.

use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use boards::emulator::qemu::{self, Machine};
use boards::emulator::{Emulator, Model, Monitor};
use boards::{DevBoard, elf};

use super::sessions;
use crate::failure::Failure;
use crate::figures::Figures;
use crate::firmware;
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

const PATIENCE: Duration = Duration::from_secs(120);
/// The largest board: its playouts take longest.
const OPENING: &str = "ugi
setoption name Rows value 12
setoption name Columns value 12
setoption name Book value false
position startpos moves 1 12
";
/// What an instruction takes in Unicorn, in cycles of the chip.
const CYCLES_IN_UNICORN: f64 = 1.45;
const MOVETIME: u32 = 100;
const TIMES: usize = 5;

/// The longest that each took, in microseconds, and how often it was seen.
#[derive(Debug, Default, PartialEq, Eq)]
struct Worst {
    stop: u32,
    overrun: u32,
    stops: usize,
    ends: usize,
}

/// No engine ends `movetime` as early as this, in percent of it: a clock that
/// says so stands still, or is another.
const EARLIEST: u32 = 90;

impl Worst {
    /// Adds a `stop` that took so long.
    fn add_stop(&mut self, taken: u32) -> Result<(), String> {
        if taken == 0 {
            return Err("the clock stands still: stop took no time".into());
        }
        self.stop = self.stop.max(taken);
        self.stops += 1;
        Ok(())
    }

    /// Adds a `go movetime` that took so long.
    fn add_end(&mut self, taken: u32) -> Result<(), String> {
        let wanted = MOVETIME * 1000;
        if taken < wanted / 100 * EARLIEST {
            return Err(format!(
                "the clock stands still: movetime {MOVETIME} took {taken} us"
            ));
        }
        self.overrun = self.overrun.max(taken.saturating_sub(wanted));
        self.ends += 1;
        Ok(())
    }

    /// What took longest, if it took no longer than the pages say.
    fn judge(&self, board: DevBoard, limit: u32) -> Result<String, Failure> {
        let told = format!(
            "{}: stop after {:.1} ms, movetime overrun by {:.1} ms",
            board.name(),
            f64::from(self.stop) / 1000.0,
            f64::from(self.overrun) / 1000.0,
        ) + &reservation(board);
        if (self.stops, self.ends) != (TIMES, TIMES) {
            return Err(Failure::new(format!(
                "{}: stop was seen {} times and movetime {} times, each of \
                 {TIMES}",
                board.name(),
                self.stops,
                self.ends,
            )));
        }
        if self.stop.max(self.overrun) > limit {
            let limit = limit / 1000;
            let what = format!("{told}; the pages say {limit} ms");
            return Err(Failure::new(what));
        }
        Ok(told)
    }
}

/// What a board's time is worth in its emulator.
fn reservation(board: DevBoard) -> String {
    match board.emulator() {
        Some(Emulator::Unicorn(_)) => {
            format!(", an estimate ({CYCLES_IN_UNICORN} cycles an instruction)")
        }
        _ => String::new(),
    }
}

/// What either may take on this board by the pages, in microseconds.
fn limit(figures: &Figures, board: DevBoard) -> Result<u32, Failure> {
    let name = match board {
        DevBoard::MicrobitV2 => "milliseconds-microbit-v2",
        _ => "milliseconds",
    };
    Ok(figures.number(name)? * 1000)
}

/// Measures both on an emulated board.
pub(super) fn check(
    site: &Site<'_>,
    board: DevBoard,
    emulator: Emulator,
) -> StepResult {
    let figures = Figures::load(site.workspace)?;
    let image = firmware::image(site, board)?;
    let worst = match emulator {
        Emulator::Qemu(model) => remembered(site.workspace, model, &image)?,
        Emulator::Pico | Emulator::Unicorn(_) => {
            traced(site.workspace, board, &image)?
        }
    };
    Ok(vec![worst.judge(board, limit(&figures, board)?)?])
}

/// The image remembers when the last line came and when the last one went.
fn remembered(
    workspace: &Workspace,
    model: Model,
    image: &Path,
) -> Result<Worst, Failure> {
    let came = elf::address(image, "line_came")?;
    let times = [came, elf::address(image, "line_went")?];
    let Machine { program, serial, monitor } =
        qemu::start(workspace.project(), model, image)?;
    let measured = on_qemu(model, serial, monitor, times);
    drop(program);
    measured.map_err(|error| {
        Failure::new(format!("lost the emulated board: {error}"))
    })
}

fn on_qemu(
    model: Model,
    serial: TcpStream,
    monitor: TcpStream,
    [came, went]: [u32; 2],
) -> io::Result<Worst> {
    serial.set_read_timeout(Some(PATIENCE))?;
    let mut monitor = Monitor::new(model, monitor)?;
    let mut to = serial.try_clone()?;
    let mut from = BufReader::new(serial);
    let mut taken = || -> io::Result<u32> {
        let [came, went] = [monitor.register(came)?, monitor.register(went)?];
        Ok(went.wrapping_sub(came) / model.counts_per_microsecond())
    };
    to.write_all(OPENING.as_bytes())?;
    hear(&mut from, "ugiok")?;
    let mut worst = Worst::default();
    for _ in 0..TIMES {
        to.write_all(b"go infinite\n")?;
        hear(&mut from, "info")?;
        to.write_all(b"stop\n")?;
        hear(&mut from, "bestmove")?;
        worst.add_stop(taken()?).map_err(io::Error::other)?;
        to.write_all(format!("go movetime {MOVETIME}\n").as_bytes())?;
        hear(&mut from, "bestmove")?;
        worst.add_end(taken()?).map_err(io::Error::other)?;
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
    board: DevBoard,
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
    worst(&trace).map_err(|what| Failure::new(format!("{name}: {what}")))
}

/// The worst in a trace of lines such as `in 1234 stop`.
fn worst(trace: &str) -> Result<Worst, String> {
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
                go = Some(time);
            }
            "out" if text.starts_with("bestmove") => {
                let since = |start: u32| u32::saturating_sub(time, start);
                if let Some(start) = stop.take() {
                    worst.add_stop(since(start))?;
                }
                if let Some(start) = go.take() {
                    worst.add_end(since(start))?;
                }
            }
            _ => {}
        }
    }
    Ok(worst)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = "\
in 100 go infinite
in 200 stop
out 1300 bestmove 4
in 2000 go movetime 100
out 103000 info time 100
out 103500 bestmove 4
in 400000 stop
out 400500 bestmove 4
";

    #[test]
    fn the_worst_is_found_in_a_trace() {
        let found = Worst { stop: 1100, overrun: 1500, stops: 2, ends: 1 };
        assert_eq!(worst(TRACE), Ok(found));
        let all = |stop, overrun| {
            let worst = Worst { stop, overrun, stops: TIMES, ends: TIMES };
            worst.judge(DevBoard::Pico, 20_000)
        };
        assert!(all(1100, 1500).is_ok());
        assert!(all(20_001, 0).is_err());
        assert!(all(1, 20_001).is_err());
    }

    #[test]
    fn an_estimate_is_called_one() {
        let seen = Worst { stop: 1, overrun: 1, stops: TIMES, ends: TIMES };
        let told = |board| seen.judge(board, 20_000).unwrap();
        for board in [DevBoard::Pico2, DevBoard::MicrobitV2] {
            let told = told(board);
            assert!(told.contains("estimate (1.45 cycles"), "{told}");
        }
        assert!(!told(DevBoard::Pico).contains("estimate"));
    }

    /// The emulator counts as is told, here and on the page.
    #[test]
    fn the_cycles_are_those_of_the_emulator() {
        let workspace = Workspace::find();
        let folder = workspace.project().unicorn_emulator();
        let text = fs::read_to_string(folder.join("cortex_m.py")).unwrap();
        let line = text.lines().find(|line| line.starts_with("CPI = ("));
        let numbers: Vec<f64> = line
            .unwrap()
            .split(['(', ',', ')'])
            .filter_map(|part| part.trim().parse().ok())
            .collect();
        let [cycles, instructions] = numbers[..] else { panic!("{numbers:?}") };
        let measured = cycles / instructions;
        assert!((measured - CYCLES_IN_UNICORN).abs() < 1e-9, "{measured}");
        let page = workspace.root().join("docs/FIGURES.md");
        let page = fs::read_to_string(page).unwrap();
        let phrase = format!("at {CYCLES_IN_UNICORN} cycles an instruction");
        assert!(page.contains(&phrase), "{phrase}");
    }

    #[test]
    fn what_was_not_seen_is_no_good_end() {
        for trace in ["", TRACE, "in 5 stop\nout x bestmove 4\n"] {
            let judged = worst(trace).unwrap().judge(DevBoard::Pico, 20_000);
            let told = judged.unwrap_err().to_string();
            assert!(told.contains("each of 5"), "{told}");
        }
    }

    #[test]
    fn a_clock_that_stands_still_is_noticed() {
        for trace in [
            "in 7 stop\nout 7 bestmove 4\n",
            "in 7 go movetime 100\nout 7 bestmove 4\n",
            "in 7 go movetime 100\nout 80007 bestmove 4\n",
        ] {
            let told = worst(trace).unwrap_err();
            assert!(told.contains("the clock stands still"), "{told}");
        }
    }
}
