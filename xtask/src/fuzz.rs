//! `cargo xtask fuzz`: lets libFuzzer look for bytes that break a property.
//!
//! The properties are in `fuzz/src`, one file each; what libFuzzer keeps goes
//! to the build folder, what is worth keeping for ever to `fuzz/corpus`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};

use crate::extras::{Extra, nightly};
use crate::failure::Failure;
use crate::shell::{CommandLine, ProcessResult};
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
    /// This number of executions.
    Runs(u64),
    /// This time.
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
    let mut told = vec![control(site)?];
    told.extend(look(site, |target| Budget::Runs(target.few()))?);
    Ok(told)
}

/// A property that does not hold, of bytes that have to be found.
const CONTROL: &str = "control";
/// Many times what finding them takes.
const ENOUGH: u64 = 2_000_000;
/// What breaks it says so.
const BROKEN: &str = "the bytes that break this have been found";

/// Fails unless the fuzzer finds what breaks a property.
fn control(site: &Site<'_>) -> Result<String, Failure> {
    let folder = site.workspace.apart("fuzz").join(CONTROL);
    // What an earlier run has kept would make it easy.
    let _ = fs::remove_dir_all(&folder);
    let corpus = folder.join("corpus");
    make(&corpus)?;
    let ended = start(site.workspace, CONTROL)
        .arg(&corpus)
        .args(["--", "-seed=1", "-max_len=16"])
        .arg(Budget::Runs(ENOUGH).argument())
        .arg(format!("-artifact_prefix={}/", folder.display()))
        .capture()?;
    found(&ended)?;
    Ok("what breaks the control is found".into())
}

fn found(ended: &ProcessResult) -> Result<(), Failure> {
    let ProcessResult { code, text } = ended;
    let parts = [BROKEN, "SUMMARY: libFuzzer: deadly signal"];
    if *code != Some(0) && parts.iter().all(|part| text.contains(part)) {
        return Ok(());
    }
    let what = "the fuzzer does not find what breaks the control";
    Err(Failure::new(what).output(text))
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
    // The first folder is written to, the second only read.
    let found = workspace.apart("fuzz").join("corpus").join(name);
    make(&found)?;
    Ok(start(workspace, name)
        .arg(&found)
        .arg(workspace.root().join("fuzz/corpus").join(name))
        .args(["--", "-print_final_stats=1"])
        .arg(budget.argument())
        .arg(format!("-max_len={}", target.length())))
}

fn make(folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        Failure::new(format!("cannot make {}: {error}", folder.display()))
    })
}

/// The fuzzer of this name.
fn start(workspace: &Workspace, name: &str) -> CommandLine {
    // There is no `unsafe` code for a sanitizer to watch over.
    nightly(workspace, "fuzz")
        .args(["run", "--features", "libfuzzer", "--sanitizer", "none"])
        // What was found is tried again by `fuzz/tests/replay.rs`, which
        // names its lines.
        .env("CARGO_PROFILE_RELEASE_DEBUG", "none")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .arg("--target-dir")
        .arg(workspace.apart("fuzz"))
        .arg(name)
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
    fn the_control_has_to_be_broken() {
        let told = format!("{BROKEN}\nSUMMARY: libFuzzer: deadly signal\n");
        let ended = |code, text: &str| {
            found(&ProcessResult { code: Some(code), text: text.into() })
        };
        assert!(ended(1, &told).is_ok());
        for (code, text) in [(0, told.as_str()), (1, "Done 9 runs"), (1, "")] {
            assert!(ended(code, text).is_err(), "{text}");
        }
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
