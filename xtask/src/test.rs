//! `cargo xtask test`: every check that a change has to pass.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use boards::{CORTEX_M0, CORTEX_M4, CORTEX_M33};
use clap::Args;

use crate::failure::Failure;
use crate::setup::{self, Need};
use crate::steps::{self, Lane, Site, Step, StepResult};
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;
use crate::{
    deny, emulate, firmware, floats, fuzz, heap, links, miri, mutation, panics,
    readme, soak,
};

/// What it takes to build for every board.
const CHIPS: [Need; 3] =
    [Need::Chip(CORTEX_M0), Need::Chip(CORTEX_M4), Need::Chip(CORTEX_M33)];

/// The checks, in the order in which they run.
const STEPS: [Step; 19] = [
    Step {
        name: "fmt",
        about: "the code is laid out as rustfmt does it",
        lane: Lane::Usual,
        needs: &[Need::Rustfmt],
        check: fmt,
    },
    Step {
        name: "clippy",
        about: "no warnings, on the host and in the firmware",
        lane: Lane::Usual,
        needs: &[
            Need::Clippy,
            Need::Chip(CORTEX_M0),
            Need::Chip(CORTEX_M4),
            Need::Chip(CORTEX_M33),
        ],
        check: clippy,
    },
    Step {
        name: "doc",
        about: "the documentation builds, and no page leads nowhere",
        lane: Lane::Usual,
        needs: &[],
        check: doc,
    },
    Step {
        name: "unit",
        about: "unit tests, integration tests, examples in the docs",
        lane: Lane::Usual,
        needs: &[],
        check: unit,
    },
    Step {
        name: "targets",
        about: "engine and protocol build for Cortex-M0+ and M4",
        lane: Lane::Usual,
        needs: &[Need::Chip(CORTEX_M0), Need::Chip(CORTEX_M4)],
        check: targets,
    },
    Step {
        name: "firmware",
        about: "the firmware of every board builds, and runs on the host",
        lane: Lane::Boards,
        needs: &CHIPS,
        check: image,
    },
    Step {
        name: "no-panic",
        about: "no panic can be reached in engine and protocol",
        lane: Lane::Boards,
        needs: &CHIPS,
        check: panics::check,
    },
    Step {
        name: "no-heap",
        about: "no image has a heap",
        lane: Lane::Boards,
        needs: &CHIPS,
        check: heap::check,
    },
    Step {
        name: "soak",
        about: "a hundred games with the firmware in QEMU, none restarted",
        lane: Lane::Games,
        needs: &emulate::NEEDS,
        check: soak::check,
    },
    Step {
        name: "emulate",
        about: "whole conversations with emulated boards",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        check: emulate::check,
    },
    Step {
        name: "device",
        about: "searches and games are the same on boards and desktop",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        check: emulate::check_positions,
    },
    Step {
        name: "diff",
        about: "engine and reference agree on rules, searches and proofs",
        lane: Lane::Usual,
        needs: &[],
        check: diff,
    },
    Step {
        name: "package",
        about: "engine and protocol can be published as crates",
        lane: Lane::Usual,
        needs: &[],
        check: package,
    },
    Step {
        name: "readme",
        about: "the commands on the front page do what it says",
        lane: Lane::Boards,
        needs: &emulate::NEEDS,
        check: readme::check,
    },
    Step {
        name: "deny",
        about: "licences, sources and advisories of what is built in",
        lane: Lane::Usual,
        needs: &[],
        check: deny::check,
    },
    Step {
        name: "fuzz",
        about: "bytes that a fuzzer makes up break nothing",
        lane: Lane::Apart,
        needs: &[],
        check: fuzz::check,
    },
    Step {
        name: "miri",
        about: "a conversation through engine and protocol under Miri",
        lane: Lane::Apart,
        needs: &[],
        check: miri::check,
    },
    Step {
        name: "no-float",
        about: "the engine calculates in integers only",
        lane: Lane::Apart,
        needs: &[Need::Chip(CORTEX_M0)],
        check: floats::check,
    },
    Step {
        name: "faults",
        about: "faults put into the engine on purpose are found",
        lane: Lane::Apart,
        needs: &[],
        check: mutation::check,
    },
];

#[derive(Args)]
pub(crate) struct Arguments {
    /// The steps to run [default: all]
    #[arg(value_name = "STEP")]
    steps: Vec<String>,

