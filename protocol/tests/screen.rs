//! What a person sees on a screen of 80 columns and 24 rows, and on a narrow
//! one.

mod common;

use std::num::NonZero;

use common::Talk;
use pocketfour_protocol::Mode;

const ROWS: NonZero<u16> = NonZero::new(24).unwrap();
const COLUMNS: NonZero<u16> = NonZero::new(80).unwrap();
const NARROW: NonZero<u16> = NonZero::new(60).unwrap();

/// A session at a terminal.
struct Desk {
    talk: Talk,
    terminal: vt100::Parser,
}

impl Desk {
    fn new() -> Desk {
        Desk::of(COLUMNS)
    }

    fn of(columns: NonZero<u16>) -> Desk {
        let talk = Talk::new(Mode::Terminal);
        let terminal = vt100::Parser::new(ROWS, columns, 100);
        let mut desk = Desk { talk, terminal };
        desk.look();
        desk
    }

    /// What the screen shows, without what is empty at the end of lines.
    fn look(&mut self) -> Vec<String> {
        self.terminal.process(self.talk.heard().as_bytes());
        let rows = self.terminal.screen().rows(0, 80);
        let mut rows: Vec<String> =
            rows.map(|row| row.trim_end().to_owned()).collect();
        while rows.last().is_some_and(String::is_empty) {
            rows.pop();
        }
        rows
    }

    fn type_in(&mut self, keys: &str) -> Vec<String> {
        self.talk.send(keys);
        self.look()
    }

    /// Thinks for this long; the screen is looked at each millisecond.
    fn think(&mut self, milliseconds: u32) -> Vec<String> {
        for _ in 0..milliseconds {
            self.talk.now += 1;
            self.talk.session.think(10, self.talk.now);
            self.look();
        }
        self.look()
    }

    /// Types a line and waits for the answer.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.talk.send(&format!("{line}\r"));
        self.talk.wait();
        self.look()
    }
}

/// The row that the board begins in. There is one board only.
fn top(screen: &[String], rows: u8) -> usize {
    let start = format!("{rows:>2} |");
    let mut found =
        (0..).zip(screen).filter(|(_, row)| row.starts_with(&start));
    let (top, _) = found.next().expect("a board");
    assert!(found.next().is_none(), "{screen:#?}");
    top
}

#[test]
fn a_stone_is_drawn_at_once_and_news_below_it() {
    let mut desk = Desk::new();
    let start = desk.look();
    let first = top(&start, 6);
    assert_eq!(start[first + 7], "It is your turn, with x.");

    let mut thinking = desk.type_in("4\r");
    let rest = thinking.split_off(first + 5);
    assert_eq!(
        rest,
        [
            " 1 | .  .  . (x) .  .  . |",
            "     1  2  3  4  5  6  7",
            "I am thinking.",
            ">"
        ]
    );
    let news = desk.think(1250);
    assert_eq!(top(&news, 6), first);
    let scores = &news[first + 7];
    assert_eq!(scores.len(), 4 + 7 * 3 - 1, "{scores}");
    for score in scores.split_whitespace() {
        assert!((1..=99).contains(&score.parse::<u8>().unwrap()), "{scores}");
    }
    let line = &news[first + 8];
    assert!(line.starts_with("I am thinking: best "), "{line}");
    assert!(line.ends_with(", 1.2 s, 12000 playouts."), "{line}");
    assert_eq!(news[first + 9..], [">"]);

    // The board is where it was, with what was played before whose turn.
    let end = desk.think(2000);
    assert_eq!(top(&end, 6), first);
    assert!(end[first + 7].starts_with("I played "), "{end:#?}");
    assert_eq!(end[first + 8..], ["It is your turn, with x.", ">"]);
}

/// Nothing moves on the screen of the largest board while the engine thinks,
/// and a whole game is played in one place.
#[test]
fn the_largest_board_stays_where_it_is() {
    for columns in [COLUMNS, NARROW] {
        stays_where_it_is(Desk::of(columns));
    }
}

fn stays_where_it_is(mut desk: Desk) {
    desk.ask("new 12x12 block 2,6");
    desk.ask("time 0.7");
    desk.type_in("\x0c");
    let first = top(&desk.look(), 12);
    assert_eq!(first, 0);
    for column in [6, 7, 6, 5, 1] {
        desk.type_in(&format!("{column}\r"));
        while desk.talk.is_busy() {
            let screen = desk.think(1);
            assert_eq!(top(&screen, 12), first);
            assert!(screen.iter().all(|row| row.len() < 60), "{screen:#?}");
        }
        let screen = desk.look();
        assert_eq!(screen.len(), 16, "{screen:#?}");
        assert!(screen[13].starts_with("I played "), "{screen:#?}");
    }
}

