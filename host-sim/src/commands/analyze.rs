//! `host-sim analyze`: what the engine thinks of one position.

use std::io::{IsTerminal, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{Position, Report};
use protocol::{Picture, Scores, Summary};

use crate::analysis::Analyst;
use crate::arguments::{count, number};
use crate::players::Budget;

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
}

/// The time between two tables.
const EVERY: Duration = Duration::from_millis(200);

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let Arguments { position, nodes, movetime, seed } = arguments;
    let colored = stdout().is_terminal();
    println!("{}", Picture::new(position).colored(colored));
    if position.outcome().is_some() {
        println!("the game is over");
        return ExitCode::SUCCESS;
    }
    let time = movetime.map(Duration::from_millis);
    let budget = Budget { nodes: *nodes, time, ..Budget::default() };
    let budget = budget.or_nodes(200_000);
    let mut shown: Option<Instant> = None;
    let mut lines = 0;
    let report = Analyst::new().think(position, budget, *seed, |report| {
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
    if lines > 0 {
        print!("\x1b[{lines}A\x1b[J");
    }
    println!("{text}");
    text.lines().count()
}
