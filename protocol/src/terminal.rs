//! What a person or a program sees of the conversation: lines come in, lines
//! go out, and in a console there is a prompt, an echo and colour.

use core::fmt;

use crate::line::{Effect, Line};
use crate::output::{Output, Urgency};

const PROMPT: &str = "> ";

/// One end of a line of communication.
#[derive(Debug)]
pub(crate) struct Terminal {
    output: Output,
    line: Line,
    /// Whether a person is there, who gets a prompt and pictures.
    pub(crate) console: bool,
    /// Whether to send back what is typed.
    pub(crate) echo: bool,
    /// Whether to colour what is sent to a person.
    pub(crate) color: bool,
    prompted: bool,
}

impl Terminal {
    pub(crate) const fn new() -> Terminal {
        Terminal {
            output: Output::new(),
            line: Line::new(),
            console: false,
            echo: false,
            color: false,
            prompted: false,
        }
    }

    pub(crate) fn output(&self) -> &Output {
        &self.output
    }

    pub(crate) fn consume(&mut self, count: usize) {
        self.output.consume(count);
    }

    /// The present line.
    pub(crate) fn line(&self) -> &Line {
        &self.line
    }

    /// Whether the reader sees colours.
    pub(crate) fn is_colored(&self) -> bool {
        self.console && self.color
    }

    /// Writes a line of an answer.
    pub(crate) fn reply(&mut self, text: fmt::Arguments<'_>) {
        self.write(Urgency::Reply, text);
    }

    /// Writes a line about a search; it is dropped first where there is no
    /// room.
    pub(crate) fn info(&mut self, text: fmt::Arguments<'_>) {
        self.write(Urgency::Info, text);
    }

    fn write(&mut self, urgency: Urgency, text: fmt::Arguments<'_>) {
        self.withdraw_prompt();
        let end = self.end_of_line();
        self.output.write(urgency, format_args!("{text}{end}"));
    }

    /// A raw terminal wants a carriage return as well.
    fn end_of_line(&self) -> &'static str {
        if self.console && self.echo { "\r\n" } else { "\n" }
    }

    fn withdraw_prompt(&mut self) {
        if !self.prompted {
            return;
        }
        self.prompted = false;
        let clear = if self.color { "\r\x1b[K" } else { self.end_of_line() };
        self.output.write(Urgency::Reply, format_args!("{clear}"));
    }

    /// Shows a person the prompt, and what they have typed so far.
    pub(crate) fn prompt(&mut self) {
        if !self.console || self.prompted {
            return;
        }
        let line = &self.line;
        let typed = if self.echo { line.text() } else { "" };
        let back = Repeat("\x08", typed.len().saturating_sub(line.cursor()));
        self.prompted = self
            .output
            .write(Urgency::Echo, format_args!("{PROMPT}{typed}{back}"));
    }

    /// Takes the next byte. After [`Effect::Ended`] the line is there to be
    /// read, until [`Terminal::next_line`].
    pub(crate) fn receive(&mut self, byte: u8) -> Effect {
        let (cursor, length) = (self.line.cursor(), self.line.len());
        let effect = self.line.receive(byte, self.console);
        if self.console && self.echo {
            match effect {
                Effect::Nothing => (),
                Effect::Edited => self.echo_change(cursor, length),
                Effect::Ended => self.echo(format_args!("\r\n")),
                Effect::Interrupted => self.echo(format_args!("^C\r\n")),
            }
        }
        if matches!(effect, Effect::Ended | Effect::Interrupted) {
            self.prompted = false;
        }
        effect
    }

    /// The line has been dealt with.
    pub(crate) fn next_line(&mut self) {
        self.line.clear();
    }

    /// Keeps the line for the arrow keys.
    pub(crate) fn remember_line(&mut self) {
        if self.console {
            self.line.remember();
        }
    }

    /// Drops the present line. Says whether it was not dropped before.
    pub(crate) fn lose_line(&mut self) -> bool {
        self.line.lose()
    }

    /// Draws the line again from where it may have changed.
    fn echo_change(&mut self, cursor: usize, length: usize) {
        let line = &self.line;
        let text = line.text();
        let start = if text.len() == length {
            cursor.min(line.cursor())
        } else if text.len() == length + 1 && line.cursor() == cursor + 1 {
            cursor
        } else if text.len() + 1 == length && line.cursor() + 1 >= cursor {
            line.cursor()
        } else {
            0
        };
        let tail = text.get(start..);
        debug_assert!(tail.is_some(), "{line:?}");
        let tail = tail.unwrap_or("");
        let gap = length.saturating_sub(text.len());
        let ahead = (text.len() + gap).saturating_sub(line.cursor());
        let change = format_args!(
            "{}{tail}{}{}",
            Repeat("\x08", cursor.saturating_sub(start)),
            Repeat(" ", gap),
            Repeat("\x08", ahead),
        );
        self.output.write(Urgency::Echo, change);
    }

    fn echo(&mut self, text: fmt::Arguments<'_>) {
        self.output.write(Urgency::Echo, text);
    }
}

/// A text, repeated.
pub(crate) struct Repeat(pub(crate) &'static str, pub(crate) usize);

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.1).try_for_each(|_| f.write_str(self.0))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::String;
    use std::vec::Vec;

    use super::*;

    /// What a terminal shows in its last line, and where its cursor stands.
    fn shown(bytes: &[u8]) -> (String, usize) {
        let mut cells: Vec<u8> = Vec::new();
        let mut cursor = 0;
        for &byte in bytes {
            match byte {
                b'\n' => cells.clear(),
                b'\r' => cursor = 0,
                8 => cursor -= 1,
                _ => {
                    cells.resize(cells.len().max(cursor + 1), b' ');
                    cells[cursor] = byte;
                    cursor += 1;
                }
            }
        }
        let text = String::from_utf8(cells).unwrap();
        (text.trim_end().into(), cursor)
    }

    #[test]
    fn the_terminal_shows_the_line() {
        let mut terminal = Terminal::new();
        (terminal.console, terminal.echo) = (true, true);
        terminal.prompt();
        let keys = b"level 5\x08\x1b[D\x1b[D\x1b[Dxy\x7f\x1b[3~\x1b[C\x01n\x05\
            m\r\nboard\x1b[A\x1b[B\x1b[A\x1b[Dzz\x15help \x1b[A";
        for &byte in keys {
            if terminal.receive(byte) == Effect::Ended {
                terminal.remember_line();
                terminal.next_line();
                terminal.prompt();
            }
            let (text, cursor) = shown(terminal.output().pending());
            let line = terminal.line();
            assert_eq!(text.trim_end(), {
                let whole = String::from(PROMPT) + line.text();
                String::from(whole.trim_end())
            });
            assert_eq!(cursor, PROMPT.len() + line.cursor());
        }
    }

    #[test]
    fn the_prompt_makes_way_for_text() {
        let mut terminal = Terminal::new();
        (terminal.console, terminal.echo) = (true, true);
        terminal.prompt();
        terminal.receive(b'4');
        terminal.reply(format_args!("hello"));
        terminal.prompt();
        terminal.color = true;
        terminal.reply(format_args!("you"));
        assert_eq!(
            terminal.output().pending(),
            b"> 4\r\nhello\r\n> 4\r\x1b[Kyou\r\n"
        );
    }
}
