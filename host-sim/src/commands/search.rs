//! The part of `host-sim diff` that is about the search.

use std::num::NonZeroUsize;
use std::ops::Range;

use clap::Args;

use crate::arguments::{count, number};
use crate::progress::Progress;
use crate::{BoardSize, lockstep, proofs};

/// What is to be compared instead of the rules.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Options {
    /// Compare the search instead of the rules, node by node
    #[arg(long, conflicts_with_all = ["replay", "read"])]
    search: bool,
    /// The number of searches to compare
    #[arg(long, value_name = "N", default_value = "2000")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    searches: u64,
    /// Check what the search proves by alpha-beta, on every board up to 5x5
    /// and in late positions of the large ones
    #[arg(long, conflicts_with_all = ["replay", "read", "search"])]
    #[arg(conflicts_with = "size")]
    proofs: bool,
    /// Only the search with this number
    #[arg(long, value_name = "NUMBER")]
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

impl Options {
    pub(super) fn check(self) -> Option<SearchCheck> {
        let Options { search, searches, proofs, only } = self;
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
        threads: NonZeroUsize,
    ) -> Result<String, String> {
        match self {
            SearchCheck::Nodes { searches, only } => {
                run_searches(numbers(searches, only), seed, size, threads)
            }
            SearchCheck::Proofs { only } => {
                let cases = proofs::cases(positions.unwrap_or(200));
                run_proofs(numbers(cases, only), seed, threads)
            }
        }
    }
}

fn numbers(count: u64, only: Option<u64>) -> Range<u64> {
    match only {
        Some(number) => number..number.saturating_add(1),
        None => 0..count,
    }
}

fn run_searches(
    numbers: Range<u64>,
    seed: u64,
    size: Option<BoardSize>,
    threads: NonZeroUsize,
) -> Result<String, String> {
    let searches = numbers.end - numbers.start;
    let progress = Progress::new(searches, "searches");
    let result =
        lockstep::run(numbers, seed, size, threads, || progress.add(1));
    progress.finish();
    result.map_err(|divergence| divergence.to_string())?;
    eprintln!("{:.0} searches a second", progress.rate());
    Ok(format!("{searches} searches, 0 differences"))
}

fn run_proofs(
    numbers: Range<u64>,
    seed: u64,
    threads: NonZeroUsize,
) -> Result<String, String> {
    let cases = numbers.end - numbers.start;
    let progress = Progress::new(cases, "searches");
    let result = proofs::run(numbers, seed, threads, || progress.add(1));
    progress.finish();
    let counts = result.map_err(|wrong| wrong.to_string())?;
    let proofs::ProofCounts { checked, roots, skipped } = counts;
    eprintln!("{roots} searches decided, {skipped} proofs not checked");
    Ok(format!("{checked} proofs checked, 0 wrong"))
}
