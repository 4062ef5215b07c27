//! People at the console, with a made-up clock.

mod common;

use common::{Talk, count};
use pocketfour_protocol::{Mode, Status};

/// The text without the prompts.
fn plain(text: &str) -> String {
    text.replace("> ", "")
}

#[test]
fn a_whole_game() {
    let mut talk = Talk::new(Mode::Plain);
    let banner = talk.heard();
    assert!(banner.starts_with("Pocketfour "), "{banner}");
    assert!(banner.contains("It is your turn, with x.\n> "), "{banner}");
    assert_eq!(talk.last("level 2"), "> ");
    talk.ask("time 0.1");
    let mut stones = 0;
    let ending = loop {
        let answer = talk.ask(&(1 + stones % 7).to_string());
        assert!(answer.ends_with("> "), "{answer}");
        stones += 1;
        if answer.contains("error column") {
            continue;
        }
        if answer.contains("Type new for another game") {
            break answer;
        }
        assert_eq!(count(&answer, "I am thinking."), 1, "{answer}");
        assert_eq!(count(&plain(&answer), "I played "), 1, "{answer}");
        assert!(stones < 100);
    };
    let over = ["I have four", "You have four", "The board is full"];
    assert!(over.iter().any(|how| ending.contains(how)), "{ending}");
    assert!(talk.ask("4").contains("error the game is over: type new"));
    assert!(talk.ask("hint").contains("error the game is over"));
    assert!(talk.ask("undo").contains("It is your turn"));
    assert!(talk.ask("new").contains("\n 1 | .  .  .  .  .  .  . |\n"));
}

#[test]
fn the_winning_stones_is_marked() {
    let mut talk = Talk::person();
    talk.ask("play none");
    for column in ["1", "7", "2", "7", "3", "7"] {
        talk.ask(column);
    }
    let answer = talk.ask("4");
    assert!(answer.contains(" 1 |[x][x][x][x] .  .  o |\n"), "{answer}");
    assert!(answer.contains("x has four in a line and wins."));
    talk.ask("undo");
    let answer = talk.ask("board");
    assert!(answer.contains(" 3 | .  .  .  .  .  . (o)|\n"), "{answer}");
    talk.ask("undo");
    talk.ask("undo");
    let answer = talk.ask("3");
    assert!(answer.contains(" 1 | x  x (x) .  .  .  o |\n"), "{answer}");
}

#[test]
fn undo_while_it_is_thinking() {
    let mut talk = Talk::person();
    talk.send("4\n");
    talk.session.think(10, 1);
    assert_eq!(talk.session.status(), Status::Thinking);
    talk.heard();
    assert!(talk.ask("3").contains("error it is my turn"));
    talk.ask("new");
    talk.send("4\n");
    talk.session.think(10, talk.now);
    talk.heard();
    talk.send("undo\n");
    assert!(!talk.session.is_thinking());
    let answer = talk.heard();
    assert!(answer.contains(" 1 | .  .  .  .  .  .  . |\n"), "{answer}");
    assert!(answer.contains("It is your turn, with x."));
    assert_eq!(count(&answer, "bestmove"), 0);
    assert!(talk.ask("undo").contains("error there is no move to undo"));
}

#[test]
fn undo_takes_both_moves_back() {
    let mut talk = Talk::person();
    talk.ask("level 1");
    talk.ask("4");
    talk.ask("4");
    talk.ask("undo");
    assert_eq!(talk.position().matches(['x', 'o']).count(), 3);
    talk.ask("flip");
    assert_eq!(talk.position().matches(['x', 'o']).count(), 4);
    assert!(talk.ask("undo").contains("It is your turn, with o."));
    assert_eq!(talk.position().matches(['x', 'o']).count(), 2);
    // With x, the engine began: its first stone cannot be taken back.
    talk.ask("new");
    assert!(talk.ask("undo").contains("error there is no move to undo"));
}

#[test]
fn stop_makes_it_move() {
    for stop in ["stop\n", "go\n", "\x03"] {
        let mut talk = Talk::person();
        talk.send("4\n");
        talk.session.think(10, 1);
        talk.heard();
        talk.send(stop);
        let answer = talk.heard();
        assert_eq!(count(&plain(&answer), "I played "), 1, "{answer}");
        assert!(!talk.session.is_thinking());
    }
}

