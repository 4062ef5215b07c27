//! The terminal's raw mode, in which every key goes to the board.

use std::io::{self, IsTerminal};

use rustix::termios::{OptionalActions, Termios, tcgetattr, tcsetattr};

use crate::failure::Failure;

/// A person's terminal.
pub(super) struct Keyboard {
    usual: Termios,
}

/// A terminal in raw mode. Its usual mode comes back when this is dropped,
/// which a panic does as well.
pub(super) struct Raw {
    usual: Termios,
}

impl Keyboard {
    /// The terminal, if a person is there to type and to read.
    pub(super) fn find() -> Option<Keyboard> {
        let input = io::stdin();
        let is_there = input.is_terminal() && io::stdout().is_terminal();
        let usual = is_there.then(|| tcgetattr(input).ok())??;
        Some(Keyboard { usual })
    }

    /// Changes to raw mode.
    pub(super) fn raw(self) -> Result<Raw, Failure> {
        let Keyboard { usual } = self;
        let mut raw = usual.clone();
        raw.make_raw();
        tcsetattr(io::stdin(), OptionalActions::Now, &raw).map_err(
            |error| Failure::new(format!("cannot set the terminal: {error}")),
        )?;
        Ok(Raw { usual })
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &self.usual);
    }
}
