//! `host-sim bench`: one number that stands for how the engine plays.

use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use engine::{BENCH_NODES, Bench};

use crate::OwnedEngine;

/// Search fixed positions and make one number of what is found.
///
/// The number is the same on every machine. A change of the code that keeps
/// it does not change how the engine plays.
#[derive(Args, Clone, Copy, Debug)]
pub struct Arguments {}

/// Runs the command.
#[must_use]
pub fn run(_: &Arguments) -> ExitCode {
    let mut engine = OwnedEngine::new(BENCH_NODES);
    let mut bench = Bench::new();
    let start = Instant::now();
    while bench.step(&mut engine, 1_000) {}
    let seconds = start.elapsed().as_secs_f64().max(1e-6);
    let rate = bench.playouts() as f64 / seconds;
    println!("playouts   {}", bench.playouts());
    println!("evicted    {}", bench.evicted());
    println!("a second   {rate:.0}");
    println!("signature  {:016x}", bench.signature());
    ExitCode::SUCCESS
}