#[test]
fn typing_goes_on_below_the_news() {
    let mut desk = Desk::new();
    desk.type_in("4\r");
    desk.type_in("und");
    desk.think(700);
    let screen = desk.type_in("\x1b[D");
    assert_eq!(screen.last().unwrap(), "> und");
    desk.think(700);
    let row = screen.len() as u16 - 1;
    assert_eq!(desk.terminal.screen().cursor_position(), (row, 4));
    // A mistake leaves news behind, and there are more of them below.
    desk.type_in("\x15nonsense\r");
    let screen = desk.think(400);
    let news = screen.iter().filter(|row| row.contains(" playouts"));
    assert_eq!(news.count(), 2, "{screen:#?}");
    assert_eq!(screen.last().unwrap(), ">");
    // A line that takes two rows is left in peace.
    desk.type_in(&"x".repeat(100));
    let before = desk.look();
    assert_eq!(desk.think(700), before);
    let screen = desk.type_in("\x15undo\r");
    assert_eq!(screen.last().unwrap(), ">");
    assert!(screen.contains(&"It is your turn, with x.".to_owned()));
}

/// Whatever is typed and answered on a narrow screen, a board is whole, and no
/// news are left behind.
#[test]
fn a_narrow_screen_is_drawn_as_it_should() {
    let mut desk = Desk::of(NARROW);
    desk.ask("new 9x10 block 3,5");
    desk.ask("time 0.7");
    for line in ["6", "5", "rules", "4", "nonsense nonsense nonsense", "3"] {
        desk.type_in(&format!("{line}\r"));
        while desk.talk.is_busy() {
            desk.think(1);
        }
        if line.parse::<u8>().is_err() {
            continue;
        }
        let screen = desk.ask("hint");
        let is_row = |row: &&String| row.contains(" |");
        let rows: Vec<&String> = screen.iter().filter(is_row).collect();
        let last = rows.len() - 9;
        for (row, number) in rows[last..].iter().zip((1..=9).rev()) {
            assert!(row.starts_with(&format!("{number:>2} |")), "{screen:#?}");
            assert!(row.ends_with('|'), "{screen:#?}");
        }
        let news = screen.iter().filter(|row| row.contains("playouts"));
        assert_eq!(news.count(), 0, "{screen:#?}");
    }
}

/// What was asked for is not drawn over.
#[test]
fn a_long_answer_stays_above_the_next_board() {
    let mut desk = Desk::new();
    desk.ask("two");
    desk.ask("rules");
    desk.ask("4");
    let screen = desk.look();
    let rule = screen.iter().position(|row| row.starts_with("One cell may"));
    assert!(rule.unwrap() < top(&screen, 6), "{screen:#?}");
}

#[test]
fn a_new_size_is_drawn_anew() {
    let numbers = |columns: u8| {
        let numbers = (1..=columns).map(|column| format!(" {column:>2}"));
        format!("   {}", numbers.collect::<String>())
    };
    let mut desk = Desk::new();
    desk.ask("two");
    desk.ask("new 4x5");
    for column in ["3", "3"] {
        let screen = desk.ask(column);
        let row = |columns| screen.iter().position(|r| *r == numbers(columns));
        assert_eq!(row(5), row(7).map(|old| old + 10), "{screen:#?}");
    }
    let screen = desk.look();
    assert_eq!(screen[screen.len() - 2], "x is to move.");
}

#[test]
fn the_screen_is_drawn_again() {
    let mut desk = Desk::new();
    desk.ask("help");
    desk.type_in("lev");
    let screen = desk.type_in("\x0c");
    assert_eq!(top(&screen, 6), 0);
    assert_eq!(screen[7..], ["It is your turn, with x.", "> lev"]);
    assert!(
        desk.type_in("el 3\r").contains(&"I play at level 3 of 10.".into())
    );
}

/// News come a few times a second at most, and only where the last ones were
/// sent.
#[test]
fn news_do_not_pile_up() {
    let mut desk = Desk::new();
    desk.type_in("4\r");
    let mut bytes = 0;
    for _ in 0..2900 {
        desk.talk.now += 1;
        desk.talk.session.think(1, desk.talk.now);
        bytes += desk.talk.heard().len();
    }
    assert!((200..1000).contains(&bytes), "{bytes} bytes");
    // Nobody reads: the last news stay alone.
    desk.type_in("undo\r4\r");
    for _ in 0..2900 {
        desk.talk.now += 1;
        desk.talk.session.think(1, desk.talk.now);
    }
    let waiting = desk.talk.session.output().len();
    assert!(waiting < 100, "{waiting} bytes");
}

#[test]
fn plain_lines_have_no_escapes() {
    let mut talk = Talk::new(Mode::Terminal);
    let told = talk.ask("plain on");
    assert!(told.ends_with("nothing is drawn over.\r\n> "), "{told}");
    talk.heard();
    for line in ["level 2", "4", "4", "hint", "undo", "color", "eval"] {
        let text = talk.ask(line);
        assert!(!text.contains('\x1b'), "{text:?}");
    }
    assert!(talk.ask("color").contains("Colours are off."));
    talk.ask("plain off");
    assert!(talk.ask("4").contains('\x1b'));
}
