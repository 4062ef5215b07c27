//! Thinking on a person's time.

mod common;

use common::Talk;
use pocketfour_protocol::{Mode, Status};

/// A game in which the engine has made a move and waits for a person's.
fn pondering() -> Talk {
    let mut talk = Talk::person();
    talk.ask("time 0.1");
    talk.ask("4");
    assert_eq!(talk.session.status(), Status::Pondering);
    assert!(talk.session.is_thinking());
    talk
}

fn think(talk: &mut Talk, milliseconds: u32) {
    for _ in 0..milliseconds {
        talk.now += 1;
        talk.session.think(1, talk.now);
    }
}

/// Playouts in the tree, as `stats` counts them.
fn playouts(talk: &mut Talk) -> u64 {
    let stats = talk.ask("stats");
    let (_, rest) = stats.split_once("stats playouts ").unwrap();
    rest.split(' ').next().unwrap().parse().unwrap()
}

/// What was found on a person's time is there when the engine is to move.
#[test]
fn the_tree_grows_and_is_kept() {
    let mut talk = pondering();
    let before = playouts(&mut talk);
    think(&mut talk, 5000);
    assert_eq!(talk.heard(), "", "it says nothing");
    assert_eq!(playouts(&mut talk), before + 5000);
    talk.portion = 1;
    talk.ask("4");
    let after = playouts(&mut talk);
    assert!(after > before + 5000 && after < before + 5200, "{after}");
}

#[test]
fn it_comes_to_an_end() {
    let mut talk = pondering();
    talk.now += 59_000;
    think(&mut talk, 1);
    assert_eq!(talk.session.status(), Status::Pondering);
    talk.now += 1000;
    think(&mut talk, 1);
    assert_eq!(talk.session.status(), Status::Idle);
    assert!(!talk.session.is_thinking());
    // It does not begin again before its next move.
    talk.ask("board");
    assert_eq!(talk.session.status(), Status::Idle);
    talk.ask("4");
    assert_eq!(talk.session.status(), Status::Pondering);
}

#[test]
fn it_can_be_stopped_and_turned_off() {
    for line in ["stop", "ponder off", "level 9", "two", "flip", "ugi", "undo"]
    {
        let mut talk = pondering();
        talk.send(&format!("{line}\n"));
        assert_ne!(talk.session.status(), Status::Pondering, "{line}");
    }
    let mut talk = pondering();
    talk.send("\x03");
    assert_eq!(talk.session.status(), Status::Idle);
}

#[test]
fn other_words_do_not_end_it() {
    for line in ["hint", "eval", "stats", "time 1", "moves", "color on"] {
        let mut talk = pondering();
        talk.ask(line);
        assert_eq!(talk.session.status(), Status::Pondering, "{line}");
    }
    // The led tells of a mistake all the same.
    let mut talk = pondering();
    talk.ask("nonsense");
    assert_eq!(talk.session.status(), Status::Error);
    assert!(talk.session.is_thinking());
}

#[test]
fn it_ponders_only_where_that_helps() {
    let mut talk = Talk::person();
    assert_eq!(talk.session.status(), Status::Idle, "nobody has moved");
    for line in ["level 9", "setoption name KeepTree value off", "ponder off"] {
        talk.ask("new");
        talk.ask(line);
        talk.ask("4");
        assert_eq!(talk.session.status(), Status::Idle, "{line}");
        for line in ["level 10", "setoption name KeepTree value on"] {
            talk.ask(line);
        }
        talk.ask("ponder on");
    }
    talk.ask("new");
    talk.ask("time 0.1");
    talk.ask("4");
    assert_eq!(talk.session.status(), Status::Pondering);
}

/// Where nobody can answer, there is nothing to ponder for.
#[test]
fn the_end_of_the_input_ends_it() {
    let mut talk = pondering();
    talk.session.input_ended(talk.now);
    assert!(!talk.session.is_thinking());
    let mut talk = Talk::new(Mode::Plain);
    talk.send("time 0.1\n4\n");
    talk.session.input_ended(talk.now);
    talk.wait();
    assert!(talk.heard().contains("I played "));
    assert!(!talk.session.is_thinking());
}
