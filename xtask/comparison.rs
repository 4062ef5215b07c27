//! `host-sim diff` without the rest of host-sim, built anew for every fault that
//! `cargo xtask test faults` puts into the engine: it lies beside host-sim's
//! modules there.

#![allow(dead_code, unused_macros)]

mod dice;
mod diff;
mod lockstep;
mod output;
mod owned_engine;
mod parallel;
mod reference;
mod rollout_queue;
mod setup;

use std::env;
use std::num::NonZeroUsize;
use std::process::ExitCode;

use owned_engine::OwnedEngine;
use setup::{BoardSize, Setup, SetupError};

const SEED: u64 = 1;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let [what, count] = &words[..] else { return ExitCode::from(2) };
    let result = match (what.as_str(), count.parse()) {
        ("positions", Ok(count)) => rules(count),
        ("searches", Ok(count)) => searches(count),
        _ => return ExitCode::from(2),
    };
    let (Ok(text) | Err(text)) = &result;
    println!("{text}");
    ExitCode::from(u8::from(result.is_err()))
}

fn threads() -> NonZeroUsize {
    parallel::all_cores()
}

fn rules(positions: u64) -> Result<String, String> {
    let plan = diff::Plan::new(positions, SEED, None);
    let result = diff::run(plan, SEED, threads(), |_| ());
    result.map_err(|mismatch| mismatch.to_string())?;
    Ok(format!("{positions} positions, 0 mismatches"))
}

fn searches(searches: u64) -> Result<String, String> {
    let result = lockstep::run(0..searches, SEED, None, threads(), || ());
    result.map_err(|divergence| divergence.to_string())?;
    Ok(format!("{searches} searches, 0 differences"))
}
