//! The part of `host-sim diff` that is about the search.

use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::Args;

use crate::arguments::{count, number};
use crate::progress::Progress;
use crate::{Size, lockstep};

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
    /// Only the search with this number
    #[arg(long, value_name = "NUMBER", requires = "search")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    only: Option<u64>,
}

/// What about the search is checked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject {
    /// Every node, for the searches with these numbers.
    Nodes(u64, u64),
}

impl Options {
    pub(super) fn subject(self) -> Option<Subject> {
        let numbers = match self.only {
            Some(number) => (number, number.saturating_add(1)),
            None => (0, self.searches),
        };
        self.search.then_some(Subject::Nodes(numbers.0, numbers.1))
    }
}

impl Subject {
    pub(super) fn run(
        self,
        _positions: Option<u64>,
        seed: u64,
        size: Option<Size>,
        threads: NonZeroUsize,
    ) -> ExitCode {
        let result = match self {
            Subject::Nodes(start, end) => {
                run_searches(start..end, seed, size, threads)
            }
        };
        match result {
            Ok(text) => {
                println!("{text}");
                ExitCode::SUCCESS
            }
            Err(text) => {
                println!("{text}");
                ExitCode::FAILURE
            }
        }
    }
}

fn run_searches(
    numbers: std::ops::Range<u64>,
    seed: u64,
    size: Option<Size>,
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
