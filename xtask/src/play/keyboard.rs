//! The person's terminal: in raw mode every key goes to the board, which
//! writes all that is to be seen. A board that talks to programs does not, so
//! the terminal edits and echoes lines itself meanwhile.

use std::io::{self, IsTerminal};

use rustix::termios::{
    OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr,
};

use super::talk::LEAVE;
use crate::failure::Failure;

/// A person's terminal.
pub(super) struct Keyboard {
    usual: Termios,
}

/// A terminal that does what the board at its other end needs. Its usual mode
/// comes back when this is dropped, which a panic does as well.
pub(super) struct Desk {
    usual: Termios,
    needs: Needs,
}

/// What the other end needs of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// Nothing: it gets every key, and writes all that is to be seen.
    Keys,
    /// Whole lines: it neither edits nor echoes, and ends its own lines as
    /// programs do.
    Lines,
}

impl Keyboard {
    /// The terminal, if a person is there to type and to read.
    pub(super) fn find() -> Option<Keyboard> {
        let input = io::stdin();
        let is_there = input.is_terminal() && io::stdout().is_terminal();
        let usual = is_there.then(|| tcgetattr(input).ok())??;
        Some(Keyboard { usual })
    }

    /// From now on every key goes to the other end.
    pub(super) fn hand_over(self) -> Result<Desk, Failure> {
        let mut desk = Desk { usual: self.usual, needs: Needs::Lines };
        desk.serve(Needs::Keys).map(|()| desk)
    }
}

impl Desk {
    /// Does what the other end needs from now on.
    pub(super) fn serve(&mut self, needs: Needs) -> Result<(), Failure> {
        if self.needs == needs {
            return Ok(());
        }
        let mut mode = self.usual.clone();
        match needs {
            Needs::Keys => mode.make_raw(),
            // The key for leaving is not to wait for the end of a line.
            Needs::Lines => {
                mode.special_codes[SpecialCodeIndex::VEOL] = LEAVE;
            }
        }
        tcsetattr(io::stdin(), OptionalActions::Now, &mode).map_err(
            |error| Failure::new(format!("cannot set the terminal: {error}")),
        )?;
        self.needs = needs;
        Ok(())
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Drain, &self.usual);
    }
}
