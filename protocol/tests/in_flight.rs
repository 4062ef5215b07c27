//! Searches whose rollouts are run by a runner.

mod common;

use common::DEVICE;
use engine::{Node, Rollout, RolloutResult, Runner};
use pocketfour_protocol::{Mode, Session};

/// Keeps what was started, and runs it when the result is asked for.
struct Late {
    buffer: Rollout,
    started: std::collections::VecDeque<Rollout>,
}

impl Runner for Late {
    fn buffer(&mut self) -> &mut Rollout {
        &mut self.buffer
    }

    fn start(&mut self) {
        self.started.push_back(self.buffer);
    }

    fn wait_oldest(&mut self) -> Option<RolloutResult> {
        self.started.pop_front().map(|mut rollout| rollout.run())
    }
}

struct Talk<'a> {
    session: Session<'a>,
    runner: Option<Late>,
}

impl<'a> Talk<'a> {
    fn new(pool: &'a mut [Node], with_runner: bool) -> Talk<'a> {
        let mut session = Session::new(pool);
        session.set_in_flight(2);
        session.start_as(Mode::Program, DEVICE, 0);
        let late = Late { buffer: Rollout::EMPTY, started: [].into() };
        Talk { session, runner: with_runner.then_some(late) }
    }

    fn say(&mut self, line: &str) -> String {
        let line = format!("{line}\n");
        assert_eq!(self.session.receive(line.as_bytes(), 0), line.len());
        self.read()
    }

    fn read(&mut self) -> String {
        let text = String::from_utf8(self.session.output().to_vec()).unwrap();
        self.session.consume(usize::MAX);
        text
    }

    fn think(&mut self) {
        match &mut self.runner {
            Some(runner) => self.session.think_on(7, 0, runner),
            None => self.session.think(7, 0),
        }
    }

    fn search(&mut self, line: &str) -> String {
        let mut text = self.say(line);
        while self.session.is_thinking() {
            self.think();
            text += &self.read();
        }
        text
    }
}

#[test]
fn the_default_is_the_machines_own() {
    let mut pool = [Node::EMPTY; 500];
    let text = Talk::new(&mut pool, true).say("ugi");
    let option = "option name InFlight type spin default 2 min 1 max 4\n";
    assert!(text.contains(option), "{text}");
}

/// The value behind a word of the last line that has it.
fn last(text: &str, word: &str) -> u32 {
    let (_, rest) = text.rsplit_once(word).expect(word);
    rest.split_whitespace().next().unwrap().parse().unwrap()
}

#[test]
fn a_search_that_is_stopped_counts_what_it_has_results_of() {
    for (portions, nodes) in [(1, 6), (2, 13)] {
        let mut pool = [Node::EMPTY; 500];
        let mut talk = Talk::new(&mut pool, true);
        talk.say("go infinite");
        (0..portions).for_each(|_| talk.think());
        // The last rollout is in flight, and is forgotten.
        let answer = talk.say("stop");
        assert_eq!(last(&answer, " nodes "), nodes, "{answer}");
        let stats = talk.say("stats");
        assert_eq!(last(&stats, "stats playouts "), nodes, "{stats}");
    }
}

#[test]
fn a_search_that_is_stopped_at_once_has_a_result() {
    let told = |in_flight: u32| {
        let mut pool = [Node::EMPTY; 500];
        let mut talk = Talk::new(&mut pool, true);
        talk.say("setoption name Seed value 3");
        talk.say(&format!("setoption name InFlight value {in_flight}"));
        talk.say("go infinite") + &talk.say("stop") + &talk.say("stats")
    };
    assert_eq!(told(4), told(1));
}

#[test]
fn what_is_found_does_not_depend_on_who_runs_the_rollouts() {
    let found = |in_flight: u32, with_runner: bool| {
        let mut pool = [Node::EMPTY; 500];
        let mut talk = Talk::new(&mut pool, with_runner);
        talk.say("setoption name Seed value 3");
        talk.say(&format!("setoption name InFlight value {in_flight}"));
        let mut text = talk.search("go nodes 999");
        // A stop drops results; the next search knows nothing of them.
        talk.say("go nodes 5000");
        talk.think();
        talk.say("stop");
        talk.say("uginewgame");
        text += &talk.search("go nodes 500");
        text += &talk.say("stats");
        text
    };
    let two = found(2, false);
    assert_eq!(two, found(2, true));
    assert_eq!(found(4, false), found(4, true));
    assert_ne!(two, found(1, false));
    assert_eq!(found(1, false), found(1, true));
}
