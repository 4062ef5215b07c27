//! `cargo xtask fuzz`: lets libFuzzer look for bytes that break a property.
//!
//! The properties are in `fuzz/src`, one file each; what libFuzzer keeps goes
//! to the build folder, what is worth keeping for ever to `fuzz/corpus`.

use std::fs;

use clap::{Args, ValueEnum};

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
    #[arg(long, value_name = "N")]
    runs: Option<u64>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        if let Some(told) = Extra::Fuzz.missing(workspace) {
            return Err(Failure::new(told));
        }
        for target in FuzzTarget::ALL {
            if self.target.is_none_or(|asked| asked == target) {
                let runs = self.runs.unwrap_or(target.few());
                say(&look(workspace, target, runs, CommandLine::show)?);
            }
        }
        Ok(true)
    }
}

/// `cargo xtask test fuzz`: a short look with each.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let told = FuzzTarget::ALL.into_iter().map(|target| {
        let wanted = target.few();
        let mut text = String::new();
        let told = look(site.workspace, target, wanted, |command| {
            command.ok().map(|printed| text = printed)
        })?;
        judge(target.name(), wanted, &text).map(|()| told)
    });
    told.collect()
}

/// What libFuzzer says at the end about how often it was.
const EXECUTED: &str = "stat::number_of_executed_units:";

/// Looks whether the fuzzer did what it was told to.
fn judge(name: &str, wanted: u64, text: &str) -> Result<(), Failure> {
    let executed = text.lines().find_map(|line| {
        line.trim().strip_prefix(EXECUTED)?.trim().parse::<u64>().ok()
    });
    match executed {
        Some(executed) if executed >= wanted => Ok(()),
        found => {
            let found = found.map_or("nothing".into(), |n| n.to_string());
            Err(Failure::new(format!(
                "{name}: {found} was executed of {wanted}"
            ))
            .output(text))
        }
    }
}

/// Tries one, and tells how often it was.
fn look(
    workspace: &Workspace,
    target: FuzzTarget,
    runs: u64,
    with: impl FnOnce(CommandLine) -> Result<(), Failure>,
) -> Result<String, Failure> {
    with(cargo(workspace, target, runs)?)?;
    Ok(format!("{}: {runs} executions", target.name()))
}

fn cargo(
    workspace: &Workspace,
    target: FuzzTarget,
    runs: u64,
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
        .arg(format!("-runs={runs}"))
        .arg(format!("-max_len={}", target.length()))
        .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fuzzer_that_does_nothing_is_noticed() {
        let done = "Done 400 runs\nstat::number_of_executed_units: 412\n";
        assert!(judge("game", 400, done).is_ok());
        for text in ["", "Done 400 runs\n", &done.replace("412", "7")] {
            let told = judge("game", 400, text).unwrap_err().to_string();
            assert!(told.contains("was executed of 400"), "{told}");
        }
    }
}
