//! `cargo xtask firmware`: builds what runs on a board.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use boards::{Board, Format, RISCV, elf, hex, uf2};
use clap::Args;

use crate::failure::Failure;
use crate::remap;
use crate::setup::{self, Need};
use crate::shell::CommandLine;
use crate::status::say;
use crate::steps::Site;
use crate::workspace::Workspace;

/// Held from the building of an image to its copy: cargo leaves all images of
/// a chip at the same place.
static BUILDING: Mutex<()> = Mutex::new(());

/// `cargo xtask firmware`, for one board.
pub(crate) fn run(site: &Site<'_>, board: Board) -> Result<(), Failure> {
    for file in make(site, board, CommandLine::show)? {
        say(&file.display().to_string());
    }
    Ok(())
}

/// One board, or all of them.
#[derive(Args)]
pub(crate) struct BoardSelection {
    /// The board [default: all of them]
    #[arg(long, value_enum)]
    board: Option<Board>,
}

impl BoardSelection {
    /// Does something for each of the boards, with what it needs installed.
    pub(crate) fn each(
        &self,
        workspace: &Workspace,
        mut work: impl FnMut(&Site<'_>, Board) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        for board in Board::ALL {
            if self.board.is_some_and(|asked| asked != board) {
                continue;
            }
            let needs = [Need::Chip(board.target())];
            work(&setup::ensure(workspace, &needs)?, board)?;
        }
        Ok(true)
    }
}

/// Builds a board's image without a word, and tells where the ELF file is.
pub(crate) fn image(site: &Site<'_>, board: Board) -> Result<PathBuf, Failure> {
    make(site, board, CommandLine::quietly)
        .map(|mut files| files.swap_remove(0))
}

/// Builds a board's image with cargo's own signs of progress.
pub(crate) fn show(site: &Site<'_>, board: Board) -> Result<PathBuf, Failure> {
    make(site, board, CommandLine::show).map(|mut files| files.swap_remove(0))
}

/// Builds an image that injects faults on demand.
pub(crate) fn fault_injection(
    site: &Site<'_>,
    board: Board,
) -> Result<PathBuf, Failure> {
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    cargo(site, "build", board)
        .args(["--release", "--features", "fault-injection"])
        .ok()?;
    let name = format!("{}-fault-injection.elf", board.name());
    let elf = site.workspace.project().images().join(name);
    copy(&built(site, board), &elf)?;
    Ok(elf)
}

/// Builds the image of the session alone, for a processor. It knows no
/// board, so it is built as for the one that needs least.
pub(crate) fn no_panic(
    site: &Site<'_>,
    target: &str,
) -> Result<PathBuf, Failure> {
    let board = if target == RISCV { Board::Riscv } else { Board::Qemu };
    site.toolchain
        .cargo(site.workspace, "build", target)
        .args(["--release", "-p", "firmware", "--bin", "no_panic"])
        .args(board.features())
        .args(["--features", "no-panic"])
        .ok()?;
    let folder = site.workspace.apart(target);
    Ok(folder.join("release").join("no_panic"))
}

/// Builds a board's image from other sources, by somebody with another home
/// folder.
pub(crate) fn somewhere_else(
    site: &Site<'_>,
    board: Board,
    root: &Path,
    home: &Path,
) -> Result<PathBuf, Failure> {
    let build = root.join("target");
    let own = home.join(".cargo");
    // The same compiler for both of them.
    let rustup = env::var_os("RUSTUP_HOME").map(PathBuf::from);
    let rustup = rustup.or_else(|| Some(env::home_dir()?.join(".rustup")));
    let remap = remap::renamed(root, &build, Some(own.clone()));
    site.toolchain
        .bare_cargo(site.workspace, "build")
        .args(["--config", &remap, "--target", board.target()])
        .args(["--locked", "--release"])
        .args(["-p", "firmware", "--bin", "pocketfour"])
        .args(board.features())
        .env("HOME", home)
        .env("CARGO_HOME", own)
        .env("RUSTUP_HOME", rustup.unwrap_or_default())
        .env("CARGO_TARGET_DIR", &build)
        .dir(root)
        .ok()?;
    Ok(build.join(board.target()).join("release").join("pocketfour"))
}

/// Builds every board's image.
pub(crate) fn build(site: &Site<'_>) -> Result<(), Failure> {
    for board in Board::ALL {
        image(site, board)?;
    }
    Ok(())
}

/// Looks for warnings in every board's firmware.
pub(crate) fn lint(site: &Site<'_>) -> Result<(), Failure> {
    let lint = site.toolchain.lint();
    for board in Board::ALL {
        // In the profile of the images, whose parts are built already.
        let run = cargo(site, lint, board).args(["--lib", "--release"]);
        if lint == "clippy" {
            run.args(["--", "-D", "warnings"]).ok()?;
        } else {
            run.ok()?;
        }
    }
    Ok(())
}

/// Builds a board's image and puts it where it is looked for.
fn make(
    site: &Site<'_>,
    board: Board,
    build: impl FnOnce(CommandLine) -> Result<(), Failure>,
) -> Result<Vec<PathBuf>, Failure> {
    let _alone = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    build(cargo(site, "build", board).arg("--release"))?;
    export(site, board)
}

/// Puts a built image where it is looked for, in the formats of its board:
/// the ELF file first.
fn export(site: &Site<'_>, board: Board) -> Result<Vec<PathBuf>, Failure> {
    let elf = site.workspace.project().image(board);
    copy(&built(site, board), &elf)?;
    let (extension, bytes) = match board.format() {
        Format::Elf => return Ok(vec![elf]),
        Format::Uf2(family) => {
            ("uf2", uf2::encode(&elf::segments(&elf)?, family))
        }
        Format::Hex => {
            ("hex", hex::encode(&elf::segments(&elf)?)?.into_bytes())
        }
    };
    let other = elf.with_extension(extension);
    fs::write(&other, bytes).map_err(|error| unwritable(&other, &error))?;
    Ok(vec![elf, other])
}

/// Where cargo leaves a board's image.
fn built(site: &Site<'_>, board: Board) -> PathBuf {
    let folder = site.workspace.apart(board.target());
    folder.join("release").join("pocketfour")
}

/// In one go: an emulator that starts meanwhile reads the old file or the new.
fn copy(from: &Path, to: &Path) -> Result<(), Failure> {
    let folder = to.parent().unwrap_or(to);
    let beside = to.with_extension(format!("{}.new", process::id()));
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(from, &beside))
        .and_then(|_| fs::rename(&beside, to))
        .map_err(|error| unwritable(to, &error))
}

fn unwritable(file: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("cannot write {}: {error}", file.display()))
}

fn cargo(site: &Site<'_>, command: &str, board: Board) -> CommandLine {
    site.toolchain
        .cargo(site.workspace, command, board.target())
        .args(["-p", "firmware", "--bin", "pocketfour"])
        .args(board.features())
}
