//! The part of `host-sim diff` that is about the search.

use std::num::NonZeroUsize;

use clap::Args;

use crate::arguments::{count, number};
use crate::output::remark;
use crate::progress::Progress;
use crate::{BoardSize, Shard, lockstep, proofs};

/// What is to be compared instead of the rules.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct SearchArguments {
    /// Compare the search instead of the rules, node by node
    #[arg(long, conflicts_with_all = ["replay", "read"])]
    search: bool,
    /// The number of searches to compare
    #[arg(long, value_name = "N", default_value = "2000")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    #[arg(requires = "search")]
    searches: u64,
    /// Check what the search proves by alpha-beta, on every board up to 5x5
    /// and in late positions of the large ones
    #[arg(long, conflicts_with_all = ["replay", "read", "search"])]
    #[arg(conflicts_with = "size")]
    proofs: bool,
    /// Only the search with this number
    #[arg(long, value_name = "NUMBER", conflicts_with = "shard")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    only: Option<u64>,
}

/// What about the search is checked.
#[derive(Clone, Copy, Debug)]
pub(super) enum SearchCheck {
    /// Every node, in a number of searches or in one.
    Nodes { searches: u64, only: Option<u64> },
    /// Every proof, or those of one case.
    Proofs { only: Option<u64> },
}

impl SearchArguments {
    pub(super) fn check(self) -> Option<SearchCheck> {
        let SearchArguments { search, searches, proofs, only } = self;
        if proofs {
            return Some(SearchCheck::Proofs { only });
        }
        search.then_some(SearchCheck::Nodes { searches, only })
    }
}

impl SearchCheck {
    pub(super) fn run(
        self,
        positions: Option<u64>,
        seed: u64,
        size: Option<BoardSize>,
        shard: Shard,
        threads: NonZeroUsize,
    ) -> Result<String, String> {
        match self {
            SearchCheck::Nodes { searches, only } => {
                let numbers = numbers(searches, only, shard);
                run_searches(&numbers, seed, size, threads)
            }
            SearchCheck::Proofs { only } => {
                let cases = proofs::cases(positions.unwrap_or(200));
                run_proofs(&numbers(cases, only, shard), seed, threads)
            }
        }
    }
}

fn numbers(count: u64, only: Option<u64>, shard: Shard) -> Vec<u64> {
    match only {
        Some(number) => vec![number],
        None => (0..count).filter(|&number| shard.has(number)).collect(),
    }
}

fn run_searches(
    numbers: &[u64],
    seed: u64,
    size: Option<BoardSize>,
    threads: NonZeroUsize,
) -> Result<String, String> {
    let searches = numbers.len() as u64;
    let numbers = numbers.iter().copied();
    let progress = Progress::new(searches, "searches");
    let result =
        lockstep::run(numbers, seed, size, threads, || progress.add(1));
    progress.finish();
    result.map_err(|divergence| divergence.to_string())?;
    remark!("{:.0} searches a second", progress.rate());
    Ok(format!("{searches} searches, 0 differences"))
}

fn run_proofs(
    numbers: &[u64],
    seed: u64,
    threads: NonZeroUsize,
) -> Result<String, String> {
    let cases = numbers.len() as u64;
    let numbers = numbers.iter().copied();
    let progress = Progress::new(cases, "searches");
    let result = proofs::run(numbers, seed, threads, || progress.add(1));
    progress.finish();
    let counts = result.map_err(|wrong| wrong.to_string())?;
    let proofs::ProofCounts { checked, roots, skipped } = counts;
    remark!("{roots} searches decided, {skipped} proofs not checked");
    Ok(format!("{checked} proofs checked, 0 wrong"))
}
