//! The line that is being received.
//!
//! Bytes arrive in any portions. In a console some of them are keys that edit
//! the line; otherwise every byte that is not text spoils it. A spoilt line
//! is refused as a whole when it ends, and the next one starts afresh.

use core::fmt;
use core::mem::swap;

use heapless::Vec;

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
    escape: Escape,
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
}

/// How far a key that is more than one byte has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Escape {
    None,
    /// After the escape byte.
    Begun,
    /// After `[`, with the number that came so far.
    Sequence {
        number: u8,
    },
    /// After `O`.
    Single,
}

const INTERRUPT: u8 = 3;
const HOME: u8 = 1;
const END: u8 = 5;
const BACKSPACE: u8 = 8;
const ERASE_LINE: u8 = 21;
const ESCAPE: u8 = 27;
const DELETE: u8 = 127;

impl Line {
    pub(crate) const fn new() -> Line {
        Line {
            bytes: Vec::new(),
            cursor: 0,
            fault: Fault::None,
            escape: Escape::None,
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
        self.escape = Escape::None;
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

    /// Takes the next byte. Keys edit the line only if `editing`.
    pub(crate) fn receive(&mut self, byte: u8, editing: bool) -> Effect {
        let after_return = self.after_return;
        self.after_return = byte == b'\r';
        match byte {
            b'\n' if after_return => return Effect::Nothing,
            b'\r' | b'\n' => {
                self.escape = Escape::None;
                return Effect::Ended;
            }
            _ => (),
        }
        if !editing {
            return self.append(byte);
        }
        if self.escape != Escape::None {
            return self.escaped(byte);
        }
        match byte {
            ESCAPE => self.escape = Escape::Begun,
            INTERRUPT => {
                self.clear();
                return Effect::Interrupted;
            }
            BACKSPACE | DELETE => return self.erase_before(),
            ERASE_LINE => {
                self.clear();
                return Effect::Edited;
            }
            HOME => return self.move_to(0),
            END => return self.move_to(self.len()),
            _ => return self.append(byte),
        }
        Effect::Nothing
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
        for place in self.bytes.iter_mut().skip(self.cursor) {
            swap(place, &mut byte);
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
        for place in self.bytes.iter_mut().skip(self.cursor).rev() {
            swap(place, &mut byte);
        }
        if byte != 0 {
            self.bytes.pop();
        }
        Effect::Edited
    }

    fn move_to(&mut self, cursor: usize) -> Effect {
        self.cursor = cursor.min(self.bytes.len());
        Effect::Edited
    }

    /// Takes a byte of a key that began with the escape byte. Keys that
    /// mean nothing here do nothing.
    fn escaped(&mut self, byte: u8) -> Effect {
        let escape = self.escape;
        self.escape = match (escape, byte) {
            (Escape::Begun, b'[') => Escape::Sequence { number: 0 },
            (Escape::Begun, b'O') => Escape::Single,
            (_, ESCAPE) => Escape::Begun,
            (Escape::Sequence { .. }, b'0'..=b'9') => {
                Escape::Sequence { number: byte - b'0' }
            }
            (Escape::Sequence { number }, b' '..=b'?') => {
                Escape::Sequence { number }
            }
            _ => Escape::None,
        };
        match (escape, byte) {
            (Escape::Sequence { number }, b'~') => self.numbered_key(number),
            (Escape::Sequence { .. } | Escape::Single, _) => self.key(byte),
            _ => Effect::Nothing,
        }
    }

    fn key(&mut self, letter: u8) -> Effect {
        match letter {
            b'A' => self.recall(History::earlier),
            b'B' => self.recall(History::later),
            b'C' => self.move_to(self.cursor.saturating_add(1)),
            b'D' => self.move_to(self.cursor.saturating_sub(1)),
            b'F' => self.move_to(self.len()),
            b'H' => self.move_to(0),
            _ => Effect::Nothing,
        }
    }

    fn numbered_key(&mut self, number: u8) -> Effect {
        match number {
            1 | 7 => self.move_to(0),
            3 => self.erase_at_cursor(),
            4 | 8 => self.move_to(self.len()),
            _ => Effect::Nothing,
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
            last = line.receive(byte, true);
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
            let ends = ending.bytes().map(|byte| line.receive(byte, false));
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