#[test]
fn it_plays_against_itself_until_interrupted() {
    let mut talk = Talk::person();
    talk.ask("level 1");
    let game = talk.ask("auto");
    assert!(game.contains("wins.") || game.contains("a draw"), "{game}");
    talk.ask("level 10");
    talk.send("new\n");
    for now in 0..10_000 {
        talk.session.think(1, now);
        talk.heard();
    }
    talk.send("\x03");
    assert!(talk.heard().contains("You play both sides."));
    assert!(!talk.session.is_thinking());
}

#[test]
fn hints_are_advice_only() {
    let mut talk = Talk::person();
    talk.ask("position fen 7/7/7/7/oo5/xxx1o2 x");
    let before = talk.position();
    assert!(talk.ask("hint").contains("I would play 4. It wins at once."));
    assert_eq!(talk.position(), before);
    talk.ask("new");
    talk.send("hint\n");
    talk.session.think(1, talk.now);
    assert!(talk.ask("4").contains("I am thinking."));
}

#[test]
fn it_says_what_it_thinks() {
    let mut talk = Talk::person();
    talk.ask("time 1");
    talk.ask("position fen 7/7/7/7/2xx3/2oo3 x");
    let answer = talk.ask("7");
    assert!(answer.contains("I win with my next move."), "{answer}");
    talk.ask("position fen 7/7/7/7/2oo3/2xx3 x");
    let answer = talk.ask("2");
    assert!(answer.contains("you can win with your next move"), "{answer}");
    talk.ask("new");
    let answer = talk.ask("4");
    assert!(answer.contains("It is about even."), "{answer}");
}

#[test]
fn new_games() {
    let mut talk = Talk::person();
    talk.ask("new 10x12");
    assert_eq!(talk.position(), ["12"; 10].join("/") + " x");
    talk.ask("new 9x9 block 5,5");
    assert_eq!(talk.position(), "9/9/9/9/4#4/9/9/9/9 x");
    talk.ask("new");
    assert_eq!(talk.position(), "9/9/9/9/4#4/9/9/9/9 x");
    talk.ask("new block none");
    assert_eq!(talk.position(), "9/9/9/9/9/9/9/9/9 x");
    for _ in 0..20 {
        talk.ask("new random");
        assert_eq!(talk.position().matches('#').count(), 1);
    }
    for (line, why) in [
        ("new 3x9", "error a board of 3x9: rows and columns go from 4 to 12"),
        ("new 9x9 block 10,1", "error forbidden cell 10,1: a 9x9 board has"),
        ("new 9x", "error new wants a size such as 10x12"),
        ("13", "error no column 13: columns go from 1 to "),
        ("99999999999999999999", "error no column 9999999999999999: "),
    ] {
        let answer = talk.ask(line);
        assert!(answer.contains(why), "{line}: {answer}");
    }
}

#[test]
fn settings_are_told() {
    let mut talk = Talk::person();
    for (line, answer) in [
        ("level 3", "I play at level 3 of 10."),
        ("level", "I play at level 3 of 10."),
        ("time 2.5", "I think for up to 2.500 seconds a move."),
        ("time", "I think for up to 2.500 seconds a move."),
        ("color on", "Colours are on."),
        ("color", "Colours are off."),
        ("play", "You play x, I play o."),
        ("two", "You play both sides."),
        ("play o", "You play x, I play o."),
    ] {
        assert_eq!(talk.ask(line), format!("{answer}\n> "), "{line}");
    }
}

#[test]
fn help_is_given() {
    let mut talk = Talk::person();
    let help = talk.ask("help");
    assert!(help.lines().count() <= 24);
    assert!(help.lines().all(|line| line.len() < 80));
    let words: Vec<&str> = help
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .filter(|word| word.parse::<u8>().is_err() && *word != ">")
        .collect();
    assert!(words.len() > 15);
    for word in words {
        let answer = talk.ask(&format!("help {word}"));
        assert!(answer.starts_with(word), "{answer}");
        assert_eq!(count(&answer, "error"), 0, "{answer}");
    }
}

