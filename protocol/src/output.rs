//! Text that waits to be sent.

use core::fmt;

use heapless::Vec;

/// How much text can wait.
pub(crate) const CAPACITY: usize = 4096;

/// How much text may wait while the session goes on: the rest of the room is
/// for the longest text of one step.
const FULL: usize = 1024;

/// The longest line about a search, where it has only one.
const INFO: usize = 512;

/// The text that waits to be sent. Where there is no room, a line is dropped
/// as a whole, and counted.
#[derive(Debug)]
pub(crate) struct Output {
    bytes: Vec<u8, CAPACITY>,
    /// How many of the bytes were sent already.
    sent: usize,
    dropped: u32,
}

/// What a text is, and so how much room it has to leave for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// An answer.
    Reply,
    /// What a person types, sent back.
    Echo,
    /// The progress of a search, which never fills the room that is for
    /// the session to go on.
    Info,
}

impl Urgency {
    const fn room(self) -> usize {
        match self {
            Urgency::Reply => CAPACITY,
            Urgency::Echo => CAPACITY - 512,
            Urgency::Info => FULL,
        }
    }
}

impl Output {
    pub(crate) const fn new() -> Output {
        Output { bytes: Vec::new(), sent: 0, dropped: 0 }
    }

    /// What is to be sent next.
    pub(crate) fn pending(&self) -> &[u8] {
        debug_assert!(self.sent <= self.bytes.len());
        self.bytes.get(self.sent..).unwrap_or(&[])
    }

    /// Removes what was sent.
    pub(crate) fn consume(&mut self, count: usize) {
        self.sent = self.sent.saturating_add(count).min(self.bytes.len());
        if self.sent == self.bytes.len() {
            self.bytes.clear();
            self.sent = 0;
        }
    }

    /// Whether there is room for the text of any one step.
    pub(crate) fn has_room(&self) -> bool {
        self.pending().len() <= FULL
    }

    /// Whether there is room for this many lines about a search. Lines for
    /// several moves are short enough to fit together where nothing waits.
    pub(crate) fn has_room_for_info(&self, lines: u8) -> bool {
        let most = if lines > 1 { 0 } else { FULL - INFO };
        self.pending().len() <= most
    }

    /// How many texts were dropped for want of room.
    pub(crate) fn dropped(&self) -> u32 {
        self.dropped
    }

    /// Writes a text as a whole, or not at all.
    pub(crate) fn write(
        &mut self,
        urgency: Urgency,
        text: fmt::Arguments<'_>,
    ) -> bool {
        let written = self.attempt(urgency, text)
            || (self.sent > 0 && {
                self.compact();
                self.attempt(urgency, text)
            });
        if !written {
            self.dropped = self.dropped.saturating_add(1);
        }
        written
    }

    fn attempt(&mut self, urgency: Urgency, text: fmt::Arguments<'_>) -> bool {
        let before = self.bytes.len();
        let room = urgency.room();
        let mut writer = Writer { bytes: &mut self.bytes, room };
        let written = fmt::write(&mut writer, text).is_ok();
        if !written {
            self.bytes.truncate(before);
        }
        written
    }

    /// Moves what was not sent yet to the front.
    fn compact(&mut self) {
        let mut kept = 0;
        for index in self.sent..self.bytes.len() {
            let byte = self.bytes.get(index).copied();
            debug_assert!(byte.is_some() && kept < index);
            if let (Some(byte), Some(slot)) = (byte, self.bytes.get_mut(kept)) {
                *slot = byte;
                kept += 1;
            }
        }
        self.bytes.truncate(kept);
        self.sent = 0;
    }
}

struct Writer<'a> {
    bytes: &'a mut Vec<u8, CAPACITY>,
    room: usize,
}

impl fmt::Write for Writer<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.bytes.len() + text.len() > self.room {
            return Err(fmt::Error);
        }
        let fits = self.bytes.extend_from_slice(text.as_bytes());
        fits.map_err(|_| fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(output: &mut Output, urgency: Urgency) -> u32 {
        let mut lines = 0;
        while output.write(urgency, format_args!("{:>15}\n", lines)) {
            lines += 1;
        }
        lines
    }

    #[test]
    fn whole_lines_are_dropped_and_counted() {
        let mut output = Output::new();
        assert_eq!(fill(&mut output, Urgency::Reply), 256);
        assert_eq!(output.pending().len(), CAPACITY);
        assert_eq!(output.dropped(), 1);
        output.consume(5);
        assert!(!output.write(Urgency::Reply, format_args!("123456")));
        assert!(output.write(Urgency::Reply, format_args!("12345")));
        assert_eq!(output.pending().len(), CAPACITY);
        assert!(output.pending().ends_with(b"255\n12345"));
        output.consume(usize::MAX);
        assert!(output.pending().is_empty());
    }

    #[test]
    fn replies_find_room_where_info_does_not() {
        let mut output = Output::new();
        fill(&mut output, Urgency::Info);
        assert!(output.has_room() && !output.has_room_for_info(1));
        let echo = CAPACITY - FULL - 512;
        assert_eq!(fill(&mut output, Urgency::Echo), echo as u32 / 16);
        assert!(!output.has_room());
        assert_eq!(fill(&mut output, Urgency::Reply), 512 / 16);
        assert_eq!(output.dropped(), 3);
    }
}
