//! `host-sim states`: every line in every state of a session.

use std::process::{Command, ExitCode};

use boards::DevBoard;
use clap::Args;

use super::emulate::hurried;
use super::exit_code;
use crate::arguments::{ShardOption, count, number};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::states::StateTable;

/// Type every line in every state of a session, and wait.
///
/// The states are those of PROTOCOL.md: a search with and without an end, one
/// that is settled, pondering, counting, a person's game, half a line, and so
/// on. After each line the program is waited on for longer than a board's
/// watchdog would wait. It must not restart, must refuse with one line, must
/// answer every `go` once, and must then start a new game.
///
/// With --shard several nights or computers share the cells: their parts add
/// up to all of them.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The board whose image an emulator runs
    #[arg(long, default_value = "qemu", conflicts_with = "command")]
    board: DevBoard,
    /// How long to wait after each line, in milliseconds of the board's clock
    #[arg(long, value_name = "MS", default_value = "3500")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    wait: u64,
    /// Every how many cells one is tried
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = count::<usize>, conflicts_with = "shard")]
    every: usize,
    /// How many cells to try, spread over all of them
    #[arg(long, value_name = "N", conflicts_with_all = ["every", "shard"])]
    #[arg(value_parser = count::<usize>)]
    sample: Option<usize>,
    #[command(flatten)]
    part: ShardOption,
    /// Another program and its arguments
    #[arg(value_name = "COMMAND", trailing_var_arg = true)]
    command: Vec<String>,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    exit_code(try_all(arguments), 1)
}

fn try_all(arguments: &Arguments) -> Result<(), String> {
    let &Arguments { board, wait, every, sample, part, ref command } =
        arguments;
    let every = sample.map_or(every, StateTable::every);
    if !StateTable::is_even(every) {
        return Err(format!(
            "--every {every} would never try some of the lines: take \
             another number"
        ));
    }
    let mut command = command.clone();
    if command.is_empty() {
        command = hurried(board)
            .map_err(|error| format!("{error}: {}", error.next()))?;
    }
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]);
    let mut table = StateTable::new(&mut program, wait);
    let missing = table.missing_words()?;
    if !missing.is_empty() {
        let words = missing.join(", ");
        return Err(format!("the table of states lacks {words}"));
    }
    let cells = (0..StateTable::cells()).step_by(every);
    let cells = cells.filter(|&cell| part.shard.has(cell as u64));
    let cells = Vec::from_iter(cells);
    let all = cells.len();
    let progress = Progress::new(all as u64, "cells");
    let mut defects = 0;
    for cell in cells {
        if let Err(defect) = table.try_cell(cell) {
            let (state, line) = (defect.state, defect.line);
            remark!("{state}, {line:?}: {}", defect.what);
            defects += 1;
        }
        progress.add(1);
    }
    progress.finish();
    if defects > 0 {
        return Err(format!("{defects} of {all} cells are wrong"));
    }
    let (lines, states) = (StateTable::lines(), StateTable::states());
    say!("{lines} lines in {states} states");
    say!("{all} cells, all as they should be");
    Ok(())
}
