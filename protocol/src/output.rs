//! Text that waits to be sent.

use core::fmt;

use heapless::Vec;

/// How much text can wait.
pub(crate) const CAPACITY: usize = 4096;

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
    /// The progress of a search.
    Info,
}

impl Urgency {
    const fn room(self) -> usize {
        match self {
            Urgency::Reply => CAPACITY,
            Urgency::Echo => CAPACITY - 512,
            Urgency::Info => CAPACITY - 1024,
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
            if let (Some(byte), Some(place)) = (byte, self.bytes.get_mut(kept))
            {
                *place = byte;
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
        assert_eq!(fill(&mut output, Urgency::Echo), 512 / 16);
        assert_eq!(fill(&mut output, Urgency::Reply), 512 / 16);
        assert_eq!(output.dropped(), 3);
    }
}
