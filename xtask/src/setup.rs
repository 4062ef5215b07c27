//! `cargo xtask setup`: installs what is missing.
//!
//! The other commands call [`ensure`] with what they need, so that a
//! clean checkout works without a separate set-up.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use clap::Args;

use crate::apt;
use crate::emulate;
use crate::extras;
use crate::failure::Failure;
use crate::lock;
use crate::shell::CommandLine;
use crate::status::{note, say};
use crate::steps::{Amount, Site};
use crate::toolchain::{self, Toolchain, missing_debian_packages};
use crate::workspace::Workspace;

/// Something that a command cannot do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// The crates that `Cargo.lock` names.
    Crates,
    /// rustfmt, as `cargo fmt`.
    Rustfmt,
    /// Clippy, as `cargo clippy`.
    Clippy,
    /// A Rust that builds for this target.
    Chip(&'static str),
    /// A compiler for C++, in which players of other programs are written.
    Cxx,
    /// Python, in which libraries of players are used.
    Python,
    /// The emulator of Arm boards.
    Qemu,
    /// The emulator of RISC-V boards.
    QemuRiscv,
    /// The emulator of the Raspberry Pi Pico, and Node to run it.
    PicoEmulator,
    /// The emulator of the Pico 2 and the micro:bit v2, and Python to run it.
    Unicorn,
    /// What the page is built and checked with, and Node to run it.
    WebPackages,
    /// A browser, to check the page in.
    Chromium,
    /// Valgrind, and gungraun's runner in the version of `Cargo.lock`.
    Gungraun,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Install what only some checks use as well: nightly Rust with Miri,
    /// cargo-fuzz, cargo-deny, GNU parallel, HyperQueue
    #[arg(long)]
    extras: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        // The benches' tools are left to `cargo xtask bench`.
        let usual = [Need::Rustfmt, Need::Clippy, Need::Cxx];
        let needs = [&usual[..], &emulate::NEEDS];
        let site = ensure(workspace, &needs.concat())?;
        say("rustfmt, clippy, g++, QEMU, rp2040js and Unicorn are there.");
        if self.extras {
            extras::install_all(workspace)?;
            say(
                "Miri, cargo-fuzz, cargo-deny, parallel, HyperQueue are there.",
            );
        }
        say(match site.toolchain {
            Toolchain::Rustup => {
                "Microcontroller builds use the installed Rust."
            }
            Toolchain::Debian => "Microcontroller builds use Debian's Rust.",
        });
        say("Next: cargo xtask test");
        Ok(true)
    }
}

/// Installs what is missing of `needs`, and tells which Rust builds for
/// the microcontrollers among them.
pub(crate) fn ensure<'a>(
    workspace: &'a Workspace,
    needs: &[Need],
) -> Result<Site<'a>, Failure> {
    let mut chips = Vec::new();
    for need in needs {
        match need {
            Need::Crates => crates(workspace)?,
            Need::Rustfmt => component(workspace, "rustfmt", "fmt")?,
            Need::Clippy => component(workspace, "clippy", "clippy")?,
            Need::Cxx => program(workspace, "g++", "g++")?,
            Need::Python => program(workspace, "python3", "python3")?,
            Need::Qemu => {
                program(workspace, "qemu-system-arm", "qemu-system-arm")?;
            }
            Need::QemuRiscv => {
                program(workspace, "qemu-system-riscv32", "qemu-system-misc")?;
            }
            Need::PicoEmulator => {
                node_packages(workspace, &workspace.project().emulators())?;
            }
            Need::WebPackages => {
                node_packages(workspace, &workspace.root().join("web"))?;
            }
            Need::Chromium => program(workspace, "chromium", "chromium")?,
            Need::Unicorn => install_unicorn(workspace)?,
            Need::Gungraun => gungraun(workspace)?,
            Need::Chip(target) => chips.push(*target),
        }
    }
    chips.sort_unstable();
    chips.dedup();
    let toolchain = microcontrollers(&chips, workspace)?;
    Ok(Site { workspace, toolchain, amount: Amount::Check })
}

/// Without a network, this works if everything is there already.
fn crates(workspace: &Workspace) -> Result<(), Failure> {
    let fetch = || workspace.cargo("fetch").arg("--locked");
    if fetch().arg("--offline").works() {
        return Ok(());
    }
    fetch().show().map_err(|failure| {
        failure.next(
            "see that this computer reaches the internet, for the crates that \
             Cargo.lock names; then once more",
        )
    })
}

fn component(
    workspace: &Workspace,
    name: &str,
    command: &str,
) -> Result<(), Failure> {
    if workspace.cargo(command).arg("--version").works() {
        return Ok(());
    }
    note(&format!("Installing {name}: `cargo {command}` is missing."));
    CommandLine::new("rustup").args(["component", "add", name]).show().map_err(
        |failure| {
            failure.next(format!(
                "install {name} as you installed Rust, so that \
                 `cargo {command} --version` works"
            ))
        },
    )
}

/// Can this program be run here?
pub(crate) fn is_there(program: &str) -> bool {
    CommandLine::new(program).arg("--version").works()
}

fn program(
    workspace: &Workspace,
    name: &str,
    package: &str,
) -> Result<(), Failure> {
    if is_there(name) {
        return Ok(());
    }
    note(&format!("`{name}` is missing."));
    apt::install(&[package], workspace.consent())
}

