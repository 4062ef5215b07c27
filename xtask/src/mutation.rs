//! Faults on purpose: does the comparison with the reference find them?
//!
//! A copy of the project is built once as it is, and once for each fault
//! of [`faults`] with that one fault in it. The copy has its own build
//! folder, so that only what depends on the fault is compiled again.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::failure::Failure;
use crate::faults::{Comparison, Fault, faults};
use crate::shell::{CommandLine, ProcessResult};
use crate::steps::{Site, StepResult};

/// A fault may make the engine run in circles.
const LIMIT: Duration = Duration::from_secs(180);

/// The step `faults`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let copy = Copy::new(site)?;
    let result = look(&copy);
    // What stays behind only takes room.
    let _ = fs::remove_dir_all(&copy.target);
    result
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
    folder: PathBuf,
    target: PathBuf,
}

impl<'a> Copy<'a> {
    fn new(site: &'a Site<'a>) -> Result<Self, Failure> {
        let home = site.workspace.apart("faults");
        let copy = Copy {
            site,
            folder: home.join("work"),
            target: home.join("target"),
        };
        let from = site.workspace.root();
        mirror(from, &copy.folder).map_err(|error| {
            let to = copy.folder.display();
            Failure::new(format!("cannot copy the project to {to}: {error}"))
        })?;
        Ok(copy)
    }

    /// Puts the fault in, looks whether it is found, takes it out.
    fn find(&self, fault: &Fault) -> Result<String, Failure> {
        let name = fault.name;
        let path = self.folder.join("engine/src").join(fault.file);
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
        // The usual release build is thorough; this one is for speed.
        self.site
            .workspace
            .cargo("build")
            .args(["--quiet", "--release", "-p", "host-sim"])
            .dir(&self.folder)
            .env("CARGO_TARGET_DIR", &self.target)
            .env("CARGO_INCREMENTAL", "1")
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "0")
            .ok()?;
        CommandLine::new(self.target.join("release/host-sim"))
            .arg("diff")
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

/// Makes `to` like `from`, leaving files alone that are alike already, so
/// that cargo does not take them for new.
fn mirror(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(to)? {
        let there = entry?;
        if !from.join(there.file_name()).exists() {
            if there.file_type()?.is_dir() {
                fs::remove_dir_all(there.path())?;
            } else {
                fs::remove_file(there.path())?;
            }
        }
    }
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (here, there) = (entry.path(), to.join(entry.file_name()));
        if here.is_dir() {
            if is_source(&entry.file_name().to_string_lossy()) {
                mirror(&here, &there)?;
            }
        } else {
            let bytes = fs::read(&here)?;
            if fs::read(&there).ok().as_ref() != Some(&bytes) {
                fs::write(&there, bytes)?;
            }
        }
    }
    Ok(())
}

fn is_source(folder: &str) -> bool {
    let built = ["target", "node_modules"].contains(&folder);
    !built && (folder == ".cargo" || !folder.starts_with('.'))
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

    #[test]
    fn the_copy_follows_and_keeps_what_is_alike() {
        let base = std::env::temp_dir()
            .join(format!("xtask-mirror-{}", std::process::id()));
        let (from, to) = (base.join("from"), base.join("to"));
        fs::create_dir_all(from.join("src")).unwrap();
        fs::create_dir_all(from.join("target")).unwrap();
        fs::write(from.join("src/a"), "a").unwrap();
        fs::write(from.join("src/b"), "b").unwrap();
        mirror(&from, &to).unwrap();
        assert!(!to.join("target").exists());
        let time = |name| fs::metadata(to.join(name)).unwrap().modified();
        let before = time("src/a").unwrap();

        fs::remove_file(from.join("src/b")).unwrap();
        fs::write(to.join("src/c"), "stale").unwrap();
        mirror(&from, &to).unwrap();
        assert_eq!(time("src/a").unwrap(), before);
        assert!(!to.join("src/b").exists());
        assert!(!to.join("src/c").exists());
        fs::remove_dir_all(base).unwrap();
    }
}
