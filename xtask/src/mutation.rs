//! Faults on purpose: does the comparison with the reference find them?
//!
//! In a copy of the project the comparison is built once as it is, and once
//! for each fault of [`faults`] with that one fault in it. It is a program of
//! its own, of the engine and those parts of host-sim that `host-sim diff`
//! compares with: everything else would be built in vain. The copy has its own
//! build folder and is gone afterwards.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use tempfile::TempDir;

use crate::failure::Failure;
use crate::faults::{Comparison, Fault, faults};
use crate::shell::{CommandLine, ProcessResult};
use crate::sources;
use crate::steps::{Site, StepResult};

/// The program that compares, and its package in the copy of the project, whose
/// versions of crates it has.
const PROGRAM: &str = include_str!("../comparison.rs");
const PACKAGE: &str = r#"[package]
name = "comparison"
edition.workspace = true
[[bin]]
name = "comparison"
path = "../host-sim/src/comparison.rs"
[dependencies]
engine = { workspace = true, features = ["book", "stats"] }
rand_core.workspace = true
rand_xoshiro.workspace = true
thiserror.workspace = true
"#;
const MEMBERS: &str = "members = [";

/// A fault may make the engine run in circles.
const LIMIT: Duration = Duration::from_secs(180);

/// The step `faults`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    look(&Copy::new(site)?)
}

fn look(copy: &Copy<'_>) -> StepResult {
    for comparison in Comparison::ALL {
        let sound = copy.compare(comparison)?;
        if sound.code != Some(0) {
            let what = "without a fault, engine and reference must agree";
            return Err(Failure::new(what)
                .output(sound.text)
                .next("cargo xtask test diff"));
        }
    }
    let mut told = Vec::new();
    let mut missed = Vec::new();
    for fault in &faults() {
        match copy.find(fault) {
            Ok(mismatch) => {
                let name = fault.name;
                told.push(format!("fault {name}: found: {mismatch}"));
            }
            Err(failure) => missed.push(failure.to_string()),
        }
    }
    if missed.is_empty() {
        return Ok(vec![format!("{} faults, all of them found", told.len())]);
    }
    let what = format!("{} of {} faults", missed.len(), faults().len());
    Err(Failure::new(format!("{what} went wrong, see above"))
        .output(told.join("\n") + "\n" + &missed.concat()))
}

/// The project's second home, where faults are put in.
struct Copy<'a> {
    site: &'a Site<'a>,
    /// The sources and what is built of them.
    home: TempDir,
}

impl<'a> Copy<'a> {
    fn new(site: &'a Site<'a>) -> Result<Self, Failure> {
        let target = site.workspace.target();
        let cannot = |error: io::Error| {
            let to = target.display();
            Failure::new(format!("cannot copy the project to {to}: {error}"))
        };
        let home =
            TempDir::with_prefix_in("faults-", target).map_err(cannot)?;
        let copy = Copy { site, home };
        let root = site.workspace.root();
        sources::copy(root, &copy.sources()).map_err(cannot)?;
        copy.write_package().map_err(cannot)?;
        Ok(copy)
    }

    fn sources(&self) -> PathBuf {
        self.home.path().join("work")
    }

    fn write_package(&self) -> io::Result<()> {
        let sources = self.sources();
        let folder = sources.join("comparison");
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("Cargo.toml"), PACKAGE)?;
        fs::write(sources.join("host-sim/src/comparison.rs"), PROGRAM)?;
        let top = sources.join("Cargo.toml");
        let manifest = fs::read_to_string(&top)?;
        let member = format!("{MEMBERS}\"comparison\", ");
        fs::write(top, manifest.replacen(MEMBERS, &member, 1))
    }

    fn target(&self) -> PathBuf {
        self.home.path().join("target")
    }

    /// Puts the fault in, looks whether it is found, takes it out.
    fn find(&self, fault: &Fault) -> Result<String, Failure> {
        let name = fault.name;
        let path = self.sources().join("engine/src").join(fault.file);
        let disk = |error: io::Error| {
            let file = fault.file;
            Failure::new(format!("fault {name}: engine/src/{file}: {error}"))
        };
        let sound = fs::read_to_string(&path).map_err(disk)?;
        fs::write(&path, fault.apply(&sound)?).map_err(disk)?;
        let ended = self.compare(fault.comparison());
        fs::write(&path, &sound).map_err(disk)?;
        let ended = ended.map_err(|failure| {
            Failure::new(format!("fault {name}: cannot tell, see above"))
                .output(failure.to_string())
                .next("a fault has to compile, and the engine to end")
        })?;
        verdict(name, &ended)
    }

    fn compare(
        &self,
        comparison: Comparison,
    ) -> Result<ProcessResult, Failure> {
        self.site
            .workspace
            .cargo("build")
            .args(["--quiet", "--release", "-p", "comparison"])
            .dir(&self.sources())
            .env("CARGO_TARGET_DIR", self.target())
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "2")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .ok()?;
        CommandLine::new(self.target().join("release/comparison"))
            .args(comparison.options())
            .limit(LIMIT)
            .capture()
    }
}

/// The mismatch line of a comparison that found the fault.
fn verdict(name: &str, ended: &ProcessResult) -> Result<String, Failure> {
    let line = ended.text.lines().find(|line| {
        let line = line.trim_start().to_ascii_lowercase();
        line.starts_with("mismatch")
    });
    match (ended.code, line) {
        (Some(1), Some(line)) => Ok(line.trim().to_owned()),
        (Some(0), _) => Err(Failure::new(format!(
            "fault {name}: not found: engine and reference seem to agree"
        ))
        .next("compare more in host-sim's diff, so that this shows")),
        (code, _) => Err(Failure::new(format!(
            "fault {name}: the comparison broke off ({}) instead of \
             reporting a mismatch",
            code.map_or("signal".into(), |code| format!("exit code {code}"))
        ))
        .output(ended.text.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: i32, text: &str) -> ProcessResult {
        ProcessResult { code: Some(code), text: text.into() }
    }

    #[test]
    fn a_mismatch_is_what_is_wanted() {
        let ended = ended(1, "100 positions\nmismatch: hash of 4/4/4/4 x\n");
        let line = verdict("a", &ended).unwrap();
        assert_eq!(line, "mismatch: hash of 4/4/4/4 x");
    }

    #[test]
    fn agreement_is_a_fault_not_found() {
        let told = verdict("a", &ended(0, "0 mismatches\n"));
        let told = told.unwrap_err().to_string();
        assert!(told.contains("fault a: not found"), "{told}");
    }

    #[test]
    fn a_crash_is_no_answer() {
        for ended in [ended(101, "mismatch\n"), ended(1, "usage: diff\n")] {
            let told = verdict("a", &ended).unwrap_err().to_string();
            assert!(told.contains("broke off"), "{told}");
        }
    }
}
