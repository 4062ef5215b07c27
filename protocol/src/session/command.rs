//! A complete line: which parser reads it, and what becomes of it.

use super::Session;
use crate::error::Error;
use crate::help::unknown;
use crate::line::Fault;
use crate::{console, ugi};

impl Session<'_> {
    // Out of line, so that its stack is free again when a search needs it.
    #[inline(never)]
    pub(super) fn obey_line(&mut self) {
        self.exit = false;
        let result = match self.terminal.line().fault() {
            Fault::Lost => Ok(()),
            Fault::None => self.obey_text(),
            fault => Err(Error::Line(fault)),
        };
        self.terminal.next_line();
        self.failed = result.is_err();
        if let Err(error) = result {
            self.refuse(&error);
        }
    }

    /// Reads the line and obeys. A console understands UGI as well.
    fn obey_text(&mut self) -> Result<(), Error> {
        self.terminal.remember_line();
        let console = self.terminal.console;
        if console {
            self.terminal.make_lowercase();
        }
        let is_obeyed = console && self.obey_as_person()?;
        if is_obeyed { Ok(()) } else { self.obey_as_program() }
    }

    // These two are out of line, so that the stack of one is free for the
    // other.

    /// Obeys the line, if it is one for people.
    #[inline(never)]
    fn obey_as_person(&mut self) -> Result<bool, Error> {
        let mut words = self.terminal.line().text().split_ascii_whitespace();
        let Some(word) = words.next() else { return Ok(true) };
        match console::parse(word, words) {
            Ok(Some(ref command)) => self.obey_person(command).map(|()| true),
            Ok(None) => Ok(false),
            Err(error) => Err(error),
        }
    }

    #[inline(never)]
    fn obey_as_program(&mut self) -> Result<(), Error> {
        let mut words = self.terminal.line().text().split_ascii_whitespace();
        let Some(word) = words.next() else { return Ok(()) };
        match ugi::parse(word, words) {
            Ok(Some(ref command)) => self.obey_program(command),
            Ok(None) => Err(unknown(word, self.terminal.console)),
            Err(error) => Err(error),
        }
    }

    /// Ends the conversation; a session that began with people goes back to
    /// them.
    pub(super) fn quit(&mut self) {
        self.cancel();
        if self.terminal.console {
            console::print::good_bye(&mut self.terminal);
        }
        self.terminal.console = self.began_with_people;
        self.exit = true;
    }

    pub(super) fn refuse(&mut self, error: &Error) {
        self.terminal.reply(format_args!("error {error}"));
    }
}
