//! Why an image cannot be run.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::Board;

/// Why a board's image cannot be run: one line, and another on what to do.
#[derive(Debug)]
#[non_exhaustive]
pub enum EmulatorError {
    /// The board's image has not been built.
    NoImage(Board, PathBuf),
    /// The board's emulator has not been installed in this folder.
    NotInstalled(PathBuf),
    /// The emulator's program does not run.
    Start(&'static str, io::Error),
}

impl EmulatorError {
    /// What to do about it.
    #[must_use]
    pub fn next(&self) -> String {
        match self {
            EmulatorError::NoImage(board, _) => {
                format!("cargo xtask firmware --board {}", board.name())
            }
            EmulatorError::NotInstalled(_) | EmulatorError::Start(..) => {
                "cargo xtask setup".into()
            }
        }
    }
}

impl fmt::Display for EmulatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmulatorError::NoImage(_, path) => {
                write!(f, "there is no image {}", path.display())
            }
            EmulatorError::NotInstalled(folder) => {
                let folder = folder.display();
                write!(f, "the board's emulator is not installed in {folder}")
            }
            EmulatorError::Start(program, error) => {
                write!(f, "cannot run {program}: {error}")
            }
        }
    }
}

impl Error for EmulatorError {}
