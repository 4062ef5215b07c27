//! `host-sim perft`: counting move sequences and positions.

use std::collections::HashSet;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use engine::Position;

use super::exit_code;
use crate::arguments::count;
use crate::output::{self, has_reader, say};
use crate::reference::{self, Spot};
use crate::setup::parse_cell;
use crate::{BoardSize, Setup};

/// Count the move sequences of each length from the empty board.
///
/// The numbers are known for the classic 6x7 board: 7, 49, 343, 2401,
/// 16807, 117649, 823536, 5673234, 39394572, 268031646.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Rows and columns, such as 9x12
    #[arg(long, value_name = "RxC", default_value = "6x7")]
    size: BoardSize,
    /// The forbidden cell: row from the bottom, column from the left
    #[arg(long = "block", value_name = "R,C", value_parser = parse_cell)]
    forbidden: Option<Spot>,
    /// The length of the longest sequences
    #[arg(long, value_name = "D")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    depth: u32,
    /// Count with the reference instead of the engine
    #[arg(long)]
    reference: bool,
    /// Count different positions instead of sequences
    #[arg(long)]
    distinct: bool,
    /// Print the reference's table of both, as the tests read it
    #[arg(long, conflicts_with_all = ["distinct", "reference"])]
    table: bool,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let setup = arguments.size.with(arguments.forbidden);
    let printed = setup.map(|setup| print(arguments, setup));
    let explain = |why| format!("the forbidden cell is outside: {why}");
    exit_code(printed.map_err(explain), 2)
}

fn print(arguments: &Arguments, setup: Setup) {
    let &Arguments { depth, reference, distinct, table, .. } = arguments;
    if table {
        output::print(format_args!("{}", table_text(setup, depth)));
    } else if distinct {
        let start = Instant::now();
        let counts = if reference {
            reference::distinct(&setup.game(), depth)
        } else {
            distinct_by_key(&mut setup.position(), depth)
        };
        for (ply, count) in counts.iter().enumerate() {
            say!("{ply:2} {count:>15} positions");
        }
        say!("{:.2} s", start.elapsed().as_secs_f64());
    } else {
        for depth in (1..=depth).take_while(|_| has_reader()) {
            let start = Instant::now();
            let count = if reference {
                reference::perft(&mut setup.game(), depth)
            } else {
                engine::perft(&setup.position(), depth)
            };
            let seconds = start.elapsed().as_secs_f64();
            let rate = count as f64 / seconds.max(1e-9) / 1e6;
            say!(
                "{depth:2} {count:>15} sequences {seconds:9.3} s \
                 {rate:8.2} million/s"
            );
        }
    }
}

/// The reference's table for a board: how to make it again, the board, then
/// for each number of moves the sequences and the different positions.
fn table_text(setup: Setup, depth: u32) -> String {
    let mut game = setup.game();
    let block = setup.forbidden.map_or(String::new(), |(row, column)| {
        format!(" --block {},{}", row + 1, column + 1)
    });
    let mut text = format!(
        "# host-sim perft --size {}{block} --depth {depth} --table\n\
         # moves, sequences, positions\n\
         {setup}\n",
        setup.size
    );
    let distinct = reference::distinct(&game, depth);
    for (depth, distinct) in (0..=depth).zip(distinct) {
        let sequences = reference::perft(&mut game, depth);
        text += &format!("{depth} {sequences} {distinct}\n");
    }
    text
}

/// The number of positions with different keys after each number of moves,
/// from none to `plies`.
#[must_use]
pub fn distinct_by_key(start: &mut Position, plies: u32) -> Vec<u64> {
    let mut counts = vec![0; plies as usize + 1];
    visit(start, &mut counts, &mut HashSet::new());
    counts
}

/// Counts this position and those after it, unless it was met before: then
/// they were met as well, for its stones say how many moves are left.
fn visit(position: &mut Position, counts: &mut [u64], met: &mut HashSet<u64>) {
    let Some((count, later)) = counts.split_first_mut() else { return };
    if !met.insert(position.key()) {
        return;
    }
    *count += 1;
    if later.is_empty() {
        return;
    }
    for column in position.legal_columns() {
        if position.play(column).is_ok() {
            visit(position, later, met);
            position.undo();
        }
    }
}
