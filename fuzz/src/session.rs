//! Whatever a serial port brings, whenever it brings it: the session says
//! nothing but text, refuses with one line and without changing anything,
//! moves by the rules, and still answers afterwards.

use std::num::NonZeroU32;

use engine::Node;
use host_sim::reference::Game;
use protocol::{Device, Diagnostics, InputLoss, Mode, Session, Stopwatch};

/// A pool that is soon full.
const NODES: usize = 64;
/// These bytes are no text, and stand for what happens to port and clock.
pub(crate) const EVENTS: std::ops::RangeInclusive<u8> = 0x80..=0x8e;
/// Playouts after each line, of searches that may have no end.
const PLAYOUTS: u32 = 4;

/// Holds a conversation: the first byte says with whom, the rest is said.
///
/// # Panics
///
/// If an answer is not as it should be.
pub fn check(bytes: &[u8]) {
    let (&whom, bytes) = bytes.split_first().unwrap_or((&0, &[]));
    let mut pool = [Node::EMPTY; NODES];
    let mut fuzzed = FuzzedSession::new(whom, &mut pool);
    for &byte in bytes {
        match byte {
            b'\n' | b'\r' => fuzzed.end_line(byte),
            _ if EVENTS.contains(&byte) => fuzzed.happen(byte),
            _ => fuzzed.say(byte),
        }
    }
    fuzzed.part_in_peace();
}

struct FuzzedSession<'a> {
    session: Session<'a>,
    now: u32,
    /// Whether it talks to a program, so that every answer is understood.
    program: bool,
    /// Whether the output is read.
    reading: bool,
    /// Whether something that cannot wait came when there was no room.
    crowded: bool,
    /// What has come of the line at hand.
    line: Vec<u8>,
    /// Whether the line at hand is as it was sent.
    whole: bool,
    /// The position before the line at hand, where it is known.
    position: Option<String>,
}

