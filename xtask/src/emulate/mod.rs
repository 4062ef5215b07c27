//! `cargo xtask emulate`: runs a board's image without the board.
//!
//! The player's serial port is this program's standard input and output, and
//! nothing else is printed there: to another program it is a UGI engine. It
//! ends when the image does, after `quit`, and when its input has ended and
//! the emulated board has done all its work.

mod latency;
mod monitor;
mod positions;
mod qemu;
mod sessions;
mod stack;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use crate::board::Board;
use crate::failure::Failure;
use crate::firmware;
use crate::link::Link;
use crate::setup::{self, Need};
use crate::steps::Site;
use crate::toolchain::{CORTEX_M0, CORTEX_M4, Toolchain};
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
    pub(crate) fn run(
        &self,
        workspace: &Workspace,
        asked: Option<Toolchain>,
    ) -> Result<bool, Failure> {
        let emulator = need(self.board)?;
        let built;
        let image = match &self.image {
            Some(image) => {
                setup::ensure(workspace, &[emulator], asked)?;
                image
            }
            None => {
                let needs = [emulator, Need::Chip(self.board.target())];
                let toolchain = setup::ensure(workspace, &needs, asked)?;
                let site = Site { workspace, toolchain };
                built = firmware::image(&site, self.board)?;
                &built
            }
        };
        let trace = self.trace.as_deref();
        if self.faults && emulator == Need::PicoEmulator {
            return pico(workspace, image, &["--faults"], trace)?.carry();
        }
        link(workspace, self.board, image, self.realtime, trace)?.carry()
    }
}

/// Runs a board's image, and gives the line to it.
pub(crate) fn link(
    workspace: &Workspace,
    board: Board,
    image: &Path,
    realtime: bool,
    trace: Option<&Path>,
) -> Result<Link, Failure> {
    match need(board)? {
        Need::PicoEmulator if realtime => {
            pico(workspace, image, &["--realtime"], trace)
        }
        Need::PicoEmulator => pico(workspace, image, &[], trace),
        _ => qemu::link(workspace, image, realtime),
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

/// What runs a board's image, if anything does.
pub(crate) fn need(board: Board) -> Result<Need, Failure> {
    match board {
        Board::Qemu => Ok(Need::Qemu),
        Board::Pico => Ok(Need::PicoEmulator),
        Board::Pico2 | Board::MicrobitV2 => {
            let what = format!("no emulator runs a {}", board.name());
            let next = "take --board qemu or --board pico";
            Err(Failure::new(what).next(next))
        }
    }
}

/// Runs the Pico's image.
fn pico(
    workspace: &Workspace,
    image: &Path,
    options: &[&str],
    trace: Option<&Path>,
) -> Result<Link, Failure> {
    let mut node = Command::new("node");
    node.arg(setup::pico_emulator(workspace).join("pico.js")).arg(image);
    node.args(options);
    if let Some(trace) = trace {
        node.arg("--trace").arg(trace);
    }
    let child = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    child.ok().and_then(Link::to_program).ok_or_else(|| {
        Failure::new("cannot run node").next("cargo xtask setup")
    })
}
