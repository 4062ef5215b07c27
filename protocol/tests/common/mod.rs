//! A session with a made-up clock.
#![allow(dead_code, unreachable_pub, missing_debug_implementations)]

use engine::Node;
use pocketfour_protocol::{Device, Mode, Session};

pub const DEVICE: Device =
    Device { name: "test", clock_hz: 125_000_000, seed: 1, restart: None };

/// A session, its clock, and what it has said that nobody has read yet.
pub struct Talk {
    pub session: Session<'static>,
    pub now: u32,
    /// Playouts for each portion of work, which takes a millisecond.
    pub portion: u32,
}

impl Talk {
    pub fn new(mode: Mode) -> Talk {
        Talk::at(mode, 0)
    }

    pub fn at(mode: Mode, now: u32) -> Talk {
        let mut session = Session::new(vec![Node::EMPTY; 4000].leak());
        session.start_as(mode, DEVICE, now);
        Talk { session, now, portion: 20 }
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
        self.session.receive(text.as_bytes(), self.now);
    }

    /// Everything said since the last time.
    pub fn heard(&mut self) -> String {
        let text = String::from_utf8(self.session.output().to_vec());
        self.session.consume(self.session.output().len());
        text.expect("text")
    }

    /// Lets it think until it has finished.
    pub fn wait(&mut self) -> &mut Talk {
        while self.session.is_thinking() {
            self.now = self.now.wrapping_add(1);
            self.session.think(self.portion, self.now);
        }
        self
    }

    /// Sends a line and waits for everything that comes of it.
    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.send("\n");
        let mut text = self.heard();
        while self.session.is_thinking() {
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
