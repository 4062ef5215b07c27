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
        assert!(!talk.is_busy());
    }
}

#[test]
fn it_plays_against_itself_until_interrupted() {
    let mut talk = Talk::person();
    talk.ask("level 1");
    let game = talk.ask("auto");
    assert!(game.contains("wins.") || game.contains("a draw"), "{game}");
    talk.ask("level 10");
    talk.ask("new");
    talk.send("auto\n");
    for now in 0..10_000 {
        talk.session.think(1, now);
        talk.heard();
    }
    talk.send("\x03");
    assert!(talk.heard().contains("You play x, I play o."));
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
        ("time", "I think for up to 3 s a move."),
        ("time 2.5", "I think for up to 2.5 s a move."),
        ("time", "I think for up to 2.5 s a move."),
        ("color on", "Colours are on."),
        ("color", "Colours are on."),
        ("color off", "Colours are off."),
        ("ponder", "I think on your time, too, but only at level 10."),
        ("ponder off", "I think only when it is my turn."),
        ("ponder", "I think only when it is my turn."),
        ("plain", "Lines are plain: nothing is drawn over."),
        ("play", "You play x, I play o."),
        ("two", "You play both sides."),
        ("play o", "You play x, I play o."),
    ] {
        assert_eq!(talk.ask(line), format!("{answer}\n> "), "{line}");
    }
}

/// A game that is saved comes back, wherever it began.
#[test]
fn games_are_saved_and_loaded() {
    for start in [
        "new 6x7",
        "new 12x12 block 12,12",
        "load 4/4/4/1xo1 x",
        "load 7/7/7/7/7/3x3 o",
    ] {
        let mut talk = Talk::person();
        talk.ask("two");
        talk.ask(start);
        for column in ["1", "2", "3", "1", "1"] {
            talk.ask(column);
        }
        let (position, moves) = (talk.position(), talk.ask("moves"));
        let saved = talk.ask("save");
        let saved = saved.strip_suffix("\n> ").unwrap();
        assert_eq!(saved.lines().count(), 1, "{saved}");
        let mut other = Talk::person();
        other.ask("two");
        other.ask(saved);
        assert_eq!(other.position(), position, "{saved}");
        assert_eq!(other.ask("moves"), moves);
        other.ask("undo");
        other.ask("1");
        assert_eq!(other.position(), position, "{saved}");
        // The next game is on the same board.
        other.ask("new");
        let empty = other.position();
        assert_eq!(empty.matches('#').count(), position.matches('#').count());
        assert_eq!(empty.matches('/').count(), position.matches('/').count());
    }
}

#[test]
fn moves_are_listed_in_pairs() {
    let mut talk = Talk::person();
    assert_eq!(talk.ask("moves"), "No stone has been dropped yet.\n> ");
    talk.ask("two");
    for column in [4, 4, 3] {
        talk.ask(&column.to_string());
    }
    assert_eq!(talk.ask("moves"), " 1.  4  4   2.  3  \n> ");
    talk.ask("load 7/7/7/7/7/3x3 o");
    talk.ask("7");
    talk.ask("6");
    let expected = "After 7/7/7/7/7/3x3 o:\n 1.  -  7   2.  6  \n> ";
    assert_eq!(talk.ask("moves"), expected);
    // The longest game fits, and each of its lines.
    talk.ask("new 12x12");
    let columns = [1, 2, 3, 5, 4, 6, 7, 8, 9, 11, 10, 12];
    for row in 0..9 {
        for column in columns.iter().skip(row % 3 * 3 % 2).take(10) {
            talk.ask(&column.to_string());
        }
    }
    let moves = talk.ask("moves");
    assert!(moves.lines().all(|line| line.len() < 80), "{moves}");
}

#[test]
fn what_cannot_be_loaded_changes_nothing() {
    let mut talk = Talk::person();
    talk.ask("two");
    talk.ask("4");
    let before = talk.position();
    for (line, why) in [
        ("load", "load wants a size such as 10x12, or a position"),
        ("load 9", "load wants a size"),
        ("load 3x9", "a board of 3x9"),
        ("load 6x7 4 4", "load wants moves after the board, not '4'"),
        ("load 6x7 block", "block wants none, random or ROW,COLUMN"),
        ("load 6x7 block random", "block wants none or ROW,COLUMN"),
        ("load 6x7 block 7,1", "forbidden cell 7,1"),
        ("load 6x7 moves 4 x", "move 2: 'x' is not the number of a column"),
        ("load 6x7 moves 8", "move 1: no column 8"),
        ("load 7/7/7/7/3x3/7 o", "position: character 13"),
    ] {
        let answer = talk.ask(line);
        assert!(answer.starts_with(&format!("error {why}")), "{answer}");
        assert_eq!(talk.position(), before);
    }
}

