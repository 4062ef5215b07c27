//! A clock that wraps around, stops or jumps: every `go` has its one move,
//! and never a wait that `stop` does not end.

mod common;

use common::{Talk, count};
use pocketfour_protocol::Mode;

/// Thinks so often without the clock going on.
fn think(talk: &mut Talk, times: u32) -> String {
    let mut text = String::new();
    for _ in 0..times {
        talk.session.think(1, talk.now);
        text += &talk.heard();
    }
    text
}

#[test]
fn the_smallest_and_the_largest_times() {
    for start in [0, u32::MAX, u32::MAX / 2] {
        for (time, most) in [("0", 1), ("1", 2), ("2", 3)] {
            let mut talk = Talk::at(Mode::Program, start);
            let answer = talk.ask(&format!("go movetime {time}"));
            assert_eq!(count(&answer, "bestmove "), 1, "{answer}");
            let taken = talk.now.wrapping_sub(start);
            assert!(taken <= most, "{time} took {taken}");
        }
        // The longest time is not over before `stop`, on either side of the
        // point where the clock starts again.
        let mut talk = Talk::at(Mode::Program, start);
        talk.send("go movetime 4294967295\n");
        for _ in 0..3 {
            talk.now = talk.now.wrapping_add(600_000_000);
            talk.session.think(1, talk.now);
            assert!(talk.session.is_thinking());
        }
        assert_eq!(count(&talk.ask("stop"), "bestmove "), 1);
    }
}

#[test]
fn a_clock_with_nothing_left_is_answered_at_once() {
    for line in [
        "go p1time 0 p2time 0",
        "go p1time 0 p2time 0 p1inc 0 p2inc 0",
        "go p1time 1 p2time 1",
        "go p1time 49 p2time 0 p1inc 4294967295",
        "go p1time 50 p2time 4294967295 p2inc 4294967295",
    ] {
        let mut talk = Talk::program();
        let answer = talk.ask(line);
        assert_eq!(count(&answer, "bestmove "), 1, "{line}: {answer}");
        assert!(talk.now <= 1, "{line} took {}", talk.now);
    }
    let mut talk = Talk::program();
    talk.ask("go p1time 1000 p2time 0 p1inc 4294967295");
    assert!(talk.now <= 950, "{}", talk.now);
}

#[test]
fn a_clock_that_stops_can_still_be_stopped() {
    let mut talk = Talk::program();
    talk.now = 77;
    talk.send("setoption name Rows value 12\nuginewgame\ngo movetime 10\n");
    assert_eq!(think(&mut talk, 5000), "");
    assert!(talk.session.is_thinking());
    assert_eq!(talk.ask("isready").lines().next(), Some("readyok"));
    talk.send("go movetime 10\n");
    assert_eq!(count(&talk.heard(), "bestmove "), 0);
    talk.send("stop\n");
    assert_eq!(count(&talk.heard(), "bestmove "), 1);
    assert!(!talk.session.is_thinking());
}

#[test]
fn a_clock_that_jumps_ends_a_search_once() {
    for jump in [
        1_000,
        100_000,
        i32::MAX as u32,
        u32::MAX / 2 + 100_000,
        u32::MAX - 5,
        u32::MAX - 100_000,
    ] {
        for start in [0, 1_000_000, u32::MAX - 20] {
            let mut talk = Talk::at(Mode::Program, start);
            talk.send("go movetime 50\n");
            let mut text = think(&mut talk, 3);
            talk.now = talk.now.wrapping_add(jump);
            text += &think(&mut talk, 3);
            // After a jump back the rest of its time is still to come.
            for _ in 0..50 {
                talk.now = talk.now.wrapping_add(1);
                text += &think(&mut talk, 1);
            }
            assert_eq!(count(&text, "bestmove "), 1, "{start} + {jump}");
            assert_eq!(talk.ask("isready"), "readyok\n");
        }
    }
}
