//! `cargo xtask test --nightly dist`: a release that somebody else makes, in
//! another folder, is the same byte by byte.

use std::env;
use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::SUMS;
use crate::failure::Failure;
use crate::reproduce;
use crate::shell::{CommandLine, this_program};
use crate::sources;
use crate::steps::{Amount, Site, StepResult};

/// What is installed beside the sources, and not a part of them.
const INSTALLED: [&str; 2] =
    ["web/node_modules", "firmware/emulator/node_modules"];

/// Makes a release here and one elsewhere, and compares their sums.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let folder = TempDir::new().map_err(|error| cannot("/tmp", &error))?;
    let [root, home] =
        ["elsewhere/project", "somebody"].map(|name| folder.path().join(name));
    let workspace = site.workspace;
    sources::copy(workspace.root(), &root)
        .and_then(|()| reproduce::furnish(&home))
        .and_then(|()| link_installed(workspace.root(), &root))
        .map_err(|error| cannot(folder.path().display(), &error))?;
    let [here, there] = ["here", "there"].map(|it| folder.path().join(it));
    let own = CommandLine::new(this_program()).dir(workspace.root());
    dist(own, site.amount, &here)?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let rustup = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let rustup = rustup.or_else(|| Some(env::home_dir()?.join(".rustup")));
    let other = CommandLine::new(cargo)
        .arg("xtask")
        .env("HOME", &home)
        .env("CARGO_HOME", home.join(".cargo"))
        .env("RUSTUP_HOME", rustup.unwrap_or_default())
        .env("CARGO_TARGET_DIR", root.join("target"))
        .env("CARGO_NET_OFFLINE", "true")
        .dir(&root);
    dist(other, site.amount, &there)?;
    let read = |folder: &Path| {
        let file = folder.join(SUMS);
        fs::read_to_string(&file)
            .map_err(|error| cannot(file.display(), &error))
    };
    compare(&read(&here)?, &read(&there)?)
        .map(|count| vec![format!("{count} files, twice the same")])
}

/// Makes a release; of one board only, if it is to be quick.
fn dist(
    command: CommandLine,
    amount: Amount,
    out: &Path,
) -> Result<(), Failure> {
    let only: &[&str] = match amount {
        Amount::Trial => &["--board", "riscv"],
        Amount::Check | Amount::Night => &[],
    };
    command.arg("dist").args(only).arg("--out").arg(out).quietly()
}

fn link_installed(from: &Path, to: &Path) -> io::Result<()> {
    let there = INSTALLED.iter().filter(|name| from.join(name).exists());
    there.into_iter().try_for_each(|it| symlink(from.join(it), to.join(it)))
}

/// How many files have the same sum in both lists; fails with those that
/// have not.
fn compare(here: &str, there: &str) -> Result<usize, Failure> {
    let alone = |of: &str, other: &str| -> Vec<String> {
        let known = |line: &&str| other.lines().any(|it| it == *line);
        let lines = of.lines().filter(|line| !known(line));
        lines.map(str::to_owned).collect()
    };
    let (mut differing, other) = (alone(here, there), alone(there, here));
    differing.extend(other);
    if differing.is_empty() && here.lines().count() > 0 {
        return Ok(here.lines().count());
    }
    let what = "two releases of the same sources are not the same";
    Err(Failure::new(what).output(differing.join("\n")))
}

fn cannot(what: impl std::fmt::Display, error: &io::Error) -> Failure {
    Failure::new(format!("cannot make a release in {what}: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_differs_is_named() {
        let here = "0a  bin/x\n0b  web/y\n";
        assert_eq!(compare(here, here).unwrap(), 2);
        for other in ["0a  bin/x\n0c  web/y\n", "0a  bin/x\n", ""] {
            let told = compare(here, other).unwrap_err().to_string();
            assert!(told.contains("0b  web/y"), "{told}");
            assert!(compare(other, here).is_err());
        }
        assert!(compare("", "").is_err());
    }
}
