//! `cargo xtask firmware`: builds what runs on a board.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};

use boards::{DevBoard, Format, RISCV, elf, hex, uf2};
use clap::Args;

use crate::failure::Failure;
use crate::remap;
use crate::setup::{self, Need};
use crate::shell::CommandLine;
use crate::status::say;
use crate::steps::Site;
use crate::workspace::Workspace;

/// The images that have been built since this program was started, so that steps
/// share them. Held from the building of an image to its copy: cargo leaves all
/// images of a chip at the same place.
static BUILT: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Another image than a board's usual one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variant {
    Usual,
    /// It injects faults on demand.
    FaultInjection,
    /// A slower clock than the fastest that the chip is rated for.
    SafeClock,
}

impl Variant {
    /// The feature with which it is built.
    const fn feature(self) -> Option<&'static str> {
        match self {
            Variant::Usual => None,
            Variant::FaultInjection => Some("fault-injection"),
            Variant::SafeClock => Some("safe-clock"),
        }
    }

    /// The boards that have it.
    const fn is_of(self, board: DevBoard) -> bool {
        match self {
            Variant::Usual | Variant::FaultInjection => true,
            Variant::SafeClock => matches!(board, DevBoard::Pico),
        }
    }

    /// Where a board's image lies.
    fn image(self, site: &Site<'_>, board: DevBoard) -> PathBuf {
        let project = site.workspace.project();
        match self.feature() {
            None => project.image(board),
            Some(feature) => {
                let name = format!("{}-{feature}.elf", board.name());
                project.images().join(name)
            }
        }
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    boards: BoardSelection,

    /// At 125 MHz, not at 200: BOARD-safe-clock.elf and .uf2 (pico)
    #[arg(long, requires = "board")]
    safe_clock: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let variant = match self.safe_clock {
            true => Variant::SafeClock,
            false => Variant::Usual,
        };
        self.boards.each(workspace, |site, board| {
            if !variant.is_of(board) {
                let what = format!("{} has one clock only", board.name());
                let next = "cargo xtask firmware --board pico --safe-clock";
                return Err(Failure::new(what).next(next));
            }
            for file in make(site, board, variant, CommandLine::show)? {
                say(&file.display().to_string());
            }
            Ok(())
        })
    }
}

/// One board, or all of them.
#[derive(Args)]
pub(crate) struct BoardSelection {
    /// The board [default: all of them]
    #[arg(long, value_enum)]
    board: Option<DevBoard>,
}

impl BoardSelection {
    /// Does something for each of the boards, with what it needs installed.
    pub(crate) fn each(
        &self,
        workspace: &Workspace,
        mut work: impl FnMut(&Site<'_>, DevBoard) -> Result<(), Failure>,
    ) -> Result<bool, Failure> {
        for board in DevBoard::ALL {
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
pub(crate) fn image(
    site: &Site<'_>,
    board: DevBoard,
) -> Result<PathBuf, Failure> {
    make(site, board, Variant::Usual, CommandLine::quietly).map(elf_of)
}

/// Builds a board's image with cargo's own signs of progress.
pub(crate) fn show(
    site: &Site<'_>,
    board: DevBoard,
) -> Result<PathBuf, Failure> {
    make(site, board, Variant::Usual, CommandLine::show).map(elf_of)
}

/// Builds the Pico's image with the slower clock.
pub(crate) fn safe_clock(site: &Site<'_>) -> Result<PathBuf, Failure> {
    let (board, variant) = (DevBoard::Pico, Variant::SafeClock);
    make(site, board, variant, CommandLine::quietly).map(elf_of)
}

/// Builds an image that injects faults on demand.
pub(crate) fn fault_injection(
    site: &Site<'_>,
    board: DevBoard,
) -> Result<PathBuf, Failure> {
    let variant = Variant::FaultInjection;
    make(site, board, variant, CommandLine::quietly).map(elf_of)
}

/// Builds the image of the session alone, for a processor. It knows no
/// board, so it is built as for the one that needs least.
pub(crate) fn no_panic(
    site: &Site<'_>,
    target: &str,
) -> Result<PathBuf, Failure> {
    let board = if target == RISCV { DevBoard::Riscv } else { DevBoard::Qemu };
    site.toolchain
        .cargo(site.workspace, "build", target)
        .args(["--release", "-p", "firmware", "--bin", "no_panic"])
        .args(board.features())
        .args(["--features", "no-panic"])
        .ok()?;
    let folder = site.workspace.apart(target);
    Ok(folder.join("release").join("no_panic"))
}

/// Builds a board's image from other sources, by a user with another home
/// folder.
pub(crate) fn somewhere_else(
    site: &Site<'_>,
    board: DevBoard,
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
    for board in DevBoard::ALL {
        image(site, board)?;
    }
    safe_clock(site).map(drop)
}

/// Looks for warnings in every board's firmware.
pub(crate) fn lint(site: &Site<'_>) -> Result<(), Failure> {
    let lint = site.toolchain.lint();
    for board in DevBoard::ALL {
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

/// Builds an image of a board and puts it where it is looked for.
fn make(
    site: &Site<'_>,
    board: DevBoard,
    variant: Variant,
    build: impl FnOnce(CommandLine) -> Result<(), Failure>,
) -> Result<Vec<PathBuf>, Failure> {
    let elf = variant.image(site, board);
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    if built.contains(&elf) {
        return Ok(vec![elf]);
    }
    let _alone = alone(site)?;
    let features = variant.feature().map(|it| ["--features", it]);
    let command = cargo(site, "build", board).arg("--release");
    build(command.args(features.into_iter().flatten()))?;
    let files = export(site, board, &elf)?;
    built.push(elf);
    Ok(files)
}

/// Keeps other programs of this kind from building an image meanwhile.
fn alone(site: &Site<'_>) -> Result<File, Failure> {
    let folder = site.workspace.project().images();
    let path = folder.join("building.lock");
    let lock = fs::create_dir_all(&folder)
        .and_then(|()| File::create(&path))
        .and_then(|file| file.lock().map(|()| file));
    lock.map_err(|error| unwritable(&path, &error))
}

/// The first of the files is the ELF file.
fn elf_of(mut files: Vec<PathBuf>) -> PathBuf {
    files.swap_remove(0)
}

/// Puts a built image where it is looked for, in the formats of its board:
/// the ELF file first.
fn export(
    site: &Site<'_>,
    board: DevBoard,
    elf: &Path,
) -> Result<Vec<PathBuf>, Failure> {
    copy(&built(site, board), elf)?;
    let (extension, bytes) = match board.format() {
        Format::Elf => return Ok(vec![elf.into()]),
        Format::Uf2(family) => {
            ("uf2", uf2::encode(&elf::segments(elf)?, family))
        }
        Format::Hex => ("hex", hex::encode(&elf::segments(elf)?)?.into_bytes()),
    };
    let other = elf.with_extension(extension);
    fs::write(&other, bytes).map_err(|error| unwritable(&other, &error))?;
    Ok(vec![elf.into(), other])
}

/// Where cargo leaves a board's image.
fn built(site: &Site<'_>, board: DevBoard) -> PathBuf {
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

fn cargo(site: &Site<'_>, command: &str, board: DevBoard) -> CommandLine {
    site.toolchain
        .cargo(site.workspace, command, board.target())
        .args(["-p", "firmware", "--bin", "pocketfour"])
        .args(board.features())
}
