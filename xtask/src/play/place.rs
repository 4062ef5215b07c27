//! Where to play.

use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;

use boards::emulator::{self, Emulator, Model, RunOptions};
use boards::{DevBoard, Link, serial};

use crate::failure::Failure;
use crate::setup::{self, Need};
use crate::status::note;
use crate::workspace::Workspace;
use crate::{emulate, firmware};

/// The digits of a Pico's serial number.
const SERIAL_NUMBER: usize = 16;

/// Where to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A board's image in an emulator.
    Emulator(DevBoard),
    /// A board at this serial port.
    Port(PathBuf),
    /// The engine as a program of this computer.
    Desktop,
}

impl Place {
    /// A board that is plugged in, or else the default emulator if it is
    /// installed and its image can be built. Nothing has to be installed to
    /// play.
    pub(super) fn find(workspace: &Workspace) -> Place {
        let boards = serial::plugged_in();
        let ours: Vec<_> =
            boards.iter().filter(|board| board.is_pocketfour()).collect();
        if let Some(board) = ours.first() {
            note(&format!(
                "A Pocketfour board is plugged in; --board qemu would play \
                 without it ({}).",
                board.port.display()
            ));
            let others = ours[1..].iter().map(|board| board.serial.as_str());
            let others: Vec<_> = others.collect();
            if !others.is_empty() {
                note(&format!(
                    "There are others: --board with a serial number chooses \
                     one ({}).",
                    others.join(", ")
                ));
            }
            return Place::Port(board.port.clone());
        }
        if let Some(board) = boards.iter().find(|board| board.is_microbit()) {
            note(&format!(
                "A micro:bit is plugged in: if Pocketfour is on it, \
                 --board {} plays there.",
                board.port.display()
            ));
        }
        if !setup::is_there("qemu-system-arm") {
            note(
                "QEMU is not installed, so this is not the firmware but the \
                 desktop build; --board qemu asks to install it.",
            );
            return Place::Desktop;
        }
        let board = DevBoard::Qemu;
        if !setup::builds_for(workspace, board.target()) {
            note(
                "This Rust does not build for the emulated board, and there is \
                 no rustup to add that, so this is not the firmware but the \
                 desktop build; --board qemu says what to install.",
            );
            return Place::Desktop;
        }
        Place::Emulator(board)
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
                let needs = [emulate::need(*board)?, chip, Need::Crates];
                let site = setup::ensure(workspace, &needs)?;
                let image = firmware::show(&site, *board)?;
                let options =
                    RunOptions { realtime: true, ..RunOptions::default() };
                let project = workspace.project();
                Ok(emulator::start(project, *board, &image, &options)?)
            }
            Place::Port(path) => Ok(Link::to_port(path)?),
            Place::Desktop => {
                setup::ensure(workspace, &[Need::Crates])?;
                let package = ["--release", "-p", "desktop"];
                workspace.cargo("build").args(package).show()?;
                let program = workspace.apart("release").join("pocketfour");
                let mode = if is_raw { "--terminal" } else { "--console" };
                let mut desktop = Command::new(program);
                let link = Link::to_program(desktop.arg(mode));
                link.map_err(|error| {
                    Failure::new(format!("cannot run pocketfour: {error}"))
                        .next("cargo build --release -p desktop")
                })
            }
        }
    }
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        let is_number = text.len() == SERIAL_NUMBER
            && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if text.contains('/') || is_number {
            return Ok(Place::Port(text.into()));
        }
        let mut known = DevBoard::emulated().map(|(board, _)| board);
        match known.find(|board| board.name() == text) {
            Some(board) => Ok(Place::Emulator(board)),
            None => {
                let names: Vec<_> = DevBoard::emulated()
                    .map(|(board, _)| board.name())
                    .collect();
                let names = names.join(", ");
                let port = "a serial port such as /dev/ttyACM0";
                let number = "the serial number of a Pico";
                Err(format!("it is {names}, {port}, or {number}"))
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Emulator(board) => f.write_str(match board.emulator() {
                Some(Emulator::Pico) => {
                    "in rp2040js, an emulated RP2040; it is several times \
                     slower than the chip"
                }
                Some(Emulator::Unicorn(DevBoard::Pico2)) => {
                    "in Unicorn, an emulated RP2350; it may be slower than \
                     the chip"
                }
                Some(Emulator::Unicorn(_)) => {
                    "in Unicorn, an emulated nRF52833"
                }
                Some(Emulator::Qemu(Model::Mps2An386)) => {
                    "in QEMU, an emulated Cortex-M4 at the pace of a board"
                }
                Some(Emulator::Qemu(Model::Virt)) => {
                    "in QEMU, an emulated RISC-V core at the pace of a board"
                }
                None => "on a board that has no emulator",
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
        assert_eq!(place("qemu"), Ok(Place::Emulator(DevBoard::Qemu)));
        assert_eq!(place("pico"), Ok(Place::Emulator(DevBoard::Pico)));
        let port = Place::Port("/dev/ttyACM0".into());
        assert_eq!(place("/dev/ttyACM0"), Ok(port));
        assert_eq!(place("pico2"), Ok(Place::Emulator(DevBoard::Pico2)));
        let why = place("pcio").unwrap_err();
        assert!(why.contains("riscv, a serial port"), "{why}");
        let number = Place::Port("E6614C311B7A2C24".into());
        assert_eq!(place("E6614C311B7A2C24"), Ok(number));
        assert!(place("E6614C311B7A2C2").is_err());
    }
}
