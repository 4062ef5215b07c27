//! Keys that are more than one byte, as terminals send them.

/// The byte that begins such a key.
pub(crate) const ESCAPE: u8 = 27;

/// How far a key that is more than one byte has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EscapeSequence {
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

/// A key that is more than one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    Delete,
}

impl EscapeSequence {
    /// Takes a byte of a key that began with the escape byte. Keys that
    /// mean nothing here do nothing.
    pub(crate) fn receive(&mut self, byte: u8) -> Option<Key> {
        use EscapeSequence::{Begun, None, Sequence, Single};
        let before = *self;
        *self = match (before, byte) {
            (Begun, b'[') => Sequence { number: 0 },
            (Begun, b'O') => Single,
            (_, ESCAPE) => Begun,
            (Sequence { .. }, b'0'..=b'9') => Sequence { number: byte - b'0' },
            (Sequence { number }, b' '..=b'?') => Sequence { number },
            _ => None,
        };
        match (before, byte) {
            (Sequence { number }, b'~') => numbered(number),
            (Sequence { .. } | Single, _) => lettered(byte),
            _ => Option::None,
        }
    }
}

fn lettered(letter: u8) -> Option<Key> {
    match letter {
        b'A' => Some(Key::Up),
        b'B' => Some(Key::Down),
        b'C' => Some(Key::Right),
        b'D' => Some(Key::Left),
        b'F' => Some(Key::End),
        b'H' => Some(Key::Home),
        _ => None,
    }
}

fn numbered(number: u8) -> Option<Key> {
    match number {
        1 | 7 => Some(Key::Home),
        3 => Some(Key::Delete),
        4 | 8 => Some(Key::End),
        _ => None,
    }
}
