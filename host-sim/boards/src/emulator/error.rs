//! Why an image cannot be run.

use std::io;
use std::path::PathBuf;

use crate::DevBoard;

/// Why a board's image cannot be run: one line, and another on what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmulatorError {
    /// Nothing emulates this board.
    #[error("{name} has no emulator", name = .0.name())]
    None(DevBoard),
    /// The board's image has not been built.
    #[error("there is no image {1}")]
    NoImage(DevBoard, PathBuf),
    /// The board's emulator has not been installed in this folder.
    #[error("the board's emulator is not installed in {0}")]
    NotInstalled(PathBuf),
    /// The board, or its emulator, has nothing that this option is about.
    #[error("{name} does not know --{1}: {2}", name = .0.name())]
    Option(DevBoard, &'static str, &'static str),
    /// The emulator's program does not run.
    #[error("cannot run {0}: {1}")]
    Start(&'static str, io::Error),
}

impl EmulatorError {
    /// What to do about it.
    #[must_use]
    pub fn next(&self) -> String {
        match self {
            EmulatorError::None(board) => {
                format!("cargo xtask flash --board {}", board.name())
            }
            EmulatorError::NoImage(board, _) => {
                format!("cargo xtask firmware --board {}", board.name())
            }
            EmulatorError::Option(..) => "cargo xtask emulate --help".into(),
            EmulatorError::NotInstalled(_) | EmulatorError::Start(..) => {
                "cargo xtask setup".into()
            }
        }
    }
}