const LARGEST: &str = "\
12 | .  .  .  .  .  .  .  .  .  .  .  . |
11 | .  .  .  .  .  .  .  .  .  .  .  . |
10 | .  .  .  .  .  .  .  .  .  .  .  . |
 9 | .  .  .  .  .  .  .  .  .  .  .  . |
 8 | .  .  .  .  .  .  .  .  .  .  .  . |
 7 | .  .  .  .  .  .  .  .  .  .  .  . |
 6 | .  .  .  .  .  .  #  .  .  .  .  . |
 5 | .  .  .  .  .  .  .  .  .  .  .  . |
 4 | .  .  .  .  .  .  .  .  .  .  .  . |
 3 | .  .  .  .  .  .  .  .  .  .  .  . |
 2 | o  .  .  .  .  .  .  .  .  .  .  . |
 1 | o  o  .  .  .  .  .  . [x][x][x][x]|
     1  2  3  4  5  6  7  8  9 10 11 12
x has four in a line and wins.
Type new for another game, undo to try again.
> ";

#[test]
fn the_largest_board_fits_a_terminal() {
    let mut talk = Talk::new(Mode::Terminal);
    for line in ["color off", "two", "new 12x12 block 6,7"] {
        talk.ask(line);
    }
    for column in [12, 1, 11, 1, 10, 2] {
        talk.ask(&column.to_string());
    }
    let text = talk.ask("9").replace("\r\n", "\n");
    let (typed, picture) = text.split_once('\n').unwrap();
    assert_eq!(typed, "9");
    assert_eq!(picture, LARGEST);
    assert!(text.lines().count() <= 24);
    assert!(text.lines().all(|line| line.len() <= 80));
}

#[test]
fn a_reply_fits_a_terminal_with_colours() {
    let mut talk = Talk::new(Mode::Terminal);
    talk.ask("new 12x12 block 6,7");
    talk.ask("level 1");
    talk.send("5\r");
    talk.wait();
    let reply = talk.heard();
    assert!(reply.matches('\n').count() < 24, "{reply}");
    assert!(reply.contains("(\x1b[1;33mo\x1b[0m)"), "{reply}");
}

#[test]
fn a_terminal_sees_what_is_typed() {
    let mut talk = Talk::new(Mode::Terminal);
    talk.ask("color off");
    talk.send("levle\x08\x08el 3\r");
    assert_eq!(
        talk.heard(),
        "levle\x08 \x08\x08 \x08el 3\r\nI play at level 3 of 10.\r\n> "
    );
    talk.send("\x1b[A\x15\r\n");
    let blank =
        format!("{}{}{}", "\x08".repeat(7), " ".repeat(7), "\x08".repeat(7));
    assert_eq!(talk.heard(), format!("level 3{blank}\r\n> "));
    talk.send("abc\x03");
    assert_eq!(talk.heard(), "abc^C\r\n> ");
}

#[test]
fn what_is_being_typed_survives_an_answer() {
    let mut talk = Talk::new(Mode::Terminal);
    talk.ask("color off");
    talk.ask("level 1");
    talk.send("4\rund");
    talk.wait();
    assert!(talk.heard().ends_with("\r\n> und"));
    assert!(talk.ask("o").contains("It is your turn"));
}

#[test]
fn the_word_ugi_turns_the_person_s_things_off() {
    let mut talk = Talk::new(Mode::Terminal);
    talk.heard();
    talk.send("ugi\n");
    let answer = talk.heard();
    assert!(answer.starts_with("ugi\r\nid name "), "{answer}");
    assert!(answer.ends_with("ugiok\n"), "{answer}");
    assert_eq!(talk.ask("isready"), "readyok\n");
    assert_eq!(
        talk.ask("undo"),
        "error undo is for people: type console first\n"
    );
    assert!(talk.ask("console").ends_with("\r\n> "));
}

#[test]
fn a_restart_is_explained() {
    let mut talk = Talk::program();
    let device = pocketfour_protocol::Device {
        restart: Some("a panic"),
        ..common::DEVICE
    };
    talk.session.start(device, 0);
    assert!(talk.heard().contains("It has just restarted: a panic\r\n"));
}
