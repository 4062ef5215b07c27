//! `cargo xtask fuzz`: lets libFuzzer look for bytes that break a property.
//!
//! The properties are in `fuzz/src`, one file each; what libFuzzer keeps goes
//! to the build folder, what is worth keeping for ever to `fuzz/corpus`.

use std::fs;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};

use crate::extras::{Extra, nightly};
use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::status::say;
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

/// What is tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FuzzTarget {
    /// One line of text
    Line,
    /// A whole conversation
    Session,
    /// A whole conversation, in lines that mean something
    Script,
    /// A position as text
    Notation,
    /// Moves made and taken back
    Game,
    /// Boards, options, pools, searches
    Search,
}

impl FuzzTarget {
    const ALL: [FuzzTarget; 6] = [
        FuzzTarget::Line,
        FuzzTarget::Session,
        FuzzTarget::Script,
        FuzzTarget::Notation,
        FuzzTarget::Game,
        FuzzTarget::Search,
    ];

    const fn name(self) -> &'static str {
        match self {
            FuzzTarget::Line => "line",
            FuzzTarget::Session => "session",
            FuzzTarget::Script => "script",
            FuzzTarget::Notation => "notation",
            FuzzTarget::Game => "game",
            FuzzTarget::Search => "search",
        }
    }

    /// Executions that take a few seconds.
    const fn few(self) -> u64 {
        match self {
            FuzzTarget::Line => 40_000,
            FuzzTarget::Notation => 200_000,
            FuzzTarget::Session | FuzzTarget::Script => 4_000,
            FuzzTarget::Game | FuzzTarget::Search => 400,
        }
    }

    /// How many times the usual time a long run takes: an execution of these is
    /// deep, and slow.
    const fn weight(self) -> u32 {
        match self {
            FuzzTarget::Session | FuzzTarget::Search => 3,
            FuzzTarget::Script | FuzzTarget::Game => 2,
            FuzzTarget::Line | FuzzTarget::Notation => 1,
        }
    }

    /// The longest input that is tried.
    const fn length(self) -> u32 {
        match self {
            FuzzTarget::Line | FuzzTarget::Notation => 200,
            _ => 1500,
        }
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// What to try [default: everything]
    #[arg(value_enum)]
    target: Option<FuzzTarget>,

    /// How many executions of each [default: some that take seconds]
    #[arg(long, value_name = "N", conflicts_with = "minutes")]
    runs: Option<u64>,

    /// How many minutes for each
    #[arg(long, value_name = "N")]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    minutes: Option<u64>,
}

/// When it is enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Budget {
    /// So many executions.
    Runs(u64),
    /// So much time.
    Time(Duration),
}

impl Budget {
    /// How libFuzzer calls it.
    fn argument(self) -> String {
        match self {
            Budget::Runs(runs) => format!("-runs={runs}"),
            Budget::Time(time) => format!("-max_total_time={}", time.as_secs()),
        }
    }

    /// The fewest executions that are no mistake.
    const fn least(self) -> u64 {
        match self {
            Budget::Runs(runs) => runs,
            Budget::Time(_) => 1,
        }
    }
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        if let Some(told) = Extra::Fuzz.missing(workspace) {
            return Err(Failure::new(told));
        }
        for target in FuzzTarget::ALL {
            if self.target.is_none_or(|asked| asked == target) {
                let minutes = |it| Duration::from_secs(60 * it);
                let budget = match self.minutes.map(minutes) {
                    Some(time) => Budget::Time(time),
                    None => Budget::Runs(self.runs.unwrap_or(target.few())),
                };
                cargo(workspace, target, budget)?.show()?;
                say(&format!("{}: nothing found", target.name()));
            }
        }
        Ok(true)
    }
}

/// `cargo xtask test fuzz`: a short look with each.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    look(site, |target| Budget::Runs(target.few()))
}

/// Tries everything for so long each, and longer what is slow.
pub(crate) fn check_for(site: &Site<'_>, time: Duration) -> StepResult {
    look(site, |target| Budget::Time(time * target.weight()))
}

/// Tries everything, and tells how often it was.
fn look(site: &Site<'_>, budget: impl Fn(FuzzTarget) -> Budget) -> StepResult {
    let told = FuzzTarget::ALL.into_iter().map(|target| {
        let budget = budget(target);
        let text = cargo(site.workspace, target, budget)?.ok()?;
        let executed = judge(target.name(), budget.least(), &text)?;
        Ok(format!("{}: {executed} executions", target.name()))
    });
    told.collect()
}

/// What libFuzzer says at the end about how often it was.
const EXECUTED: &str = "stat::number_of_executed_units:";

/// How often the fuzzer tried something, if it did what it was told to.
fn judge(name: &str, wanted: u64, text: &str) -> Result<u64, Failure> {
    let executed = text.lines().find_map(|line| {
        line.trim().strip_prefix(EXECUTED)?.trim().parse::<u64>().ok()
    });
    match executed {
        Some(executed) if executed >= wanted => Ok(executed),
        found => {
            let found = found.map_or("nothing".into(), |n| n.to_string());
            Err(Failure::new(format!(
                "{name}: {found} was executed of {wanted}"
            ))
            .output(text))
        }
    }
}

fn cargo(
    workspace: &Workspace,
    target: FuzzTarget,
    budget: Budget,
) -> Result<CommandLine, Failure> {
    let name = target.name();
    let build = workspace.apart("fuzz");
    // The first folder is written to, the second only read.
    let found = build.join("corpus").join(name);
    fs::create_dir_all(&found).map_err(|error| {
        Failure::new(format!("cannot make {}: {error}", found.display()))
    })?;
    // There is no `unsafe` code for a sanitizer to watch over.
    Ok(nightly(workspace, "fuzz")
        .args(["run", "--features", "libfuzzer", "--sanitizer", "none"])
        .arg("--target-dir")
        .arg(&build)
        .arg(name)
        .arg(&found)
        .arg(workspace.root().join("fuzz/corpus").join(name))
        .args(["--", "-print_final_stats=1"])
        .arg(budget.argument())
        .arg(format!("-max_len={}", target.length()))
        .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_executions_or_time() {
        let hour = Budget::Time(Duration::from_secs(3600));
        assert_eq!(hour.argument(), "-max_total_time=3600");
        let told = judge("game", hour.least(), "").unwrap_err().to_string();
        assert!(told.contains("nothing was executed of 1"), "{told}");
        assert_eq!(Budget::Runs(7).argument(), "-runs=7");
    }

    #[test]
    fn what_is_slow_has_more_time() {
        use FuzzTarget::{Search, Session};
        let slow = |it: &FuzzTarget| matches!(it, Session | Search);
        let (deep, others): (Vec<_>, Vec<_>) =
            FuzzTarget::ALL.into_iter().partition(slow);
        let least = deep.into_iter().map(FuzzTarget::weight).min();
        let most = others.into_iter().map(FuzzTarget::weight).max();
        assert!(least > most && most >= Some(1));
    }

    #[test]
    fn a_fuzzer_that_does_nothing_is_noticed() {
        let done = "Done 400 runs\nstat::number_of_executed_units: 412\n";
        assert_eq!(judge("game", 400, done).unwrap(), 412);
        for text in ["", "Done 400 runs\n", &done.replace("412", "7")] {
            let told = judge("game", 400, text).unwrap_err().to_string();
            assert!(told.contains("was executed of 400"), "{told}");
        }
    }
}
