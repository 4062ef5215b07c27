//! `cargo xtask emulate`: runs a board's image without the board.
//!
//! The player's serial port is this program's standard input and output, and
//! nothing else is printed there: to another program it is a UGI engine. It
//! ends when the image does, after `quit`, and when its input has ended and
//! the emulated board has done all its work.

mod cable;
mod clock;
mod faults;
mod latency;
mod positions;
mod second_core;
mod sessions;
mod stack;

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

use boards::emulator::{self, Emulator, EmulatorError, Model, RunOptions};
use boards::{CORTEX_M0, CORTEX_M4, CORTEX_M33, DevBoard, RISCV};
use clap::Args;

use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::shell::CommandLine;
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

pub(crate) use positions::check as check_positions;

/// What it takes to build and run the emulated boards.
pub(crate) const NEEDS: [Need; 8] = [
    Need::Chip(CORTEX_M0),
    Need::Chip(CORTEX_M4),
    Need::Chip(CORTEX_M33),
    Need::Chip(RISCV),
    Need::Qemu,
    Need::QemuRiscv,
    Need::PicoEmulator,
    Need::Unicorn,
];

#[derive(Args)]
pub(crate) struct Arguments {
    /// The board
    #[arg(long, value_enum)]
    board: DevBoard,

    /// Keep the pace of the board, where the computer is fast enough
    #[arg(long)]
    realtime: bool,

    /// Run this ELF file [default: built from the sources]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,

    /// Write every line with the chip's time in microseconds (pico, pico2,
    /// microbit-v2)
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Start a chip again that has panicked or hung (pico, pico2, microbit-v2;
    /// qemu and riscv always do)
    #[arg(long)]
    restart: bool,

    /// Let the second core give no answer (pico, pico2)
    #[arg(long)]
    one_core: bool,

    /// Let the second core hear nothing once it is awake (pico, pico2)
    #[arg(long, conflicts_with = "one_core")]
    deaf_core: bool,

    /// Let a byte 0 and a letter stand for what happens to the cable (pico,
    /// pico2, microbit-v2)
    #[arg(long)]
    faults: bool,

    /// Take no more text than a line of this speed carries
    #[arg(long, value_name = "N")]
    baud: Option<NonZeroU32>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let emulator = need(self.board)?;
        let options = RunOptions {
            realtime: self.realtime,
            trace: self.trace.clone(),
            faults: self.faults,
            restart: self.restart,
            one_core: self.one_core,
            deaf_core: self.deaf_core,
            baud: self.baud,
            ..RunOptions::default()
        };
        let built;
        let image = match &self.image {
            Some(image) => {
                setup::ensure(workspace, &[emulator])?;
                image
            }
            None => {
                let needs = [emulator, Need::Chip(self.board.target())];
                let site = setup::ensure(workspace, &needs)?;
                built = firmware::image(&site, self.board)?;
                &built
            }
        };
        let project = workspace.project();
        let link = emulator::start(project, self.board, image, &options)?;
        link.carry()
            .map_err(|error| Failure::new(format!("lost the board: {error}")))
    }
}

/// Tests the emulators that are the project's own, then the boards in all of
/// them.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let project = site.workspace.project();
    CommandLine::new(project.unicorn_python().join("bin").join("python"))
        .args(["-B", "-m", "unittest", "discover"])
        .dir(&project.unicorn_emulator())
        .ok()?;
    CommandLine::new("node").arg("--test").dir(&project.emulators()).ok()?;
    sessions::check(site)
}

/// Holds a conversation with an emulated board and gives what it said.
pub(crate) fn ask(
    site: &Site<'_>,
    board: DevBoard,
    image: &Path,
    script: &str,
) -> Result<Vec<String>, Failure> {
    ask_with(site, board, image, &[], script)
}

/// The same in an emulator with these options.
pub(crate) fn ask_with(
    site: &Site<'_>,
    board: DevBoard,
    image: &Path,
    options: &[&str],
    script: &str,
) -> Result<Vec<String>, Failure> {
    let mut command = sessions::emulator(site.workspace, board, image);
    command.args(options);
    sessions::hold_with(command, script)
        .map_err(|what| Failure::new(format!("{}: {what}", board.name())))
}

/// What it takes to run a board's image.
pub(crate) fn need(board: DevBoard) -> Result<Need, EmulatorError> {
    match board.emulator().ok_or(EmulatorError::None(board))? {
        Emulator::Qemu(Model::Mps2An386) => Ok(Need::Qemu),
        Emulator::Qemu(Model::Virt) => Ok(Need::QemuRiscv),
        Emulator::Pico => Ok(Need::PicoEmulator),
        Emulator::Unicorn(_) => Ok(Need::Unicorn),
    }
}
