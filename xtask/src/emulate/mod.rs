//! `cargo xtask emulate`: runs a board's image without the board.
//!
//! The player's serial port is this program's standard input and output, and
//! nothing else is printed there: to another program it is a UGI engine. It
//! ends when the image does, after `quit`, and when its input has ended and
//! the emulated board has done all its work.

mod latency;
mod positions;
mod sessions;
mod stack;

use std::path::{Path, PathBuf};

use boards::emulator::{Emulator, Options};
use boards::{Board, CORTEX_M0, CORTEX_M4};
use clap::Args;

use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::steps::Site;
use crate::workspace::Workspace;

pub(crate) use positions::check as check_positions;
pub(crate) use sessions::check;

/// What it takes to build and run both emulated boards.
pub(crate) const NEEDS: [Need; 4] = [
    Need::Chip(CORTEX_M0),
    Need::Chip(CORTEX_M4),
    Need::Qemu,
    Need::PicoEmulator,
];

#[derive(Args)]
pub(crate) struct Arguments {
    /// The board: qemu or pico
    #[arg(long, value_enum)]
    board: Board,

    /// Keep the pace of the board, where the computer is fast enough
    #[arg(long)]
    realtime: bool,

    /// Run this ELF file [default: built from the sources]
    #[arg(long, value_name = "FILE")]
    image: Option<PathBuf>,

    /// Write every line of the pico with the chip's time in microseconds
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Let a byte 0 and a letter stand for what happens to the pico's cable
    #[arg(long)]
    faults: bool,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        let emulator = need(self.board)?;
        let options = Options {
            realtime: self.realtime,
            trace: self.trace.clone(),
            faults: self.faults,
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
        let link = Emulator::of(self.board)?.start(project, image, &options)?;
        link.carry()
            .map_err(|error| Failure::new(format!("lost the board: {error}")))
    }
}

/// Holds a conversation with an emulated board and gives what it said.
pub(crate) fn ask(
    site: &Site<'_>,
    board: Board,
    image: &Path,
    script: &str,
) -> Result<Vec<String>, Failure> {
    sessions::hold(site.workspace, board, image, script)
        .map_err(|what| Failure::new(format!("{}: {what}", board.name())))
}

/// What it takes to run a board's image, if anything runs it.
pub(crate) fn need(board: Board) -> Result<Need, Failure> {
    Ok(match Emulator::of(board)? {
        Emulator::Qemu => Need::Qemu,
        Emulator::Pico => Need::PicoEmulator,
    })
}
