//! The line that is being received.
//!
//! Bytes arrive in any portions. In a console some of them are keys that edit
//! the line. A byte that is neither text nor a key is ignored where a person
//! sees what was typed; elsewhere it spoils the line, which is refused as a
//! whole when it ends. The next one starts afresh.

use core::fmt;
use core::mem::swap;

use heapless::Vec;

use crate::escape_sequence::{ESCAPE, EscapeSequence, Key};
use crate::history::History;

/// The longest line that is read, in bytes. The longest game on the largest
/// board fits, written as a `position` with all its moves.
pub const LINE_LIMIT: usize = 1024;

/// The line that is being received.
#[derive(Debug)]
pub(crate) struct Line {
    bytes: Vec<u8, LINE_LIMIT>,
    /// Where the next character goes.
    cursor: usize,
    fault: Fault,
    escape: EscapeSequence,
    after_return: bool,
    history: History,
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// A byte that is neither text nor a key.
    NotText { byte: u8 },
    /// It is longer than [`LINE_LIMIT`].
    TooLong,
    /// The port has lost a part of it, and that was said already.
    Lost,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::None | Fault::Lost => Ok(()),
            Fault::NotText { byte } => write!(
                f,
                "byte {byte} is not text: the line is ignored, plain ASCII \
                 is understood"
            ),
            Fault::TooLong => write!(
                f,
                "the line is too long and is ignored: {LINE_LIMIT} bytes \
                 are the limit"
            ),
        }
    }
}

/// What a byte has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    /// The line or the cursor has changed.
    Edited,
    /// The line is complete.
    Ended,
    /// Ctrl-C; the line is empty now.
    Interrupted,
    /// A key that means nothing, and has changed nothing.
    Refused,
    /// Tab: the word before the cursor is to be completed.
    Completing,
    /// Ctrl-L: the screen is to be drawn again.
    Redrawing,
    /// Ctrl-D on an empty line: the end.
    Leaving,
}

/// Which bytes are keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// None: every byte that is not text spoils the line.
    None,
    /// Those that edit the line, for people who do not see what they type
    /// or have a terminal that edits lines itself.
    Editing,
    /// All: a person sees every one of them.
    All,
}

const HOME: u8 = 1;
const INTERRUPT: u8 = 3;
const LEAVE: u8 = 4;
const END: u8 = 5;
const BACKSPACE: u8 = 8;
const TAB: u8 = 9;
const REDRAW: u8 = 12;
const ERASE_LINE: u8 = 21;
const ERASE_WORD: u8 = 23;
const DELETE: u8 = 127;

impl Line {
    pub(crate) const fn new() -> Line {
        Line {
            bytes: Vec::new(),
            cursor: 0,
            fault: Fault::None,
            escape: EscapeSequence::None,
            after_return: false,
            history: History::new(),
        }
    }

    /// What has been received of it.
    pub(crate) fn text(&self) -> &str {
        let text = core::str::from_utf8(&self.bytes);
        debug_assert!(text.is_ok());
        text.unwrap_or("")
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether a part of it was received.
    pub(crate) fn is_begun(&self) -> bool {
        !self.bytes.is_empty() || self.fault != Fault::None
    }

    pub(crate) fn cursor(&self) -> usize {
        self.cursor
    }

    pub(crate) fn fault(&self) -> Fault {
        self.fault
    }

    /// Starts the next line.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.cursor = 0;
        self.fault = Fault::None;
        self.escape = EscapeSequence::None;
        self.history.leave();
    }

    /// Keeps the line for the arrow keys.
    pub(crate) fn remember(&mut self) {
        self.history.push(&self.bytes);
    }

    /// Drops the line up to its end. Says whether it was not dropped before.
    pub(crate) fn lose(&mut self) -> bool {
        let is_new = self.fault != Fault::Lost;
        self.clear();
        self.fault = Fault::Lost;
        is_new
    }

    /// What stands before the cursor.
    pub(crate) fn before_cursor(&self) -> &str {
        let before = self.text().get(..self.cursor);
        debug_assert!(before.is_some(), "a cursor beyond the line");
        before.unwrap_or("")
    }

    /// Makes no difference between capital and small letters.
    pub(crate) fn make_lowercase(&mut self) {
        self.bytes.make_ascii_lowercase();
    }