impl<'a> FuzzedSession<'a> {
    fn new(whom: u8, pool: &'a mut [Node]) -> FuzzedSession<'a> {
        let mode = match whom % 4 {
            0 | 1 => Mode::Program,
            2 => Mode::Plain,
            _ => Mode::Terminal,
        };
        let device = Device {
            name: "fuzz",
            clock_hz: u32::from(whom) << 24,
            seed: u64::from(whom >> 2),
            restart: (whom & 0x80 != 0).then_some("asked to"),
        };
        // Some clocks are about to start again from zero.
        let now = if whom & 0x40 == 0 { 0 } else { u32::MAX - 50 };
        let mut session = Session::new(pool);
        session.start_as(mode, device, now);
        let mut fuzzed = FuzzedSession {
            session,
            now,
            program: mode == Mode::Program,
            reading: true,
            crowded: false,
            line: Vec::new(),
            whole: true,
            position: None,
        };
        fuzzed.read();
        fuzzed.ask_position();
        fuzzed
    }

    /// Says a byte, unless the session has no room for an answer.
    fn say(&mut self, byte: u8) {
        if self.session.receive(&[byte], self.now) == 1 {
            self.line.push(byte);
        }
    }

    fn happen(&mut self, event: u8) {
        match event {
            0x80 => self.now = self.now.wrapping_add(1),
            0x81 => self.now = self.now.wrapping_add(1000),
            0x82 => self.now = self.now.wrapping_add(1 << 31),
            0x83 => self.now = self.now.wrapping_sub(1000),
            0x84 => self.lose(InputLoss::Overrun),
            0x85 => self.lose(InputLoss::Framing),
            0x86 => {
                self.whole = false;
                self.crowded |= !self.session.has_room();
                self.session.input_ended(self.now);
            }
            0x87 => self.reading = false,
            0x88 => self.reading = true,
            0x89 => self.session.think(0, self.now),
            0x8a => self.session.think(PLAYOUTS, self.now),
            0x8b => self.session.consume(1),
            0x8c => self.session.consume(usize::MAX),
            0x8d => {
                let stopwatch =
                    Stopwatch { read: || 7, hertz: NonZeroU32::MAX };
                self.session.set_stopwatch(stopwatch);
            }
            _ => self.session.update_diagnostics(Diagnostics {
                stack_used: u32::MAX,
                stack_size: 0,
                uptime: u64::MAX,
                ..Diagnostics::default()
            }),
        }
    }

    fn lose(&mut self, how: InputLoss) {
        self.whole = false;
        self.crowded |= !self.session.has_room();
        self.session.input_lost(how);
    }

    /// Ends the line at hand, and thinks for a while about it.
    fn end_line(&mut self, end: u8) {
        // What was said before the line is no answer to it.
        let told = self.read();
        let before = self.position.take();
        let was_thinking = self.session.is_thinking();
        if self.session.receive(&[end], self.now) == 0 {
            return;
        }
        let answer = self.read();
        let refused = answer.lines().any(|line| line.starts_with("error "));
        let is_thinking = self.session.is_thinking();
        let line = std::mem::take(&mut self.line);
        let whole = std::mem::replace(&mut self.whole, true);
        let word = line.trim_ascii().to_ascii_lowercase();
        self.program &= !word.starts_with(b"console");
        self.ask_position();
        if refused && self.program && self.reading && whole {
            assert_eq!(answer.lines().count(), 1, "{answer}");
            assert_eq!(is_thinking, was_thinking, "{answer}");
            if before.is_some() {
                assert_eq!(self.position, before, "{answer}");
            }
        }
        self.session.think(PLAYOUTS, self.now);
        let thought = self.read();
        if self.program {
            for text in [told, answer, thought] {
                self.check_moves(&text, before.as_deref());
            }
        }
    }

    /// A move is one of the position that was searched: the one before the
    /// line or, if the line was a `go`, the present one.
    fn check_moves(&self, text: &str, before: Option<&str>) {
        let now = self.position.as_deref();
        for line in text.lines() {
            let Some(number) = line.strip_prefix("bestmove ") else { continue };
            let column = number.parse::<usize>().expect("a number") - 1;
            let legal = |text: &str| {
                let game = Game::from_text(text).expect("its own text");
                game.landing_spot(column).is_ok()
            };
            let known = before.is_some() && now.is_some();
            let mut texts = before.into_iter().chain(now);
            assert!(!known || texts.any(legal), "bestmove {number}");
        }
    }

    /// Asks for the position, between two lines and where the answer is
    /// sure to come.
    fn ask_position(&mut self) {
        if !self.program || !self.reading {
            return;
        }
        assert_eq!(self.session.receive(b"d\n", self.now), 2);
        let answer = self.read();
        let found = answer.lines().find_map(|line| line.strip_prefix("fen "));
        self.position = Some(found.expect("a position").to_owned());
    }

    /// Everything that waits to be read, which is text.
    fn read(&mut self) -> String {
        if !self.reading {
            return String::new();
        }
        let text = String::from_utf8(self.session.output().to_vec());
        let text = text.expect("nothing but text");
        self.session.consume(usize::MAX);
        let plain = |c: char| matches!(c, ' '..='~' | '\r' | '\n');
        let shown = |c: char| matches!(c, '\x1b' | '\x07' | '\x08');
        let right = |c: char| plain(c) || !self.program && shown(c);
        assert!(text.chars().all(right), "{text:?}");
        text
    }

    /// After all that, it still does what it is asked to, and has dropped
    /// nothing for which it could have waited.
    fn part_in_peace(mut self) {
        for line in ["\x03\n", "ugi\n", "stop\n"] {
            self.ask(line);
        }
        assert_eq!(self.ask("isready\n"), "readyok\n");
        self.ask("uginewgame\n");
        let answer = self.ask("go nodes 3\n");
        assert!(answer.contains("bestmove "), "{answer}");
        let stats = self.ask("stats\n");
        let dropped = !stats.contains("stats dropped 0 lines of output");
        assert!(!dropped || self.crowded, "{stats}");
    }

    /// What comes of a line within a few playouts.
    fn ask(&mut self, line: &str) -> String {
        self.session.consume(usize::MAX);
        let taken = self.session.receive(line.as_bytes(), self.now);
        assert_eq!(taken, line.len(), "{line:?}");
        for _ in 0..10 {
            self.session.think(1, self.now);
        }
        String::from_utf8_lossy(self.session.output()).into_owned()
    }
}