/// Best first, in percent, and the same table in `eval` and `stats`.
#[test]
fn moves_are_compared() {
    let mut talk = Talk::person();
    talk.ask("time 0.2");
    talk.ask("ponder off");
    let table = talk.ask("eval");
    let table = table.strip_prefix("> \n").unwrap();
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows[0], "column   visits   score");
    assert_eq!(rows.len(), 9, "{table}");
    let visits = rows[1..8].iter().map(|row| {
        let mut words = row.split_whitespace();
        let visits: u32 = words.nth(1).unwrap().parse().unwrap();
        assert!(words.next().unwrap().ends_with('%'), "{row}");
        visits
    });
    assert!(visits.is_sorted_by(|a, b| a >= b), "{table}");
    let stats = talk.ask("stats");
    assert!(stats.contains(table.strip_suffix("> ").unwrap()), "{stats}");
    let hint = talk.ask("hint");
    assert!(hint.contains("%)."), "{hint}");
    // A program has its own lines.
    talk.ask("ugi");
    assert!(talk.ask("stats").contains("\nmove "));
}

#[test]
fn the_rules_take_ten_lines() {
    let mut talk = Talk::person();
    let rules = talk.ask("rules");
    assert_eq!(rules.lines().count(), 11, "{rules}");
    for word in ["forbidden", "rows x columns", "Four stones"] {
        assert!(rules.contains(word), "{word}: {rules}");
    }
}

/// After a game of the engine with itself the seats are as they were.
#[test]
fn seats_come_back() {
    for (seats, told) in [
        ("play x", "You play o, I play x."),
        ("play o", "You play x, I play o."),
        ("play none", "You play both sides."),
    ] {
        for stop in ["\x03", "stop\n", "undo\n"] {
            let mut talk = Talk::person();
            talk.ask("play none");
            talk.ask("4");
            talk.ask("4");
            talk.send("time 9\n");
            talk.send(&format!("{seats}\nplay both\nplay both\n"));
            talk.session.think(1, talk.now);
            talk.heard();
            talk.send(stop);
            let answer = talk.heard();
            assert!(answer.contains(told), "{stop:?}: {answer}");
            talk.send("play\n");
            assert!(talk.heard().contains(told), "{stop:?}");
        }
    }
}

/// So they are when that game has come to its end, and where another one
/// takes its place.
#[test]
fn seats_come_back_after_the_end() {
    let told = "You play o, I play x.";
    for next in ["\x03", "stop\n", "undo\n", "new\n", "load 5x5 moves 1\n"] {
        for is_over in [true, false] {
            let mut talk = Talk::person();
            talk.send("play none\n4\n4\nlevel 1\nplay x\nplay both\n");
            if is_over {
                let game = talk.ask("board");
                assert!(game.contains("Type new for another"), "{game}");
            }
            talk.send(next);
            let answer = talk.heard();
            assert!(answer.contains(told), "{next:?}: {answer}");
            talk.send("play\n");
            assert!(talk.heard().contains(told), "{next:?}");
        }
    }
}

/// A desktop has no clock rate and no stack to tell of.
#[test]
fn a_desktop_leaves_out_what_it_has_not() {
    let mut talk = Talk::program();
    let board = talk.ask("sysinfo");
    assert!(board.contains("sysinfo clock 125000000 Hz\n"), "{board}");
    assert!(board.contains("sysinfo stack 1000 of 8192 bytes\n"), "{board}");
    let device = pocketfour_protocol::Device { clock_hz: 0, ..common::DEVICE };
    talk.session.start_as(Mode::Program, device, 0);
    talk.session.update_diagnostics(Default::default());
    let desktop = talk.ask("sysinfo");
    assert!(!desktop.contains("clock") && !desktop.contains("stack"));
    assert_eq!(desktop.lines().count(), 4, "{desktop}");
}

#[test]
fn help_is_given() {
    let mut talk = Talk::person();
    let help = talk.ask("help");
    // With the line that was typed, and the prompt.
    assert!(help.lines().count() < 24);
    assert!(help.lines().all(|line| line.len() < 80));
    let first = |line: &'static str| line.split(' ').next();
    let help: &'static str = help.leak();
    let (list, also) = help.split_once("Also: ").unwrap();
    let also = also.split_once(';').unwrap().0;
    let words = list.lines().filter_map(first).chain(also.split(", "));
    let words: Vec<&str> =
        words.filter(|word| word.parse::<u8>().is_err()).collect();
    assert!(words.len() > 25, "{words:?}");
    for word in words {
        let answer = talk.ask(&format!("help {word}"));
        assert!(answer.starts_with(word), "{answer}");
        assert_eq!(count(&answer, "error"), 0, "{answer}");
        // A usage, what it does, more of it, the prompt.
        assert!(answer.lines().count() > 3, "{answer}");
        assert!(answer.lines().all(|line| line.len() < 80), "{answer}");
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
    for line in ["plain on", "two", "new 12x12 block 6,7"] {
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
    assert!(reply.contains("\x1b[1;34m(o)\x1b[0m"), "{reply}");
}

#[test]
fn a_terminal_sees_what_is_typed() {
    let mut talk = Talk::new(Mode::Terminal);
    talk.ask("plain on");
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
    talk.ask("plain on");
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
