//! Keys at a terminal that shows what is typed.

mod common;

use common::Talk;
use pocketfour_protocol::Mode;

fn terminal() -> Talk {
    let mut talk = Talk::new(Mode::Terminal);
    talk.ask("plain on");
    talk.ask("two");
    talk
}

/// What comes of keys.
fn press(talk: &mut Talk, keys: &[u8]) -> String {
    talk.send_bytes(keys);
    talk.heard()
}

#[test]
fn an_unknown_key_rings_and_spoils_nothing() {
    let mut talk = terminal();
    for key in [0, 2, 11, 14, 26, 31, 128, 195, 255] {
        assert_eq!(press(&mut talk, &[key]), "\x07", "{key}");
    }
    let answer = press(&mut talk, "board\u{e9}\r".as_bytes());
    assert!(answer.starts_with("board\x07\x07\r\n 6 | ."), "{answer}");
    assert!(!answer.contains("error"), "{answer}");
}

/// Where nothing is shown, nothing can ring: the line is refused in words.
#[test]
fn an_unseen_byte_is_refused_in_words() {
    let mut talk = Talk::person();
    let answer = talk.ask("board\u{e9}");
    assert!(answer.starts_with("error byte 195 is not text"), "{answer}");
}

#[test]
fn an_empty_line_can_be_left() {
    let mut talk = terminal();
    // On another line it deletes.
    press(&mut talk, b"boardx\x1b[D\x04");
    assert!(!talk.session.wants_exit());
    assert!(press(&mut talk, b"\r").contains("x is to move."));
    assert!(press(&mut talk, b"\x04").ends_with("Good-bye.\r\n"));
    assert!(talk.session.wants_exit());
    for word in ["q", "quit", "exit", "Q"] {
        let mut talk = terminal();
        assert!(talk.ask(word).ends_with("Good-bye.\r\n"));
        assert!(talk.session.wants_exit());
    }
}

#[test]
fn words_are_completed_and_erased() {
    let mut talk = terminal();
    assert_eq!(press(&mut talk, b"le\t"), "level ");
    assert_eq!(press(&mut talk, b"3\r"), "3\r\nI play at level 3 of 10.\r\n> ");
    assert_eq!(press(&mut talk, b"xyz\t"), "xyz\x07");
    assert!(
        press(&mut talk, b"\x17\x17po\t")
            .ends_with("po\r\nponder  position  ponderhit\r\n> po")
    );
    assert_eq!(press(&mut talk, b"n\t"), "nder");
    assert_eq!(press(&mut talk, b" of\t\r"), {
        " off \r\nI think only when it is my turn.\r\n> "
    });
    // Nothing to complete: on an empty line, in the middle of one.
    assert_eq!(press(&mut talk, b"\t"), "\x07");
    assert!(press(&mut talk, b"le\x1b[D\t").ends_with("\x07"));
    // For a program, a tab is a space.
    talk.ask("\x03ugi");
    assert_eq!(talk.ask("query\tp1turn"), "response true\n");
}

#[test]
fn capital_letters_are_understood() {
    let mut talk = Talk::person();
    let answer = talk.ask("NEW 5X5 Block 1,1");
    assert!(answer.contains(" 1 | #  .  .  .  . |"), "{answer}");
    assert!(talk.ask("Level 3").contains("level 3 of 10"));
    assert!(talk.ask("?").starts_with("4          a stone"));
    assert!(talk.ask("PLAY X").contains("I play x"));
    // A program is more careful.
    talk.ask("ugi");
    assert!(talk.ask("ISREADY").starts_with("error unknown word"));
}

/// A board that is about to start anew may still be typed at.
#[test]
fn a_key_after_quit_goes_on() {
    for key in ["\x03", "\x0c"] {
        let mut talk = Talk::new(Mode::Terminal);
        talk.ask("quit");
        assert!(talk.session.wants_exit());
        let typed = format!("{key}help\r");
        let taken = talk.session.receive(typed.as_bytes(), talk.now);
        assert_eq!(taken, typed.len(), "{key:?}");
        assert!(!talk.session.wants_exit());
    }
}
