//! Boards without the board: QEMU for the boards `qemu` and `riscv`, rp2040js
//! for the Pico, Unicorn for the Pico 2 and the micro:bit v2.
//!
//! - [`DevBoard::emulator`] says what runs a board's image, [`start`] runs it.
//! - [`ready`] makes sure that everything is there first.
//! - [`qemu`] and its [`Monitor`] also look into a running board.

mod error;
mod model;
mod monitor;
mod paced;
mod pico;
pub mod qemu;
mod unicorn;

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub use error::EmulatorError;
pub use model::Model;
pub use monitor::Monitor;

use crate::{DevBoard, Link, Project};

/// What runs a board's image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emulator {
    /// QEMU, with this machine.
    Qemu(Model),
    /// rp2040js in Node, an RP2040.
    Pico,
    /// Unicorn in Python, with the chip of this board around it.
    Unicorn(DevBoard),
}

/// How an image is run.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// Keep the pace of the board, where the computer is fast enough.
    pub realtime: bool,
    /// Let no time pass on this computer while the board waits; rp2040js
    /// cannot.
    pub hurry: bool,
    /// Write every line here, with the chip's time; not with QEMU.
    pub trace: Option<PathBuf>,
    /// Let a byte 0 and a letter stand for what happens to the cable; not with
    /// QEMU, which has none.
    pub faults: bool,
    /// Start a chip again that has panicked or hung; not with QEMU, which always
    /// does.
    pub restart: bool,
    /// Let the second core give no answer, on boards that have one.
    pub one_core: bool,
    /// Let the second core come out of its reset and then hear nothing.
    pub deaf_core: bool,
    /// Take no more of the board's text than a line of this speed carries: by
    /// this computer's clock with QEMU, by the chip's with the others.
    pub baud: Option<NonZeroU32>,
}

impl RunOptions {
    /// What is asked for and not to be had on this board.
    fn check(&self, board: DevBoard) -> Result<(), EmulatorError> {
        let is_qemu = matches!(board.emulator(), Some(Emulator::Qemu(_)));
        let is_single = !board.has_two_cores();
        let refused =
            |(_, option, why)| Err(EmulatorError::Option(board, option, why));
        [
            (is_qemu && self.trace.is_some(), "trace", "QEMU writes none"),
            (is_qemu && self.faults, "faults", "its line is no cable"),
            (is_qemu && self.restart, "restart", "QEMU always restarts it"),
            (is_single && self.one_core, "one-core", "it has one core"),
            (is_single && self.deaf_core, "deaf-core", "it has one core"),
        ]
        .into_iter()
        .find(|(is_refused, ..)| *is_refused)
        .map_or(Ok(()), refused)
    }

    /// Runs an emulator that takes these options as arguments.
    fn link(
        &self,
        program: &'static str,
        mut command: Command,
    ) -> Result<Link, EmulatorError> {
        if self.faults {
            command.arg("--faults");
        }
        if self.realtime {
            command.arg("--realtime");
        }
        if self.restart {
            command.arg("--restart");
        }
        if self.one_core {
            command.arg("--one-core");
        }
        if self.deaf_core {
            command.arg("--deaf-core");
        }
        if let Some(baud) = self.baud {
            command.arg("--baud").arg(baud.to_string());
        }
        if let Some(trace) = &self.trace {
            command.arg("--trace").arg(trace);
        }
        Link::to_program(&mut command)
            .map_err(|error| EmulatorError::Start(program, error))
    }
}

/// Runs a board's image, and gives the line to it. The emulator ends with the
/// thread that calls this.
///
/// # Errors
///
/// If there is no emulator, it is not installed, does not start or does not
/// know an option.
pub fn start(
    project: &Project,
    board: DevBoard,
    image: &Path,
    options: &RunOptions,
) -> Result<Link, EmulatorError> {
    options.check(board)?;
    match board.emulator().ok_or(EmulatorError::None(board))? {
        Emulator::Qemu(model) => qemu::link(project, model, image, options),
        Emulator::Pico => pico::link(project, image, options),
        Emulator::Unicorn(board) => {
            unicorn::link(project, board, image, options)
        }
    }
}

/// The image of a board that can be run: it has been built, and its emulator
/// is there.
///
/// # Errors
///
/// What is missing.
pub fn ready(
    project: &Project,
    board: DevBoard,
) -> Result<PathBuf, EmulatorError> {
    let image = project.image(board);
    if !image.exists() {
        return Err(EmulatorError::NoImage(board, image));
    }
    let emulator = board.emulator().ok_or(EmulatorError::None(board))?;
    let program = match emulator {
        Emulator::Qemu(model) => model.program(),
        Emulator::Pico => {
            pico::script(project)?;
            pico::PROGRAM
        }
        Emulator::Unicorn(_) => {
            return unicorn::python(project).map(|_| image);
        }
    };
    let mut version = Command::new(program);
    let version = version.arg("--version").stdin(Stdio::null()).output();
    version.map_err(|error| EmulatorError::Start(program, error))?;
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_named_with_what_to_type() {
        let why = EmulatorError::NoImage(DevBoard::Qemu, "a/qemu.elf".into());
        assert_eq!(why.to_string(), "there is no image a/qemu.elf");
        assert_eq!(why.next(), "cargo xtask firmware --board qemu");
    }

    #[test]
    fn no_option_is_ignored() {
        let default = RunOptions::default;
        let trace = Some(PathBuf::from("trace"));
        let options = [
            ("trace", RunOptions { trace, ..default() }),
            ("faults", RunOptions { faults: true, ..default() }),
            ("restart", RunOptions { restart: true, ..default() }),
            ("one-core", RunOptions { one_core: true, ..default() }),
            ("deaf-core", RunOptions { deaf_core: true, ..default() }),
        ];
        let refused = |board: DevBoard| -> Vec<&str> {
            let told = |(name, options): &(&'static str, RunOptions)| {
                let why = options.check(board).err()?.to_string();
                let start =
                    format!("{} does not know --{name}: ", board.name());
                assert!(why.starts_with(&start), "{why}");
                Some(*name)
            };
            options.iter().filter_map(told).collect()
        };
        let all = ["trace", "faults", "restart", "one-core", "deaf-core"];
        assert_eq!(refused(DevBoard::Qemu), all);
        assert_eq!(refused(DevBoard::Riscv), all);
        assert_eq!(refused(DevBoard::MicrobitV2), all[3..]);
        assert!(refused(DevBoard::Pico).is_empty());
        assert!(refused(DevBoard::Pico2).is_empty());
        let project = Project::find();
        let options = &options[1].1;
        let started = start(&project, DevBoard::Qemu, Path::new("no"), options);
        assert!(matches!(started, Err(EmulatorError::Option(..))));
    }
}