    /// Takes the next byte.
    pub(crate) fn receive(&mut self, byte: u8, keys: Keys) -> Effect {
        let after_return = self.after_return;
        self.after_return = byte == b'\r';
        match byte {
            b'\n' if after_return => return Effect::Nothing,
            b'\r' | b'\n' => {
                self.escape = EscapeSequence::None;
                return Effect::Ended;
            }
            _ => (),
        }
        if keys == Keys::None {
            return self.append(byte);
        }
        if self.escape != EscapeSequence::None {
            return self
                .escape
                .receive(byte)
                .map_or(Effect::Nothing, |key| self.press(key));
        }
        if keys == Keys::All
            && let Some(effect) = self.seen_key(byte)
        {
            return effect;
        }
        match byte {
            ESCAPE => self.escape = EscapeSequence::Begun,
            INTERRUPT => {
                self.clear();
                return Effect::Interrupted;
            }
            BACKSPACE | DELETE => return self.erase_before(),
            ERASE_LINE => {
                self.clear();
                return Effect::Edited;
            }
            ERASE_WORD => return self.erase_word(),
            HOME => return self.move_to(0),
            END => return self.move_to(self.len()),
            _ => return self.append(byte),
        }
        Effect::Nothing
    }

    /// Keys for those who see what they type.
    fn seen_key(&mut self, byte: u8) -> Option<Effect> {
        match byte {
            LEAVE if !self.is_begun() => Some(Effect::Leaving),
            LEAVE => Some(self.erase_at_cursor()),
            TAB => Some(Effect::Completing),
            REDRAW => Some(Effect::Redrawing),
            HOME
            | INTERRUPT
            | END
            | BACKSPACE
            | DELETE
            | ERASE_LINE
            | ERASE_WORD
            | ESCAPE
            | b' '..=b'~' => None,
            _ => Some(Effect::Refused),
        }
    }

    fn append(&mut self, byte: u8) -> Effect {
        let byte = if byte == b'\t' { b' ' } else { byte };
        if self.fault != Fault::None {
            Effect::Nothing
        } else if !matches!(byte, b' '..=b'~') {
            self.fault = Fault::NotText { byte };
            Effect::Nothing
        } else if self.bytes.is_full() {
            self.fault = Fault::TooLong;
            Effect::Nothing
        } else {
            self.insert(byte);
            Effect::Edited
        }
    }

    fn insert(&mut self, mut byte: u8) {
        for slot in self.bytes.iter_mut().skip(self.cursor) {
            swap(slot, &mut byte);
        }
        let pushed = self.bytes.push(byte);
        debug_assert!(pushed.is_ok(), "the caller has made sure of room");
        self.cursor += 1;
    }

    fn erase_before(&mut self) -> Effect {
        let Some(at) = self.cursor.checked_sub(1) else {
            return Effect::Nothing;
        };
        self.cursor = at;
        self.erase_at_cursor()
    }

    fn erase_at_cursor(&mut self) -> Effect {
        let mut byte = 0;
        for slot in self.bytes.iter_mut().skip(self.cursor).rev() {
            swap(slot, &mut byte);
        }
        if byte != 0 {
            self.bytes.pop();
        }
        Effect::Edited
    }

    /// Erases the word before the cursor, and the spaces after it.
    fn erase_word(&mut self) -> Effect {
        let before = self.before_cursor();
        let mut bytes = before.trim_ascii_end().bytes();
        let space = bytes.rposition(|byte| byte == b' ');
        let start = space.map_or(0, |space| space + 1);
        let count = self.cursor.saturating_sub(start);
        for _ in 0..count {
            self.erase_before();
        }
        Effect::Edited
    }

    fn move_to(&mut self, cursor: usize) -> Effect {
        self.cursor = cursor.min(self.bytes.len());
        Effect::Edited
    }

    fn press(&mut self, key: Key) -> Effect {
        match key {
            Key::Up => self.recall(History::earlier),
            Key::Down => self.recall(History::later),
            Key::Right => self.move_to(self.cursor.saturating_add(1)),
            Key::Left => self.move_to(self.cursor.saturating_sub(1)),
            Key::Home => self.move_to(0),
            Key::End => self.move_to(self.len()),
            Key::Delete => self.erase_at_cursor(),
        }
    }

