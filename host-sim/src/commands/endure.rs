//! `host-sim endure`: very many playouts on one tree.

use std::process::ExitCode;

use clap::Args;
use engine::generator;

use super::exit_code;
use crate::OwnedEngine;
use crate::arguments::{count, number};
use crate::audit::{Audit, audit};
use crate::output::say;
use crate::players::DEFAULT_POOL;
use crate::progress::Progress;
use crate::{BoardSize, Setup};

/// Grow one tree for very long, and look at all of it again and again.
///
/// It looks for what can never be: a move that is not legal, a node with
/// fewer visits than its children, a mean beyond certain victory, a proof
/// that follows from nothing. To see numbers that overflow as well, build it
/// with `--profile checked` instead of `--release`.
#[derive(Args, Debug)]
pub struct Arguments {
    /// How many playouts
    #[arg(long, value_name = "N", default_value = "100000000")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    playouts: u64,
    /// How many of them between two looks at the tree
    #[arg(long, value_name = "N", default_value = "1000000")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    every: u32,
    /// The board, such as 9x12 or 9x12#5,6
    #[arg(long, value_name = "BOARD", default_value = "12x12#1,6")]
    board: Setup,
    /// The same seed grows the same tree
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    exit_code(endure(arguments).map(|text| say!("{text}")), 1)
}

fn endure(arguments: &Arguments) -> Result<String, String> {
    let &Arguments { playouts, every, board, seed } = arguments;
    let game = board.game();
    let mut engine = OwnedEngine::new(DEFAULT_POOL);
    engine.set_position(&board.position());
    let mut rng = generator(seed);
    let progress = Progress::new(playouts, "playouts");
    let (mut done, mut looks, mut last) = (0, 0, Audit::default());
    while done < playouts {
        let portion = playouts.saturating_sub(done).min(every.into()) as u32;
        let more = engine.step(portion, &mut rng);
        done += u64::from(more);
        last = audit(&engine, &game)
            .map_err(|broken| format!("after {done} playouts: {broken}"))?;
        looks += 1;
        let visits = u64::from(engine.report().visits);
        if visits != done || engine.report().playouts != done {
            return Err(format!("{visits} visits by {done} playouts"));
        }
        progress.add(more.into());
        if more < portion {
            break;
        }
    }
    progress.finish();
    let BoardSize { rows, columns } = board.size;
    let report = engine.report();
    let end = match report.proof {
        Some(proof) => format!(", then {proof:?}"),
        None => String::new(),
    };
    Ok(format!(
        "{done} playouts on {rows}x{columns}{end}: sound each of {looks} \
         times; {} nodes, {} deep, {} entries used again",
        last.nodes, last.depth, report.evicted
    ))
}