    /// Say what the steps are, and run none
    #[arg(long)]
    list: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let chosen = steps::select(&STEPS, &self.steps)?;
        if self.list {
            for step in chosen {
                println!("{:<10} {}", step.name, step.about);
            }
            return Ok(true);
        }
        let needs: Vec<_> =
            chosen.iter().flat_map(|step| step.needs.iter().copied()).collect();
        let site = setup::ensure(workspace, &needs)?;
        Ok(steps::run(&chosen, &site))
    }
}

fn fmt(site: &Site<'_>) -> StepResult {
    site.workspace
        .cargo("fmt")
        .args(["--all", "--check", "--", "--color", "never"])
        .ok()
        .map_err(|failure| failure.next("cargo fmt --all"))?;
    Ok(vec![])
}

fn clippy(site: &Site<'_>) -> StepResult {
    let strict = ["--all-targets", "--", "-D", "warnings"];
    site.workspace.cargo("clippy").args(strict).ok()?;
    firmware::lint(site)?;
    Ok(match site.toolchain {
        Toolchain::Rustup => vec![],
        Toolchain::Debian => {
            vec!["firmware: compiler's warnings only, no clippy".into()]
        }
    })
}

fn doc(site: &Site<'_>) -> StepResult {
    site.workspace
        .cargo("doc")
        .arg("--no-deps")
        .env("RUSTDOCFLAGS", "-D warnings")
        .ok()?;
    Ok(vec![format!("{} links", links::check(site.workspace)?)])
}

fn unit(site: &Site<'_>) -> StepResult {
    let text = site.workspace.cargo("test").arg("--no-fail-fast").ok()?;
    Ok(vec![format!("{} tests", passed(&text))])
}

/// The sum over the result lines of all test programs.
pub(crate) fn passed(text: &str) -> u32 {
    text.lines()
        .filter_map(|line| line.strip_prefix("test result: ok. "))
        .filter_map(|line| line.split_once(" passed"))
        .filter_map(|(count, _)| count.parse::<u32>().ok())
        .sum()
}

fn targets(site: &Site<'_>) -> StepResult {
    for target in [CORTEX_M0, CORTEX_M4] {
        site.toolchain
            .cargo(site.workspace, "build", target)
            .args([
                "--release",
                "-p",
                "pocketfour-engine",
                "-p",
                "pocketfour-protocol",
            ])
            .ok()?;
    }
    Ok(vec![])
}

fn image(site: &Site<'_>) -> StepResult {
    firmware::build(site)?;
    let tests = ["-p", "firmware"];
    let text = site.workspace.cargo("test").args(tests).ok()?;
    Ok(vec![format!("{} tests", passed(&text))])
}

/// Each is built from the files that would be published, and only those.
///
/// Cargo takes a published crate to be the same for ever, and so builds the
/// protocol with the first engine of this version that it ever packaged in
/// a folder. A folder of its own for each run makes it the engine of today.
fn package(site: &Site<'_>) -> StepResult {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let folder = format!("package-{}", now.as_nanos());
    let folder = site.workspace.apart(&folder);
    let result = site
        .workspace
        .cargo("package")
        .args([
            "-p",
            "pocketfour-engine",
            "-p",
            "pocketfour-protocol",
            "--allow-dirty",
            "--offline",
        ])
        .arg("--target-dir")
        .arg(&folder)
        .ok();
    // What stays behind does no harm, and the next run does not look at it.
    let _ = fs::remove_dir_all(&folder);
    result.map(|_| vec![])
}

fn diff(site: &Site<'_>) -> StepResult {
    let rules = ["--positions", "1500000", "--seed", "1"];
    let search = ["--search", "--searches", "2500"];
    let proofs = ["--proofs"];
    let comparisons: [&[&str]; 3] = [&rules, &search, &proofs];
    let mut told = Vec::new();
    for comparison in comparisons {
        let diff = site.workspace.host_sim("diff").args(comparison);
        told.extend(diff.last_line()?);
    }
    Ok(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_can_be_told_from_the_others() {
        for (index, step) in STEPS.iter().enumerate() {
            assert!(STEPS[..index].iter().all(|s| s.name != step.name));
            assert!(step.name.len() <= 10, "{} widens the table", step.name);
            assert!(!step.about.is_empty());
        }
    }

    #[test]
    fn passed_tests_are_added_up() {
        let text = "\
running 2 tests
test result: ok. 2 passed; 0 failed; 0 ignored

   Doc-tests engine
test result: ok. 11 passed; 0 failed; 0 ignored
";
        assert_eq!(passed(text), 13);
        assert_eq!(passed(""), 0);
    }
}
