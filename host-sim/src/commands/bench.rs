//! `host-sim bench`: one number that stands for how the engine plays, or how
//! fast the rivals search.

use std::ops::RangeInclusive;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, value_parser};
use engine::{BENCH_NODES, Bench, MAX_IN_FLIGHT};

use super::exit_code;
use crate::output::say;
use crate::{OwnedEngine, rivals};

/// Search fixed positions and make one number of what is found.
///
/// The number is the same on every machine. A change of the code that keeps
/// it does not change how the engine plays.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {
    /// Measure the rivals instead: iterations a second, and iterations in
    /// the time of a random game by the reference's rules
    #[arg(long)]
    rivals: bool,
    /// Rollouts in flight, from 1 to 4: the number depends on it
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = value_parser!(u8).range(IN_FLIGHT))]
    #[arg(conflicts_with = "rivals")]
    in_flight: u8,
}

const IN_FLIGHT: RangeInclusive<i64> = 1..=MAX_IN_FLIGHT as i64;

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    if arguments.rivals {
        run_rivals()
    } else {
        run_engine(arguments.in_flight.into())
    }
}

fn run_rivals() -> ExitCode {
    say!("position          player                 a second  a random game");
    let result = rivals::measure(|speed| {
        let rivals::RivalSpeed { position, player, rate, ratio } = speed;
        say!("{position:<16}  {player:<20}  {rate:>9.0}  {ratio:>13.1}");
    });
    exit_code(result.map_err(|failure| failure.why), 1)
}

fn run_engine(in_flight: usize) -> ExitCode {
    let mut engine = OwnedEngine::new(BENCH_NODES);
    let mut bench = Bench::with_in_flight(in_flight);
    let start = Instant::now();
    while bench.step(&mut engine, 1_000) {}
    let seconds = start.elapsed().as_secs_f64().max(1e-6);
    let rate = bench.playouts() as f64 / seconds;
    say!("playouts   {}", bench.playouts());
    say!("evicted    {}", bench.evicted());
    say!("a second   {rate:.0}");
    say!("signature  {:016x}", bench.signature());
    ExitCode::SUCCESS
}
