//! `cargo xtask test`: every check that a change has to pass.

use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use boards::{CORTEX_M0, CORTEX_M4, CORTEX_M33, RISCV, RISCV_C3};
use clap::Args;

use crate::extras::{self, Extra};
use crate::failure::Failure;
use crate::setup::{self, Need};
use crate::status::note;
use crate::steps::{self, Amount, Lane, Site, Step, StepResult};
use crate::toolchain::Toolchain;
use crate::workspace::Workspace;
use crate::{
    cluster, deny, disk, emulate, figures, firmware, floats, fuzz, heap, links,
    miri, mutation, nightly, panics, readme, reproduce, soak, web,
};

/// What it takes to build for every board.
const CHIPS: [Need; 5] = [
    Need::Chip(CORTEX_M0),
    Need::Chip(CORTEX_M4),
    Need::Chip(CORTEX_M33),
    Need::Chip(RISCV),
    Need::Chip(RISCV_C3),
];

/// The checks, in the order in which they begin: what takes longest, and what
/// others wait for, comes first, so that no core is idle at the end.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        about: "the code is laid out as rustfmt does it",
        lane: Lane::Usual,
        needs: &[Need::Rustfmt],
        extras: &[],
        check: fmt,
    },
    Step {
        name: "firmware",
        about: "the firmware of every board builds, and runs on the host",
        lane: Lane::Boards,
        needs: &CHIPS,
        extras: &[],
        check: image,
    },
    Step {
        name: "faults",
        about: "faults put into the engine on purpose are found",
        lane: Lane::Apart,
        needs: &[],
        extras: &[],
        check: mutation::check,
    },
    Step {
        name: "soak",
        about: "a hundred games with the firmware in QEMU, none restarted",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: soak::check,
    },
    Step {
        name: "web",
        about: "games on the page in a browser, with every kind of player",
        lane: Lane::Apart,
        needs: &web::CHECK_NEEDS,
        extras: &[],
        check: web::check,
    },
    Step {
        name: "unit",
        about: "unit tests, integration tests, examples in the docs",
        lane: Lane::Usual,
        needs: &[Need::Cxx, Need::Python],
        extras: &[],
        check: unit,
    },
    Step {
        name: "miri",
        about: "a conversation through engine and protocol under Miri",
        lane: Lane::Apart,
        needs: &[],
        extras: &[Extra::Miri],
        check: miri::check,
    },
    Step {
        name: "emulate",
        about: "whole conversations with emulated boards",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: emulate::check,
    },
    Step {
        name: "fuzz",
        about: "bytes that a fuzzer makes up break nothing",
        lane: Lane::Apart,
        needs: &[],
        extras: &[Extra::Fuzz],
        check: fuzz::check,
    },
    Step {
        name: "figures",
        about: "what the pages say has been measured is measured again",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: figures::check,
    },
    Step {
        name: "states",
        about: "lines of every kind in every state of a session, on all boards",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: soak::check_states,
    },
    Step {
        name: "device",
        about: "searches and games are the same on boards and desktop",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: emulate::check_positions,
    },
    Step {
        name: "readme",
        about: "the commands on the front page do what it says",
        lane: Lane::Apart,
        needs: &emulate::NEEDS,
        extras: &[],
        check: readme::check,
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
            Need::Chip(RISCV),
            Need::Chip(RISCV_C3),
        ],
        extras: &[],
        check: clippy,
    },
    Step {
        name: "diff",
        about: "engine and reference agree on rules, searches and proofs",
        lane: Lane::Apart,
        needs: &[],
        extras: &[],
        check: diff,
    },
    Step {
        name: "doc",
        about: "the documentation builds, and no page leads nowhere",
        lane: Lane::Usual,
        needs: &[],
        extras: &[],
        check: doc,
    },
    Step {
        name: "no-panic",
        about: "no panic can be reached in engine and protocol",
        lane: Lane::Boards,
        needs: &CHIPS,
        extras: &[],
        check: panics::check,
    },
    Step {
        name: "no-heap",
        about: "no image has a heap",
        lane: Lane::Boards,
        needs: &CHIPS,
        extras: &[],
        check: heap::check,
    },
    Step {
        name: "targets",
        about: "engine and protocol build for Cortex-M0+ and M4",
        lane: Lane::Boards,
        needs: &[Need::Chip(CORTEX_M0), Need::Chip(CORTEX_M4)],
        extras: &[],
        check: targets,
    },
    Step {
        name: "reproducible",
        about: "an image built by another user in another folder is the same",
        lane: Lane::Apart,
        needs: &[Need::Chip(RISCV)],
        extras: &[],
        check: reproduce::check,
    },
    Step {
        name: "cluster",
        about: "a match shared by processes is the match of one",
        lane: Lane::Apart,
        needs: &[],
        extras: &[Extra::Parallel, Extra::HyperQueue],
        check: cluster::check,
    },
    Step {
        name: "package",
        about: "engine and protocol can be published as crates",
        lane: Lane::Apart,
        needs: &[],
        extras: &[],
        check: package,
    },
    Step {
        name: "deny",
        about: "licences, sources and bans of what is built in",
        lane: Lane::Apart,
        needs: &[],
        extras: &[Extra::Deny],
        check: deny::check,
    },
    Step {
        name: "no-float",
        about: "the engine calculates in integers only",
        lane: Lane::Apart,
        needs: &[Need::Chip(CORTEX_M0)],
        extras: &[],
        check: floats::check,
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

    /// Install what only some steps use, and fail if a step is not run
    #[arg(long)]
    strict: bool,

    /// Not these checks but the long ones, which take hours
    #[arg(long)]
    nightly: bool,

    /// Of the long ones only enough to show that they can run
    #[arg(long, requires = "nightly")]
    trial: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let (all, amount) = match (self.nightly, self.trial) {
            (false, _) => (STEPS, Amount::Check),
            (true, false) => (nightly::STEPS, Amount::Night),
            (true, true) => (nightly::STEPS, Amount::Trial),
        };
        let chosen = steps::select(all, &self.steps)?;
        if self.list {
            for step in chosen {
                println!("{:<12} {}", step.name, step.about);
            }
            return Ok(true);
        }
        let shortage = disk::shortage(workspace.target());
        if let Some(line) = shortage.filter(|_| self.steps.is_empty()) {
            note(&line);
        }
        let needs: Vec<_> =
            chosen.iter().flat_map(|step| step.needs.iter().copied()).collect();
        let site = setup::ensure(workspace, &needs)?;
        let site = Site { amount, ..site };
        if self.strict {
            let extras = chosen.iter().flat_map(|step| step.extras);
            extras::install(workspace, extras.copied());
        }
        Ok(steps::run(&chosen, &site, self.strict))
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
    as_far_as_it_goes(site.toolchain)
}

