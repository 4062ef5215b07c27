//! A complete line: which parser reads it, and who obeys.

use super::Session;
use super::help::unknown;
use crate::error::Error;
use crate::line::Fault;
use crate::{console, ugi};

/// What a line asks for.
#[expect(clippy::large_enum_variant, reason = "there is no heap")]
enum Command {
    Nothing,
    Console(console::Command),
    Ugi(ugi::Command),
}

/// Reads a line. A console understands the words of UGI as well.
// Out of line, so that its stack is free again when the line is obeyed.
#[inline(never)]
fn parse(line: &str, console: bool) -> Result<Command, Error> {
    let mut words = line.split_ascii_whitespace();
    let Some(word) = words.next() else { return Ok(Command::Nothing) };
    if console && let Some(command) = console::parse(word, words.clone())? {
        return Ok(Command::Console(command));
    }
    match ugi::parse(word, words)? {
        Some(command) => Ok(Command::Ugi(command)),
        None => Err(unknown(word, console)),
    }
}

impl Session<'_> {
    // Out of line, so that its stack is free again when a search needs it.
    #[inline(never)]
    pub(super) fn obey_line(&mut self) {
        self.exit = false;
        let line = self.terminal.line();
        let result = match line.fault() {
            Fault::Lost => Ok(()),
            Fault::None => {
                let command = parse(line.text(), self.terminal.console);
                self.terminal.remember_line();
                command.and_then(|command| self.obey(command))
            }
            fault => Err(Error::Line(fault)),
        };
        self.terminal.next_line();
        self.failed = result.is_err();
        if let Err(error) = result {
            self.refuse(&error);
        }
    }

    fn obey(&mut self, command: Command) -> Result<(), Error> {
        match command {
            Command::Nothing => Ok(()),
            Command::Console(command) => self.obey_person(command),
            Command::Ugi(command) => self.obey_program(command),
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