    /// Replaces the line by one from before.
    fn recall(&mut self, choose: fn(&mut History) -> bool) -> Effect {
        if !choose(&mut self.history) {
            return Effect::Nothing;
        }
        self.bytes.clear();
        let copied = self.bytes.extend_from_slice(self.history.chosen());
        debug_assert!(copied.is_ok(), "a remembered line is short");
        self.move_to(self.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(line: &mut Line, bytes: &[u8]) -> Effect {
        let mut last = Effect::Nothing;
        for &byte in bytes {
            last = line.receive(byte, Keys::Editing);
        }
        last
    }

    #[test]
    fn keys_edit_the_line() {
        let mut line = Line::new();
        typed(&mut line, b"held\x1b[D\x1b[D\x08lp\x7fl\x1b[Co");
        assert_eq!((line.text(), line.cursor()), ("hlllod", 5));
        typed(&mut line, b"\x01>\x1b[3~\x05<\x1b[1~=\x1bOF!");
        assert_eq!(line.text(), "=>lllod<!");
        typed(&mut line, b"\x15\x08\x7f\x1b[3~");
        assert_eq!((line.text(), line.cursor()), ("", 0));
    }

    #[test]
    fn words_are_erased() {
        let mut line = Line::new();
        typed(&mut line, b"new 9x9  block 3,4  \x17");
        assert_eq!(line.text(), "new 9x9  block ");
        typed(&mut line, b"\x17\x17");
        assert_eq!(line.text(), "new ");
        typed(&mut line, b"board\x1b[D\x1b[D\x17");
        assert_eq!((line.text(), line.cursor()), ("new rd", 4));
        typed(&mut line, b"\x17\x17");
        assert_eq!((line.text(), line.cursor()), ("rd", 0));
    }

    /// A key that means nothing leaves the line as it is.
    #[test]
    fn other_keys_are_refused() {
        let mut line = Line::new();
        let mut press = |byte| line.receive(byte, Keys::All);
        assert_eq!(press(LEAVE), Effect::Leaving);
        assert_eq!(press(b'4'), Effect::Edited);
        for byte in [0, 2, 7, 11, 14, 26, 28, 31, 128, 195, 255] {
            assert_eq!(press(byte), Effect::Refused, "{byte}");
        }
        assert_eq!(press(REDRAW), Effect::Redrawing);
        assert_eq!(press(TAB), Effect::Completing);
        assert_eq!(press(LEAVE), Effect::Edited);
        assert_eq!((line.text(), line.fault()), ("4", Fault::None));
    }

    #[test]
    fn earlier_lines_come_back() {
        let mut line = Line::new();
        for text in ["one", "two", "two", "", "three"] {
            assert_eq!(typed(&mut line, text.as_bytes()), {
                if text.is_empty() { Effect::Nothing } else { Effect::Edited }
            });
            line.remember();
            line.clear();
        }
        typed(&mut line, b"\x1b[A\x1b[A");
        assert_eq!(line.text(), "two");
        typed(&mut line, b"\x1b[A\x1b[A\x1b[A");
        assert_eq!(line.text(), "one");
        typed(&mut line, b"\x1b[B\x1b[B");
        assert_eq!(line.text(), "three");
        typed(&mut line, b"\x1b[B");
        assert_eq!(line.text(), "");
    }

    #[test]
    fn a_line_ends_once() {
        for ending in ["\r", "\n", "\r\n"] {
            let mut line = Line::new();
            let ends =
                ending.bytes().map(|byte| line.receive(byte, Keys::None));
            assert_eq!(ends.filter(|&e| e == Effect::Ended).count(), 1);
        }
    }

    #[test]
    fn a_fault_stays_until_the_end() {
        let mut line = Line::new();
        typed(&mut line, b"a\xffb\x08");
        assert_eq!(line.fault(), Fault::NotText { byte: 255 });
        line.clear();
        typed(&mut line, &[b'a'; LINE_LIMIT]);
        assert_eq!((line.len(), line.fault()), (LINE_LIMIT, Fault::None));
        typed(&mut line, b"a");
        assert_eq!(line.fault(), Fault::TooLong);
        assert!(line.lose() && !line.lose());
        assert_eq!(typed(&mut line, b"a\n"), Effect::Ended);
        assert_eq!(line.fault(), Fault::Lost);
    }
}
