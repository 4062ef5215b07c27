//! A shared library of the judge's interface as a UGI program: what runs in
//! the process of its own that `so:` starts.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, value_parser};
use engine::{Column, Position};
use judge::{Library, Point, Situation};

use crate::matches::provenance;
use crate::output::remark;
use crate::players::{Clock, Tempo};

/// Speak UGI for a shared library of the judge's interface.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The shared library
    path: PathBuf,
    /// How many times as fast its clocks run
    #[arg(long, value_name = "K", default_value_t = Tempo::default().scale)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    scale: u32,
    /// How many ticks its clock() counts in a second
    #[arg(long, value_name = "N", default_value_t = Tempo::default().ticks)]
    #[arg(value_parser = value_parser!(u32).range(1..))]
    ticks: u32,
    /// Its clocks are driven by the processor time of this process
    #[arg(long)]
    cpu: bool,
}

impl Arguments {
    /// The clock of the library.
    #[must_use]
    pub fn tempo(&self) -> Tempo {
        let clock = if self.cpu { Clock::Cpu } else { Clock::Wall };
        Tempo { clock, scale: self.scale, ticks: self.ticks }
    }
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let library = match Library::open(&arguments.path) {
        Ok(library) => library,
        Err(error) => {
            remark!("error: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut position = None;
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        let answer = match line.split_whitespace().next() {
            Some("ugi") => {
                format!(
                    "id name {}\nugiok\n",
                    provenance::file(&arguments.path)
                )
            }
            Some("isready") => "readyok\n".into(),
            Some("position") => {
                position = read(&line);
                continue;
            }
            Some("go") => match &position {
                Some(position) => answer(&library, position),
                None => "error no position\n".into(),
            },
            Some("quit") => break,
            _ => continue,
        };
        let mut output = io::stdout().lock();
        let sent = output.write_all(answer.as_bytes());
        if sent.and_then(|()| output.flush()).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// The library's move, on a line of its own whatever it has written itself.
fn answer(library: &Library, position: &Position) -> String {
    let told = Situation::of(position);
    let Some(Point { x, y }) = library.choose(&told) else {
        return "\nbestmove none\n".into();
    };
    let column = u8::try_from(y).ok().and_then(Column::new);
    match column.filter(|&c| told.landing(c) == Some(Point { x, y })) {
        Some(column) => format!("\nbestmove {column}\n"),
        None => format!("\nbestmove ({x},{y})\n"),
    }
}

/// Reads `position fen ROWS SIDE [moves 1 2 ...]`.
fn read(line: &str) -> Option<Position> {
    let mut words = line.split_whitespace().skip(2);
    let notation = format!("{} {}", words.next()?, words.next()?);
    let mut position: Position = notation.parse().ok()?;
    for number in words.skip(1) {
        let column = Column::from_number(number.parse().ok()?)?;
        position.play(column).ok()?;
    }
    Some(position)
}
