//! `host-sim diff`: engine against reference.

use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use super::search;
use crate::BoardSize;
use crate::arguments::{ShardOption, count, number, threads};
use crate::diff::{Case, Mismatch, Plan, read, replay, run as run_plan};
use crate::output::{remark, say};
use crate::parallel::{all_cores, capped, tell_cap};
use crate::progress::Progress;

/// Play random games on the engine and on the reference and compare them.
///
/// After every move and after every move taken back, everything is
/// compared: legal columns, landing cells and refusals, stones, end of the
/// game, winning stones and cells, keys, the mirror image, and the notation
/// written and read by both. About one position in four is also written
/// with mistakes, which both must refuse, or read alike. Nothing is left
/// out or sampled.
///
/// With --shard several processes share a run: what they compare adds up to
/// the whole.
///
/// The last line says how many positions were compared. A mismatch ends the
/// run with exit code 1 and one line that says how to see it again.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The number of positions to compare
    ///
    /// [default: 1000000, or 200 late positions with --proofs]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    positions: Option<u64>,
    /// The same seed gives the same games on any number of threads
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    /// Only boards of this size, such as 9x12
    #[arg(long, value_name = "RxC")]
    size: Option<BoardSize>,
    /// The number of threads, at most one for each core, which is the default
    #[arg(long, value_name = "T")]
    #[arg(value_parser = threads, allow_negative_numbers = true)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    part: ShardOption,
    /// Compare along one game, such as '9x12#5,6 4 3 - 5'
    #[arg(long, value_name = "GAME", conflicts_with = "read")]
    #[arg(conflicts_with_all = RUN)]
    replay: Option<Case>,
    /// Compare how both read this text (may be given several times)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = RUN)]
    read: Vec<String>,
    #[command(flatten)]
    search: search::SearchArguments,
}

/// What says something about a run, and nothing about one game or text.
const RUN: [&str; 5] = ["positions", "seed", "size", "threads", "shard"];

impl Arguments {
    fn threads(&self) -> NonZeroUsize {
        capped(self.threads.unwrap_or_else(all_cores), NonZeroUsize::MIN)
    }
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    tell_cap(arguments.threads, NonZeroUsize::MIN, "tasks");
    let result = compare(arguments);
    let (Ok(text) | Err(text)) = &result;
    say!("{text}");
    ExitCode::from(u8::from(result.is_err()))
}

/// The last line of the output, or the mismatch.
fn compare(arguments: &Arguments) -> Result<String, String> {
    let result = if let Some(case) = &arguments.replay {
        replay(case).map(|text| format!("no mismatch on the way to {text}"))
    } else if !arguments.read.is_empty() {
        read(&arguments.read).map(|positions| {
            let texts = arguments.read.len();
            format!("no mismatch: {positions} of {texts} texts accepted")
        })
    } else if let Some(check) = arguments.search.check() {
        let &Arguments { positions, seed, size, .. } = arguments;
        let shard = arguments.part.shard;
        return check.run(positions, seed, size, shard, arguments.threads());
    } else {
        compare_games(arguments)
    };
    result.map_err(|mismatch| mismatch.to_string())
}

fn compare_games(arguments: &Arguments) -> Result<String, Box<Mismatch>> {
    let &Arguments { seed, size, .. } = arguments;
    let positions = arguments.positions.unwrap_or(1_000_000);
    let threads = arguments.threads();
    let shard = arguments.part.shard;
    let plan = Plan::new(positions, seed, size).zip(0..);
    let plan = plan.filter(|(_, number)| shard.has(*number));
    let progress = Progress::new(shard.share_of(positions), "positions");
    let compared = AtomicU64::new(0);
    let done = |positions| {
        compared.fetch_add(positions, Ordering::Relaxed);
        progress.add(positions);
    };
    let batches = plan.map(|(batch, _)| batch);
    let result = run_plan(batches, seed, threads, done);
    progress.finish();
    result?;
    let positions = compared.into_inner();
    remark!("{:.0} positions a second", progress.rate());
    Ok(format!("{positions} positions, 0 mismatches"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct CommandLine {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn there_are_no_more_threads_than_cores() {
        let threads = |words: &[&str]| {
            let words = ["diff"].iter().chain(words);
            CommandLine::parse_from(words).arguments.threads().get()
        };
        let cores = all_cores().get();
        assert_eq!(threads(&[]), cores);
        assert_eq!(threads(&["--threads", "1"]), 1);
        assert_eq!(threads(&["--threads", &(cores + 1).to_string()]), cores);
        assert_eq!(threads(&["--threads", "100000"]), cores);
    }
}
