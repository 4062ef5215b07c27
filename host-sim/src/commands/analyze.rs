//! `host-sim analyze`: what the engine thinks of one position.

use std::io::{IsTerminal, stdout};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{MAX_IN_FLIGHT, Position, Report};
use protocol::{Picture, Scores, Summary};

use crate::analysis::Analyst;
use crate::arguments::{count, number};
use crate::output::say;
use crate::players::Budget;
use crate::workers::Workers;

/// Show what the engine thinks of a position.
///
/// A position is one line: rows from the top, a number for a run of empty
/// cells, # for the forbidden one, then the side to move, such as
/// '9/9/9/4#4/9/9/9/9/4x4 o'. On a terminal the table of moves is renewed
/// while the engine thinks. The score is the points to expect, of 100.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The position, in quotation marks
    position: Position,
    /// Playouts [default: 200000, or as many as there is time for]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    nodes: Option<u32>,
    /// Milliseconds
    #[arg(long, value_name = "MS")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    movetime: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    /// Threads that think: one walks the tree, the others run rollouts
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
    /// Rollouts in flight, from 1 to 4, on which the result depends: not on
    /// threads [default: as many as threads]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u8).range(IN_FLIGHT))]
    in_flight: Option<u8>,
}

const IN_FLIGHT: RangeInclusive<i64> = 1..=MAX_IN_FLIGHT as i64;

/// The time between two tables.
const EVERY: Duration = Duration::from_millis(200);

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { position, nodes, movetime, seed, threads, in_flight } =
        arguments;
    let colored = stdout().is_terminal();
    say!("{}", Picture::new(position).colored(colored));
    if position.outcome().is_some() {
        say!("the game is over");
        return ExitCode::SUCCESS;
    }
    let time = movetime.map(Duration::from_millis);
    let budget = Budget { nodes: *nodes, time, ..Budget::default() };
    let budget = budget.or_nodes(200_000);
    let mut shown: Option<Instant> = None;
    let mut lines = 0;
    let in_flight = in_flight.map(usize::from);
    let in_flight = in_flight.unwrap_or_else(|| Workers::in_flight(*threads));
    let mut analyst = Analyst::on(*threads, in_flight);
    let report = analyst.think(position, budget, *seed, |report| {
        let due = shown.is_none_or(|last| last.elapsed() >= EVERY);
        if stdout().is_terminal() && due {
            shown = Some(Instant::now());
            lines = renew(lines, &table(report));
        }
    });
    renew(lines, &table(&report));
    ExitCode::SUCCESS
}

fn table(report: &Report) -> String {
    format!("{}\n{}", Scores(report), Summary(report))
}

/// Prints a text over the last one, which had `lines` lines.
fn renew(lines: usize, text: &str) -> usize {
    match lines {
        0 => say!("{text}"),
        _ => say!("\x1b[{lines}A\x1b[J{text}"),
    }
    text.lines().count()
}
