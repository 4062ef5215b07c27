//! A reader that is slow, or does not read for a while, loses nothing.

mod common;

use common::{Talk, count};
use pocketfour_protocol::Mode;

/// A session at the end of a slow line: `rate` bytes are read in a
/// millisecond.
struct SlowLine {
    talk: Talk,
    rate: usize,
    text: String,
}

impl SlowLine {
    fn new(mode: Mode, rate: usize) -> SlowLine {
        SlowLine { talk: Talk::new(mode), rate, text: String::new() }
    }

    /// A millisecond passes.
    fn tick(&mut self) {
        let session = &mut self.talk.session;
        self.talk.now += 1;
        if session.is_thinking() {
            session.think(50, self.talk.now);
        }
        let some = session.output().len().min(self.rate);
        let bytes = &session.output()[..some];
        self.text += std::str::from_utf8(bytes).expect("text");
        session.consume(some);
    }

    fn say(&mut self, text: &str) {
        let mut bytes = text.as_bytes();
        while !bytes.is_empty() {
            let session = &mut self.talk.session;
            bytes = &bytes[session.receive(bytes, self.talk.now)..];
            self.tick();
        }
    }

    /// Reads until this was said.
    fn wait_for(&mut self, what: &str) {
        for _ in 0..1_000_000 {
            if self.text.contains(what) {
                return;
            }
            self.tick();
        }
        panic!("'{what}' does not come: {}", self.text);
    }

    fn nothing_is_lost(&mut self) {
        self.text.clear();
        self.say("stats\n");
        self.wait_for("stats dropped ");
        self.wait_for(" of input");
        let whole = self.text.contains("stats dropped 0 lines of output");
        assert!(whole, "{}", self.text);
    }
}

#[test]
fn the_end_of_a_game_is_told() {
    for rate in [1, 12, 4096] {
        let mut line = SlowLine::new(Mode::Terminal, rate);
        line.say("new 9x12 block 3,4\r");
        line.say("time 0.01\rplay both\r");
        line.wait_for("Type new for another game");
        let told = ["wins.", "a draw."].map(|end| line.text.contains(end));
        assert!(told[0] || told[1], "{}", line.text);
        line.nothing_is_lost();
    }
}

/// At 9,600 baud the news of a search hold nothing up: the answer comes as soon
/// as the time is over and the board has gone over the line.
#[test]
fn news_do_not_hold_up_a_slow_line() {
    let mut line = SlowLine::new(Mode::Terminal, 1);
    line.say("new 12x12\rtime 2\r");
    line.wait_for("2 s a move.");
    line.text.clear();
    let start = line.talk.now;
    line.say("6\r");
    line.wait_for(" playouts");
    line.wait_for("I played ");
    let bytes = line.text.len() as u32;
    let took = line.talk.now - start;
    assert!(took < 2000 + 1000, "{took} ms for {bytes} bytes");
    let news = line.text.matches(" playouts").count();
    assert!((2..=7).contains(&news), "{news} in {}", line.text);
    line.nothing_is_lost();
}

/// The most colourful board there is, drawn in one step.
#[test]
fn a_full_board_has_room() {
    let mut line = SlowLine::new(Mode::Terminal, 1);
    let rows: Vec<String> = (0..12)
        .map(
            |row| {
                if row % 2 == 0 { "xxoo".repeat(3) } else { "ooxx".repeat(3) }
            },
        )
        .collect();
    let full = rows.join("/").replacen("oo", "1o", 1);
    line.say("two\r");
    line.say(&format!("load {full} o\rboard\rboard\r\x0c3\r"));
    line.wait_for("Type new for another game");
    line.nothing_is_lost();
}

#[test]
fn every_answer_comes() {
    let mut line = SlowLine::new(Mode::Program, 1);
    for _ in 0..100 {
        line.say("isready\nd\nstats\n");
    }
    line.say("query p1turn\n");
    line.wait_for("response true\n");
    assert_eq!(count(&line.text, "readyok"), 100);
    assert_eq!(count(&line.text, "fen 7/7/7/7/7/7 x"), 100);
    line.nothing_is_lost();
}

/// What is typed in the middle of a long line draws the rest of it again.
#[test]
fn every_key_is_echoed() {
    let mut line = SlowLine::new(Mode::Terminal, 1);
    line.say(&"x".repeat(70));
    line.say(&"\x1b[D".repeat(70));
    line.say(&"y".repeat(40));
    line.say("\x03");
    line.nothing_is_lost();
}

/// A search does not stop for its own news when nobody reads them.
#[test]
fn a_search_goes_on_when_nobody_reads() {
    let mut line = SlowLine::new(Mode::Program, 0);
    line.say("go movetime 5000\n");
    while line.talk.now < 5000 {
        assert!(line.talk.session.is_thinking());
        line.tick();
    }
    line.tick();
    line.rate = 100;
    line.wait_for("bestmove ");
    line.nothing_is_lost();
}

/// The longest answers there are: each fits beside what may wait before it.
#[test]
fn every_answer_has_room() {
    for (mode, first) in [(Mode::Terminal, "help"), (Mode::Program, "ugi")] {
        let mut talk = Talk::new(mode);
        talk.ask(first);
        let help = talk.ask("help");
        let words = help.lines().filter_map(|l| l.split_whitespace().next());
        for word in words.chain(["4", "ugi", "new 12x12 block 3,4"]) {
            let mut talk = Talk::new(mode);
            talk.ask("new 12x12 block 3,4");
            talk.ask("position fen 12/12/12/12/12/12/12/12/12/12/12/5#6 x");
            talk.ask("go nodes 100");
            // As much unread text as there may be.
            let waiting = |talk: &Talk| talk.session.output().len();
            while talk.session.has_room() && waiting(&talk) < 1000 {
                assert_eq!(talk.session.receive(b"isready\n", 0), 8);
            }
            assert!(talk.session.has_room());
            let line = format!("{word}\n");
            assert_eq!(talk.session.receive(line.as_bytes(), 0), line.len());
            talk.heard();
            talk.ask("\x03");
            talk.ask("ugi");
            let stats = talk.ask("stats");
            assert!(stats.contains("stats dropped 0 lines"), "{word}: {stats}");
        }
    }
}