/// A part that was not looked at is none that is good.
fn as_far_as_it_goes(toolchain: Toolchain) -> StepResult {
    match toolchain {
        Toolchain::Rustup => Ok(vec![]),
        Toolchain::Debian => Err(Failure::left_out(
            "clippy on the firmware, with which Debian's Rust does not come; \
             on the host, and of the compiler, there are no warnings",
        )),
    }
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
    counted(&text)
}

/// How many tests have passed, if any.
pub(crate) fn counted(text: &str) -> StepResult {
    match passed(text) {
        0 => Err(Failure::new("no test was run").output(text)),
        count => Ok(vec![format!("{count} tests")]),
    }
}

/// The sum over the result lines of all test programs.
fn passed(text: &str) -> u32 {
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
    counted(&text)
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
        for all in [STEPS, nightly::STEPS] {
            for (index, step) in all.iter().enumerate() {
                let Step { name, about, .. } = step;
                assert!(all[..index].iter().all(|s| s.name != *name));
                assert!(name.len() <= 12, "{name} widens the table");
                assert!(!about.is_empty());
            }
        }
    }

    /// Clippy that has not seen the firmware has not passed.
    #[test]
    fn a_part_without_clippy_is_not_run() {
        assert!(as_far_as_it_goes(Toolchain::Rustup).is_ok());
        let left_out = as_far_as_it_goes(Toolchain::Debian).unwrap_err();
        let why = left_out.why_left_out().unwrap();
        assert!(why.starts_with("clippy on the firmware"), "{why}");
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
        assert_eq!(counted(text).unwrap(), ["13 tests"]);
        assert!(counted("running 0 tests\n").is_err());
    }
}
