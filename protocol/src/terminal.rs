//! What a person or a program sees of the conversation: lines come in, lines
//! go out, and in a console there is a prompt, an echo and colour, and boards
//! are drawn over one another.

use core::fmt;

use crate::line::{Effect, Keys, Line};
use crate::output::{Output, Urgency};
use crate::screen::Screen;
use crate::view::Picture;

/// How a line is written: [`Terminal::reply`] or [`Terminal::info`].
pub(crate) type WriteLine = fn(&mut Terminal, fmt::Arguments<'_>);

const PROMPT: &str = "> ";

/// Clears the screen, and the cursor is at its top.
const CLEAR: &str = "\x1b[2J\x1b[H";

const BELL: &str = "\x07";

/// One end of a line of communication.
#[derive(Debug)]
pub(crate) struct Terminal {
    output: Output,
    line: Line,
    screen: Screen,
    /// Whether a person is there, who gets a prompt and pictures.
    pub(crate) console: bool,
    /// Whether to send back what is typed.
    pub(crate) echo: bool,
    /// Whether to colour what is sent to a person.
    pub(crate) color: bool,
    /// Whether text is only added at the end, never drawn over.
    pub(crate) plain: bool,
    prompted: bool,
}

impl Terminal {
    pub(crate) const fn new() -> Terminal {
        Terminal {
            output: Output::new(),
            line: Line::new(),
            screen: Screen::new(),
            console: false,
            echo: false,
            color: false,
            plain: false,
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

    /// Whether the reader's terminal can be drawn over: it shows nothing but
    /// what it is sent.
    pub(crate) fn draws_over(&self) -> bool {
        self.console && self.echo && !self.plain
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

    /// Says whether there was room for it.
    fn write(&mut self, urgency: Urgency, text: fmt::Arguments<'_>) -> bool {
        self.withdraw_prompt();
        let end = self.end_of_line();
        let before = self.output.pending().len();
        let written = self.output.write(urgency, format_args!("{text}{end}"));
        if written {
            let length = self.output.pending().len() - before;
            self.screen.line_ended(length.saturating_sub(end.len()));
        }
        written
    }

    /// Writes lines about a search that stay above the prompt: the next ones
    /// are written over them, any other text takes their place. Each has to
    /// fit into a row of the narrowest screen. They are left out while a line
    /// is typed that takes more than a row.
    pub(crate) fn live(&mut self, lines: &[fmt::Arguments<'_>]) {
        if self.prompted && self.draws_over() && !self.is_prompt_short() {
            return;
        }
        let rows = self.screen.live;
        if self.prompted && rows > 0 && usize::from(rows) == lines.len() {
            let column = PROMPT.len() + self.line.cursor();
            let text = fmt::from_fn(|f| {
                lines.iter().try_for_each(|line| write!(f, "{line}\x1b[K\r\n"))
            });
            self.echo(format_args!("\r\x1b[{rows}A{text}\x1b[{column}C"));
            return;
        }
        let mut rows = 0;
        for &line in lines {
            rows += u8::from(self.write(Urgency::Reply, line));
        }
        if self.draws_over() {
            self.screen.live = rows;
            self.prompt();
        }
    }

    /// Draws a board, over the last one if that is still to be seen.
    #[inline(never)]
    pub(crate) fn draw(&mut self, picture: Picture<'_>) {
        let picture = picture.colored(self.is_colored());
        let size = picture.size();
        let above = self.screen.board_above(size);
        let above = above.filter(|_| {
            self.draws_over() && (!self.prompted || self.is_prompt_short())
        });
        match above {
            Some(above) => {
                self.prompted = false;
                self.echo(format_args!("\r\x1b[{above}A"));
            }
            None => self.withdraw_prompt(),
        }
        let end = self.end_of_line();
        let mut written = true;
        let mut left = size.0;
        for line in picture.lines() {
            // What was below the last board goes with its last line.
            let rest = if left == 0 && above.is_some() { "\x1b[J" } else { "" };
            left = left.saturating_sub(1);
            let line = format_args!("{line}{rest}{end}");
            written &= self.output.write(Urgency::Reply, line);
        }
        if written {
            self.screen.board_drawn(size);
        } else {
            self.screen.forget();
        }
    }

    /// Clears the screen, if that can be done.
    pub(crate) fn clear(&mut self) {
        if self.draws_over() {
            self.prompted = false;
            self.echo(format_args!("{CLEAR}"));
        }
        self.screen.forget();
    }

    /// From here on, nothing is known of what the reader sees.
    pub(crate) fn forget_screen(&mut self) {
        self.screen.forget();
    }

    pub(crate) fn ring(&mut self) {
        self.echo(format_args!("{BELL}"));
    }

    /// Whether prompt and line are in one row.
    fn is_prompt_short(&self) -> bool {
        Screen::is_one_row(PROMPT.len() + self.line.len())
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
        if !self.draws_over() {
            let end = self.end_of_line();
            self.output.write(Urgency::Reply, format_args!("{end}"));
            self.screen.line_ended(PROMPT.len() + self.line.len());
        } else if self.screen.live > 0 && self.is_prompt_short() {
            let rows = self.screen.live;
            let change = format_args!("\r\x1b[{rows}A\x1b[J");
            self.output.write(Urgency::Reply, change);
            self.screen.live_withdrawn();
        } else {
            self.output.write(Urgency::Reply, format_args!("\r\x1b[K"));
        }
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
        let keys = match (self.console, self.echo) {
            (false, _) => Keys::None,
            (true, false) => Keys::Editing,
            (true, true) => Keys::All,
        };
        let effect = self.line.receive(byte, keys);
        if keys == Keys::All {
            match effect {
                Effect::Nothing | Effect::Completing | Effect::Redrawing => (),
                Effect::Edited => self.echo_change(cursor, length),
                Effect::Refused => self.ring(),
                Effect::Ended | Effect::Leaving => {
                    self.echo(format_args!("\r\n"));
                }
                Effect::Interrupted => self.echo(format_args!("^C\r\n")),
            }
        }
        let is_over = [Effect::Ended, Effect::Interrupted, Effect::Leaving];
        if is_over.contains(&effect) {
            self.prompted = false;
            self.screen.line_ended(PROMPT.len() + length);
        }
        effect
    }

    /// Types for a person.
    pub(crate) fn type_in(&mut self, text: &str) {
        for byte in text.bytes() {
            self.receive(byte);
        }
    }

    /// Makes no difference between capital and small letters in the line.
    pub(crate) fn make_lowercase(&mut self) {
        self.line.make_lowercase();
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
            m\r\nboard\x1b[A\x1b[B\x1b[A\x1b[Dzz\x15help \x1b[A\x17ab cd\
            \x1b[D\x17\x04\x17";
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
        terminal.plain = true;
        terminal.prompt();
        terminal.receive(b'4');
        terminal.reply(format_args!("hello"));
        terminal.prompt();
        terminal.plain = false;
        terminal.reply(format_args!("you"));
        assert_eq!(
            terminal.output().pending(),
            b"> 4\r\nhello\r\n> 4\r\x1b[Kyou\r\n"
        );
    }

    /// The lines above the prompt are written over, whatever is being typed,
    /// and make way for an answer.
    #[test]
    fn live_lines_stay_above_the_prompt() {
        let mut terminal = Terminal::new();
        (terminal.console, terminal.echo) = (true, true);
        terminal.live(&[format_args!("one")]);
        terminal.receive(b'4');
        terminal.live(&[format_args!("two")]);
        terminal.live(&[format_args!("three"), format_args!("four")]);
        terminal.live(&[format_args!("five"), format_args!("six")]);
        terminal.reply(format_args!("done"));
        terminal.prompt();
        assert_eq!(
            terminal.output().pending(),
            b"one\r\n> 4\r\x1b[1Atwo\x1b[K\r\n\x1b[3C\
              \r\x1b[1A\x1b[Jthree\r\nfour\r\n> 4\
              \r\x1b[2Afive\x1b[K\r\nsix\x1b[K\r\n\x1b[3C\
              \r\x1b[2A\x1b[Jdone\r\n> 4"
        );
    }
}
