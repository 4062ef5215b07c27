//! `cargo xtask reproduce`: builds a board's image a second time, in another
//! folder and by a user with another home folder, and compares the bytes.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::Path;

use boards::DevBoard;
use tempfile::TempDir;

use crate::failure::Failure;
use crate::firmware;
use crate::remap;
use crate::shell::CommandLine;
use crate::sources;
use crate::status::say;
use crate::steps::{Site, StepResult};

/// `cargo xtask reproduce`, for one board.
pub(crate) fn run(site: &Site<'_>, board: DevBoard) -> Result<(), Failure> {
    say(&compare(site, board)?);
    Ok(())
}

/// The step: one board, whose image is built soonest.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    Ok(vec![compare(site, DevBoard::Riscv)?])
}

/// Builds an image twice, and gives its hash.
pub(crate) fn compare(
    site: &Site<'_>,
    board: DevBoard,
) -> Result<String, Failure> {
    let here = firmware::image(site, board)?;
    let folder = TempDir::new().map_err(|error| cannot("/tmp", &error))?;
    let [root, home] = ["elsewhere/project", "other-user"]
        .map(|name| folder.path().join(name));
    sources::copy(site.workspace.root(), &root)
        .and_then(|()| furnish(&home))
        .map_err(|error| cannot(folder.path().display(), &error))?;
    let there = firmware::somewhere_else(site, board, &root, &home)?;
    let read = |file: &Path| {
        fs::read(file).map_err(|error| cannot(file.display(), &error))
    };
    let name = board.name();
    if read(&here)? != read(&there)? {
        let kept = here.with_file_name(format!("{name}-again.elf"));
        let _ = fs::copy(&there, &kept);
        let what = format!("two builds of {name} are not the same");
        let next = format!(
            "compare {} with {}: strings, then sections",
            here.display(),
            kept.display()
        );
        return Err(Failure::new(what).next(next));
    }
    let sum = CommandLine::new("sha256sum").arg(&here).ok()?;
    let hash = sum.split(' ').next().unwrap_or_default();
    Ok(format!("{name}: twice {hash}"))
}

/// A home folder in which cargo finds the crates that were downloaded
/// already, and unpacks them.
pub(crate) fn furnish(home: &Path) -> io::Result<()> {
    let cargo = home.join(".cargo");
    fs::create_dir_all(cargo.join("registry"))?;
    let Some(own) = remap::cargo_home() else { return Ok(()) };
    for name in ["registry/index", "registry/cache", "config.toml"] {
        let from = own.join(name);
        if from.exists() {
            symlink(from, cargo.join(name))?;
        }
    }
    Ok(())
}

fn cannot(what: impl std::fmt::Display, error: &io::Error) -> Failure {
    Failure::new(format!("cannot build a second time in {what}: {error}"))
}