/// Installs what the folder's lock file names.
fn node_packages(workspace: &Workspace, folder: &Path) -> Result<(), Failure> {
    program(workspace, "node", "nodejs")?;
    let wanted = fs::read(folder.join("package-lock.json")).ok();
    // npm has nothing to say about what is installed as it should be.
    let mark = folder.join("node_modules").join("installed.json");
    if wanted.is_some() && fs::read(&mark).ok() == wanted {
        return Ok(());
    }
    program(workspace, "npm", "npm")?;
    CommandLine::new("npm")
        .args(["ci", "--no-audit", "--no-fund"])
        .dir(folder)
        .ok()
        .map_err(|failure| {
            failure.next("see whether npm reaches its registry")
        })?;
    fs::write(&mark, wanted.unwrap_or_default()).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", mark.display()))
    })
}

/// Makes a Python environment in the build folder, with what
/// `requirements.txt` names.
fn install_unicorn(workspace: &Workspace) -> Result<(), Failure> {
    let project = workspace.project();
    let list = project.unicorn_emulator().join("requirements.txt");
    let folder = project.unicorn_python();
    let wanted = fs::read(&list).ok();
    let mark = folder.join("installed.txt");
    if wanted.is_some() && fs::read(&mark).ok() == wanted {
        return Ok(());
    }
    note(&format!("Installing Unicorn in {}.", folder.display()));
    python(workspace, &folder, &["--requirement".as_ref(), list.as_os_str()])?;
    fs::write(&mark, wanted.unwrap_or_default()).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", mark.display()))
    })
}

/// Makes a Python environment in this folder, with what `pip` is told.
pub(crate) fn python(
    workspace: &Workspace,
    folder: &Path,
    what: &[&OsStr],
) -> Result<(), Failure> {
    program(workspace, "python3", "python3")?;
    let create = || {
        CommandLine::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(folder)
            .ok()
    };
    // Debian has a part of `venv` in a package of its own.
    if create().is_err() {
        apt::install(&["python3-venv"], workspace.consent())?;
        create().map_err(|failure| {
            failure.next(format!(
                "see that this works: python3 -m venv {}",
                folder.display()
            ))
        })?;
    }
    CommandLine::new(folder.join("bin").join("python"))
        .args(["-m", "pip", "install", "--quiet"])
        .args(what)
        .ok()
        .map(drop)
        .map_err(|failure| {
            failure.next("see whether pip reaches its index, pypi.org")
        })
}

fn gungraun(workspace: &Workspace) -> Result<(), Failure> {
    let lock = workspace.root().join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| {
        Failure::new(format!("cannot read Cargo.lock: {error}"))
            .next("cargo generate-lockfile")
    })?;
    let Some(version) = lock::version(&lock, "gungraun") else {
        note("No bench counts instructions yet: gungraun not needed.");
        return Ok(());
    };
    program(workspace, "valgrind", "valgrind")?;
    let installed = CommandLine::new("gungraun-runner").arg("--version").ok();
    if installed.is_ok_and(|text| speaks_of(&text, &version)) {
        return Ok(());
    }
    note(&format!(
        "Installing gungraun-runner {version}: the benches need that \
         very version."
    ));
    workspace
        .cargo("install")
        .args(["gungraun-runner", "--locked", "--version"])
        .arg(format!("={version}"))
        .show()
}

fn speaks_of(text: &str, version: &str) -> bool {
    text.split_whitespace().any(|word| word == version)
}

fn microcontrollers(
    targets: &[&str],
    workspace: &Workspace,
) -> Result<Toolchain, Failure> {
    let asked = workspace.toolchain();
    if asked != Some(Toolchain::Debian) {
        let missing: Vec<_> = targets
            .iter()
            .filter(|target| !toolchain::has_core(target))
            .collect();
        if missing.is_empty() {
            return Ok(Toolchain::Rustup);
        }
        match add_targets(&missing) {
            Ok(()) => return Ok(Toolchain::Rustup),
            Err(failure) if asked.is_some() => {
                let next = "leave out --toolchain to use Debian's Rust";
                return Err(failure.next(next));
            }
            Err(failure) => note(&format!(
                "{failure}rustup cannot: Debian's Rust will do instead. \
                 (rustup, from https://rustup.rs, needs no administrator.)"
            )),
        }
    }
    note("Debian's Rust builds `core` from source.");
    // The name of the linker may not be known before the first of them are
    // there.
    for _ in 0..2 {
        let missing = missing_debian_packages();
        if missing.is_empty() {
            break;
        }
        let names: Vec<_> = missing.iter().map(String::as_str).collect();
        apt::install(&names, workspace.consent())?;
    }
    Ok(Toolchain::Debian)
}

/// Whether images for this target can be built without installing packages of
/// the system. What rustup has to fetch for that, it fetches.
pub(crate) fn builds_for(workspace: &Workspace, target: &str) -> bool {
    let is_debian = workspace.toolchain() == Some(Toolchain::Debian);
    if !is_debian
        && (toolchain::has_core(target)
            || (is_there("rustup") && add_targets(&[&target]).is_ok()))
    {
        return true;
    }
    missing_debian_packages().is_empty()
}

fn add_targets(targets: &[&&str]) -> Result<(), Failure> {
    note("Installing Rust targets that are missing.");
    CommandLine::new("rustup").args(["target", "add"]).args(targets).show()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_very_version_will_do() {
        assert!(speaks_of("gungraun-runner 0.17.0\n", "0.17.0"));
        assert!(!speaks_of("gungraun-runner 0.17.01\n", "0.17.0"));
        assert!(!speaks_of("", "0.17.0"));
    }

    #[test]
    fn nothing_needed_installs_nothing() {
        let workspace = Workspace::find();
        let ready = ensure(&workspace, &[]).unwrap();
        assert_eq!(ready.toolchain, Toolchain::Rustup);
    }
}
