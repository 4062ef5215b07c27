//! The opening book answers in place of a search.

mod common;

use common::{Talk, count};
use engine::{Book, Position};

#[test]
fn a_program_is_answered_at_once() {
    let mut talk = Talk::program().with_book();
    for go in ["go", "go movetime 3000", "go p1time 60000 p2time 60000"] {
        let before = talk.now;
        assert_eq!(talk.ask(go), "info string book\nbestmove 4\n", "{go}");
        assert!(talk.now - before <= 1, "{go}");
    }
    talk.ask("setoption name Info value false");
    assert_eq!(talk.ask("go"), "bestmove 4\n");
}

#[test]
fn other_searches_are_searches() {
    let mut talk = Talk::program().with_book();
    talk.ask("setoption name MoveTime value 20");
    for go in ["go nodes 200", "go depth 3", "go movetime 20 nodes 100"] {
        assert_eq!(count(&talk.ask(go), "info string book"), 0, "{go}");
    }
    talk.send("go infinite\nstop\n");
    assert_eq!(count(&talk.heard(), "info string book"), 0);
    talk.ask("setoption name Level value 9");
    assert_eq!(count(&talk.ask("go"), "info string book"), 0);
    talk.ask("setoption name Level value 10");
    talk.ask("setoption name Book value false");
    assert_eq!(count(&talk.ask("go"), "info string book"), 0);
    talk.ask("setoption name Book value true");
    assert_eq!(count(&talk.ask("go"), "info string book"), 1);
    talk.ask("position startpos moves 1 2 3 4 5");
    assert_eq!(count(&talk.ask("go"), "info string book"), 0);
}

#[test]
fn people_are_told() {
    let mut talk = Talk::person().with_book();
    let answer = talk.ask("1");
    let mut game = Position::new(engine::Board::CLASSIC);
    game.play(engine::Column::from_number(1).unwrap()).unwrap();
    let known = Book::OPENINGS.find(&game).unwrap();
    let told = format!("I played {known}, from the book.\n");
    assert!(answer.contains(&told), "{answer}");
    assert!(talk.ask("undo").contains("It is your turn"));
    talk.ask("level 3");
    assert!(!talk.ask("1").contains("from the book"));
}

/// What is searched after a move of the book is what was played.
#[test]
fn the_game_goes_on_with_a_search() {
    let mut talk = Talk::person().with_book();
    talk.ask("time 0.02");
    for column in ["1", "2", "3"] {
        let answer = talk.ask(column);
        assert!(answer.contains("I played "), "{answer}");
    }
    let answer = talk.ask("4");
    assert!(!answer.contains("from the book"), "{answer}");
    assert!(answer.contains("%). I "), "{answer}");
}
