//! The table: the states of a session, and the lines that can be typed.

/// A state of a session, and the lines that lead to it from a new game in a
/// program's session.
pub(super) struct State {
    pub(super) name: &'static str,
    pub(super) lines: &'static [&'static str],
    /// What was typed of the next line already.
    pub(super) typed: &'static str,
}

const fn state(name: &'static str, lines: &'static [&'static str]) -> State {
    State { name, lines, typed: "" }
}

/// A win in one move.
const WON: &str = "position fen 7/7/7/7/oo5/xxx1o2 x";
const OVER: &str = "position startpos moves 1 2 1 2 1 2 1";
/// A search that is waited for, since it is to be over.
pub(super) const MADE: &str = "go nodes 50";
const NO_BOOK: &str = "setoption name Book value false";
const LARGE: &str = "position fen 12/12/12/12/12/12/12/12/12/12/12/12 x";

pub(super) const STATES: [State; 22] = [
    state("a program's session", &[]),
    State { name: "half a line", lines: &[], typed: "isrea" },
    state("a line was refused", &["nonsense"]),
    state("a game that is over", &[OVER]),
    state("a search was made", &[LARGE, MADE]),
    state("a search without end", &[LARGE, "go infinite"]),
    state("a search with a clock", &[NO_BOOK, LARGE, "go movetime 600000"]),
    state("a search with a count", &[LARGE, "go nodes 4000000000"]),
    state(
        "a search without info",
        &["setoption name Info value false", "go infinite"],
    ),
    state("a settled search", &[WON, "go infinite"]),
    state("pondering", &[LARGE, "go ponder movetime 600000"]),
    state("pondering, settled", &[WON, "go ponder movetime 600000"]),
    state("pondering with a count", &["go ponder nodes 20"]),
    state("counting", &[LARGE, "perft 12"]),
    state("benchmarking", &["bench"]),
    state("a person's session", &["console", "two"]),
    State { name: "half a word", lines: &["console", "two"], typed: "he" },
    state("a person's game that is over", &[OVER, "console", "play o"]),
    state(
        "thinking about a person's move",
        &[NO_BOOK, "console", "new 12x12", "time 600", "play o", "4"],
    ),
    state(
        "pondering on a person's time",
        &["console", "new 12x12", "time 0.01", "play o", "4"],
    ),
    state(
        "playing both sides",
        &[NO_BOOK, "console", "new 12x12", "time 600", "play both"],
    ),
    state(
        "thinking about a hint",
        &["console", "new 12x12", "time 600", "two", "hint"],
    ),
];

/// Every word with what may follow it, right and wrong.
pub(super) const LINES: &[&str] = &[
    "",
    "\x03",
    "nonsense",
    "4",
    "99",
    "auto",
    "bench",
    "board",
    "color",
    "color on",
    "colour off",
    "console",
    "d",
    "eval",
    "exit",
    "flip",
    "go infinite",
    "go ponder",
    "go ponder nodes 5",
    "go movetime 20",
    "go nodes 30",
    "go depth 2",
    "go p1time 100 p2time 100 p1inc 1 p2inc 1",
    "go movetime soon",
    "help",
    "help go",
    "help nonsense",
    "?",
    "hint",
    "isready",
    "level",
    "level 3",
    "level 99",
    "load 9x9 block 3,4 moves 1 2",
    "load 7/7/7/7/oo5/xxx1o2 x",
    "load",
    "move",
    "moves",
    "new",
    "new 9x9 block 3,4",
    "new random",
    "new 99x99",
    "perft 2",
    "perft 12",
    "perft x",
    "plain",
    "plain on",
    "plain off",
    "play",
    "play both",
    "play none",
    "play o",
    "play x",
    "ponder",
    "ponder off",
    "ponder on",
    "ponderhit",
    "position startpos moves 4 4",
    "position fen 7/7/7/7/oo5/xxx1o2 x",
    "position startpos moves 9",
    "query gameover",
    "query result",
    "query p1turn",
    "query nonsense",
    "q",
    "quit",
    "rules",
    "save",
    "setoption name Rows value 9",
    "setoption name Block value random",
    "setoption name Seed value 7",
    "setoption name Pool value 100",
    "setoption name Rows value 99",
    "stats",
    "stop",
    "sysinfo",
    "time",
    "time 0.01",
    "two",
    "ugi",
    "uginewgame",
    "undo",
    "version",
];

#[cfg(test)]
mod tests {
    use super::super::StateTable;
    use super::*;

    #[test]
    fn every_line_has_its_turn_in_a_sample() {
        let lines_of = |every: usize| {
            let cells = (0..StateTable::cells()).step_by(every);
            let mut lines: Vec<_> = cells.map(|it| it % LINES.len()).collect();
            lines.sort_unstable();
            lines.dedup();
            lines.len()
        };
        for every in 1..STATES.len() {
            let is_even = StateTable::is_even(every);
            assert_eq!(lines_of(every) == LINES.len(), is_even, "{every}");
        }
        assert!(!StateTable::is_even(LINES.len()));
        assert!(!StateTable::is_even(2 * LINES.len()));
    }

    /// What the pages say is looked up in the same file by `cargo xtask`.
    #[test]
    fn the_figures_are_those_of_the_table() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/figures.txt");
        let text = std::fs::read_to_string(file).unwrap();
        let thousands = |number: usize| match number {
            0..1000 => number.to_string(),
            _ => format!("{},{:03}", number / 1000, number % 1000),
        };
        for (name, number) in [
            ("states-lines", LINES.len()),
            ("states-states", STATES.len()),
            ("states-cells", StateTable::cells()),
        ] {
            let line = format!("\n{name} = {} : ", thousands(number));
            assert!(text.contains(&line), "{line}");
        }
    }
}
