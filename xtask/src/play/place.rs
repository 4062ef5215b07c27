//! Where to play.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use boards::emulator::{Emulator, Options};
use boards::{Board, Link, serial};
use clap::ValueEnum;

use crate::failure::Failure;
use crate::setup::{self, Need};
use crate::status::note;
use crate::workspace::Workspace;
use crate::{emulate, firmware};

/// Where to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A board's image in an emulator.
    Emulator(Board),
    /// A board at this serial port.
    Port(PathBuf),
    /// The engine as a program of this computer.
    Desktop,
}

impl Place {
    /// A board that is plugged in, or else the default emulator.
    pub(super) fn find() -> Place {
        let boards = serial::plugged_in();
        let found = boards.iter().find(|board| board.is_pocketfour());
        if let Some(board) = found {
            note(&format!(
                "A Pocketfour board is plugged in; --board qemu would play \
                 without it ({}).",
                board.port.display()
            ));
            return Place::Port(board.port.clone());
        }
        if let Some(board) = boards.iter().find(|board| board.is_microbit()) {
            note(&format!(
                "A micro:bit is plugged in: if Pocketfour is on it, \
                 --board {} plays there.",
                board.port.display()
            ));
        }
        Place::Emulator(Board::Qemu)
    }

    /// What a person should know before the first word.
    pub(super) fn hint(&self) -> &'static str {
        match self {
            Place::Port(_) => {
                "Ctrl-] leaves. If nothing comes, type console and press Enter."
            }
            _ => "Ctrl-] leaves.",
        }
    }

    /// Gets it going, and gives the line to it.
    pub(super) fn link(
        &self,
        workspace: &Workspace,
        is_raw: bool,
    ) -> Result<Link, Failure> {
        note(&format!("Playing {self}."));
        match self {
            Place::Emulator(board) => {
                let chip = Need::Chip(board.target());
                let needs = [emulate::need(*board), chip, Need::Crates];
                let site = setup::ensure(workspace, &needs)?;
                let image = firmware::show(&site, *board)?;
                let options = Options { realtime: true, ..Options::default() };
                let emulator = board.emulator();
                Ok(emulator.start(workspace.project(), &image, &options)?)
            }
            Place::Port(path) => Ok(Link::to_port(path)?),
            Place::Desktop => {
                setup::ensure(workspace, &[Need::Crates])?;
                let package = ["--release", "-p", "host-sim"];
                workspace.cargo("build").args(package).show()?;
                let program = workspace.apart("release").join("host-sim");
                let mode = if is_raw { "--terminal" } else { "--console" };
                let mut desktop = Command::new(program);
                let link = Link::to_program(desktop.args(["ugi", mode]));
                link.map_err(|error| {
                    Failure::new(format!("cannot run host-sim: {error}"))
                        .next("cargo build --release -p host-sim")
                })
            }
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        if text.contains('/') {
            return Ok(Place::Port(text.into()));
        }
        Board::from_str(text, false).map(Place::Emulator).map_err(|_| {
            "it is qemu, pico, pico2, microbit-v2, or a serial port such as \
             /dev/ttyACM0"
                .into()
        })
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Emulator(board) => f.write_str(match board.emulator() {
                Emulator::Pico => {
                    "in rp2040js, an emulated RP2040; it is several times \
                     slower than the chip"
                }
                Emulator::Unicorn(Board::Pico2) => {
                    "in Unicorn, an emulated RP2350; it may be slower than \
                     the chip"
                }
                Emulator::Unicorn(_) => "in Unicorn, an emulated nRF52833",
                Emulator::Qemu => {
                    "in QEMU, an emulated Cortex-M4 at the pace of a board"
                }
            }),
            Place::Port(path) => {
                write!(f, "with the board at {}", path.display())
            }
            Place::Desktop => f.write_str("with the desktop build"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_named_as_boards_or_ports() {
        let place = |text: &str| text.parse::<Place>();
        assert_eq!(place("qemu"), Ok(Place::Emulator(Board::Qemu)));
        assert_eq!(place("pico"), Ok(Place::Emulator(Board::Pico)));
        let port = Place::Port("/dev/ttyACM0".into());
        assert_eq!(place("/dev/ttyACM0"), Ok(port));
        assert_eq!(place("pico2"), Ok(Place::Emulator(Board::Pico2)));
        let why = place("pcio").unwrap_err();
        assert!(why.contains("microbit-v2, or a serial port"), "{why}");
    }
}
