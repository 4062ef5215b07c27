//! `cargo xtask setup`: installs what is missing.
//!
//! The other commands call [`ensure`] with what they need, so that a
//! clean checkout works without a separate set-up.

use std::fs;
use std::io::{self, IsTerminal};

use clap::Args;

use crate::emulate;
use crate::extras;
use crate::failure::Failure;
use crate::lock;
use crate::shell::CommandLine;
use crate::status::{note, say};
use crate::steps::Site;
use crate::toolchain::{self, DEBIAN_PACKAGES, Toolchain};
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
    /// The emulator of Arm boards.
    Qemu,
    /// The emulator of the Raspberry Pi Pico, and Node to run it.
    PicoEmulator,
    /// The emulator of the Pico 2 and the micro:bit v2, and Python to run it.
    Unicorn,
    /// Valgrind, and gungraun's runner in the version of `Cargo.lock`.
    Gungraun,
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Install what only some checks use as well: nightly Rust with Miri,
    /// cargo-fuzz, cargo-deny
    #[arg(long)]
    extras: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        // The benches' tools are left to `cargo xtask bench`.
        let needs = [&[Need::Rustfmt, Need::Clippy][..], &emulate::NEEDS];
        let site = ensure(workspace, &needs.concat())?;
        say("rustfmt, clippy, QEMU, rp2040js and Unicorn are there.");
        if self.extras {
            extras::install(workspace)?;
            say("Miri, cargo-fuzz and cargo-deny are there.");
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
            Need::Qemu => program("qemu-system-arm", "qemu-system-arm")?,
            Need::PicoEmulator => install_pico_emulator(workspace)?,
            Need::Unicorn => install_unicorn(workspace)?,
            Need::Gungraun => gungraun(workspace)?,
            Need::Chip(target) => chips.push(*target),
        }
    }
    chips.sort_unstable();
    chips.dedup();
    let toolchain = microcontrollers(&chips, workspace.toolchain())?;
    Ok(Site { workspace, toolchain })
}

/// Without a network, this works if everything is there already.
fn crates(workspace: &Workspace) -> Result<(), Failure> {
    let fetched = workspace.cargo("fetch").args(["--quiet", "--locked"]).ok();
    fetched.map(drop).map_err(|failure| {
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

fn program(name: &str, package: &str) -> Result<(), Failure> {
    if CommandLine::new(name).arg("--version").works() {
        return Ok(());
    }
    note(&format!("Installing {package}: `{name}` is missing."));
    packages(&[package])
}

fn install_pico_emulator(workspace: &Workspace) -> Result<(), Failure> {
    program("node", "nodejs")?;
    let folder = workspace.project().pico_emulator();
    let wanted = fs::read(folder.join("package-lock.json")).ok();
    // npm has nothing to say about what is installed as it should be.
    let mark = folder.join("node_modules").join("installed.json");
    if wanted.is_some() && fs::read(&mark).ok() == wanted {
        return Ok(());
    }
    program("npm", "npm")?;
    CommandLine::new("npm")
        .args(["ci", "--no-audit", "--no-fund"])
        .dir(&folder)
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
    program("python3", "python3")?;
    note(&format!("Installing Unicorn in {}.", folder.display()));
    let create = || {
        CommandLine::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&folder)
            .ok()
    };
    // Debian has a part of `venv` in a package of its own.
    if create().is_err() {
        packages(&["python3-venv"])?;
        create().map_err(|failure| {
            failure.next(format!(
                "see that this works: python3 -m venv {}",
                folder.display()
            ))
        })?;
    }
    CommandLine::new(folder.join("bin").join("python"))
        .args(["-m", "pip", "install", "--quiet", "--requirement"])
        .arg(&list)
        .ok()
        .map_err(|failure| {
            failure.next("see whether pip reaches its index, pypi.org")
        })?;
    fs::write(&mark, wanted.unwrap_or_default()).map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", mark.display()))
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
    program("valgrind", "valgrind")?;
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
    asked: Option<Toolchain>,
) -> Result<Toolchain, Failure> {
    if asked != Some(Toolchain::Debian) {
        let missing: Vec<_> = targets
            .iter()
            .filter(|target| !toolchain::has_core(target))
            .collect();
        if missing.is_empty() {
            return Ok(Toolchain::Rustup);
        }
        note("Installing Rust targets that are missing.");
        let added = CommandLine::new("rustup")
            .args(["target", "add"])
            .args(&missing)
            .show();
        match added {
            Ok(()) => return Ok(Toolchain::Rustup),
            Err(failure) if asked.is_some() => {
                let next = "leave out --toolchain to use Debian's Rust";
                return Err(failure.next(next));
            }
            Err(failure) => note(&format!(
                "{failure}rustup cannot: using Debian's Rust instead."
            )),
        }
    }
    let missing: Vec<_> = DEBIAN_PACKAGES
        .into_iter()
        .filter(|package| !has_package(package))
        .collect();
    if !missing.is_empty() {
        note("Installing Debian's Rust, which builds `core` from source.");
        packages(&missing)?;
    }
    Ok(Toolchain::Debian)
}

fn has_package(name: &str) -> bool {
    CommandLine::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", name])
        .ok()
        .is_ok_and(|status| status == "installed")
}

/// Is there a sudo that does not ask, or a terminal where it can ask?
fn has_sudo() -> bool {
    let sudo = || CommandLine::new("sudo");
    sudo().args(["-n", "true"]).works()
        || (io::stdin().is_terminal() && sudo().arg("-v").works())
}

/// Installs Debian packages: as root, or through sudo; else says what to
/// type.
fn packages(names: &[&str]) -> Result<(), Failure> {
    let names = names.join(" ");
    if !CommandLine::new("apt-get").arg("--version").works() {
        let what = format!("{names} missing, and no apt-get to install it");
        return Err(Failure::new(what)
            .next("install it with your system's package manager"));
    }
    let root = CommandLine::new("id").arg("-u").ok();
    let root = root.is_ok_and(|user| user.trim() == "0");
    if !root && !has_sudo() {
        let what = format!("only an administrator can install {names}");
        return Err(Failure::new(what).next(format!(
            "sudo apt-get update && sudo apt-get install -y {names}"
        )));
    }
    let apt_get = || {
        let run = if root {
            CommandLine::new("apt-get")
        } else {
            CommandLine::new("sudo").arg("apt-get")
        };
        run.env("DEBIAN_FRONTEND", "noninteractive").arg("-q")
    };
    let install = ["install", "-y", "--no-install-recommends"];
    // A failed update may still leave lists that are good enough.
    let updated = apt_get().arg("update").show();
    apt_get().args(install).args(names.split(' ')).show().map_err(|failure| {
        match updated {
            Err(_) => failure.next(
                "see why `apt-get update` failed, above; without fresh \
                 lists, packages are not found",
            ),
            Ok(()) => failure.next(format!(
                "see what apt-get says above, then: apt-get install {names}"
            )),
        }
    })
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
