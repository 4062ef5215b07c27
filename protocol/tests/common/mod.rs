//! A session with a made-up clock.
#![allow(dead_code, unreachable_pub, missing_debug_implementations)]

use engine::Node;
use pocketfour_protocol::{Device, Diagnostics, Mode, Session};

pub const DEVICE: Device =
    Device { name: "test", clock_hz: 125_000_000, seed: 1, restart: None };

/// A session, its clock, and what it has said that nobody has read yet.
pub struct Talk {
    pub session: Session<'static>,
    pub now: u32,
    /// Playouts for each portion of work, which takes a millisecond.
    pub portion: u32,
    /// What was read to make room.
    read: String,
}

impl Talk {
    pub fn new(mode: Mode) -> Talk {
        Talk::at(mode, 0)
    }

    pub fn at(mode: Mode, now: u32) -> Talk {
        let mut session = Session::new(vec![Node::EMPTY; 4000].leak());
        session.start_as(mode, DEVICE, now);
        session.update_diagnostics(Diagnostics {
            stack_used: 1000,
            stack_size: 8192,
            uptime: 1,
            ..Diagnostics::default()
        });
        let mut talk = Talk { session, now, portion: 20, read: String::new() };
        let banner = talk.heard();
        talk.send("setoption name Book value false\n");
        // What is typed at a terminal is to be seen there.
        let typed = talk.heard();
        talk.read = banner;
        talk.read += if mode == Mode::Terminal { &typed } else { "" };
        talk
    }

    /// With the opening book, which others do without: they are about
    /// searches.
    pub fn with_book(mut self) -> Talk {
        self.ask("setoption name Book value true");
        self
    }

    pub fn program() -> Talk {
        Talk::new(Mode::Program)
    }

    /// A person's session, the banner read.
    pub fn person() -> Talk {
        let mut talk = Talk::new(Mode::Plain);
        talk.heard();
        talk
    }

    pub fn send(&mut self, text: &str) {
        self.send_bytes(text.as_bytes());
    }

    /// Sends bytes, and reads where there is no room for an answer.
    pub fn send_bytes(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            bytes = &bytes[self.session.receive(bytes, self.now)..];
            if !self.session.has_room() {
                self.read();
            }
        }
    }

    fn read(&mut self) {
        let output = self.session.output();
        self.read += std::str::from_utf8(output).expect("text");
        self.session.consume(output.len());
    }

    /// Everything said since the last time.
    pub fn heard(&mut self) -> String {
        self.read();
        std::mem::take(&mut self.read)
    }

    /// Whether it thinks and a program or a person waits for it.
    pub fn is_busy(&self) -> bool {
        self.session.is_thinking() && !self.session.is_pondering()
    }

    /// Lets it think until it has finished.
    pub fn wait(&mut self) -> &mut Talk {
        loop {
            if self.is_busy() {
                self.now = self.now.wrapping_add(1);
                self.session.think(self.portion, self.now);
            } else if !self.session.has_room() {
                self.read();
            } else {
                return self;
            }
        }
    }

    /// Sends a line and waits for everything that comes of it.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.send("\n");
        let mut text = self.heard();
        while self.is_busy() {
            self.now = self.now.wrapping_add(1);
            self.session.think(self.portion, self.now);
            text += &self.heard();
        }
        text
    }

    /// The last line of what comes of a line.
    pub fn last(&mut self, line: &str) -> String {
        let text = self.ask(line);
        text.lines().last().unwrap_or("").to_string()
    }

    /// The position, as `d` writes it.
    pub fn position(&mut self) -> String {
        let text = self.ask("d");
        let mut lines = text.lines();
        lines.find_map(|line| line.strip_prefix("fen ")).unwrap().to_string()
    }
}

/// How many lines of a text start like this.
pub fn count(text: &str, start: &str) -> usize {
    text.lines().filter(|line| line.starts_with(start)).count()
}
