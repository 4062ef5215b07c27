//! The states of a session, and what a line comes to there.

use std::ops::RangeInclusive;

use super::lines::{Sense, TypedLine};

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

impl State {
    fn has(&self, start: &str) -> bool {
        self.lines.iter().any(|line| line.starts_with(start))
    }

    /// Whether a person is at the other end.
    pub(super) fn is_console(&self) -> bool {
        self.has("console")
    }

    /// How many errors a line may bring here.
    pub(super) fn errors(&self, line: &TypedLine) -> RangeInclusive<usize> {
        let is_go = line.text == "go" || line.text.starts_with("go ");
        match (line.text.as_str(), line.sense) {
            // The word is another one.
            _ if !self.typed.is_empty() => 0..=1,
            ("stop", _) => 0..=0,
            // A program types no keys.
            ("\x03", _) if self.is_console() => 0..=0,
            ("\x03", _) => 1..=1,
            ("ponderhit", _) if self.has("go ponder") => 0..=0,
            ("ponderhit", _) => 1..=1,
            _ if is_go && self.lines.contains(&OVER) => 1..=1,
            (_, Sense::Right) => 0..=0,
            (_, Sense::Wrong) => 1..=1,
            (_, Sense::Depends) => 0..=1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::StateTable;
    use super::super::lines::LINES;
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

    #[test]
    fn a_sample_is_as_large_as_was_asked_for() {
        for wanted in [8, 12, 166] {
            let every = StateTable::every(wanted);
            assert!(StateTable::is_even(every));
            let found = (0..StateTable::cells()).step_by(every).count();
            assert!(found <= wanted && found + wanted / 4 >= wanted, "{found}");
        }
        assert_eq!(StateTable::every(usize::MAX), 1);
    }

    #[test]
    fn some_lines_are_refused_and_some_are_not() {
        let line =
            |text: &str, sense| TypedLine { text: text.to_owned(), sense };
        let errors = |state: &str, line: &TypedLine| {
            let state = STATES.iter().find(|it| it.name == state);
            state.unwrap().errors(line)
        };
        let hit = line("ponderhit", Sense::Depends);
        assert_eq!(errors("pondering", &hit), 0..=0);
        assert_eq!(errors("a search without end", &hit), 1..=1);
        assert_eq!(errors("half a line", &hit), 0..=1);
        let go = line("go nodes 3", Sense::Depends);
        assert_eq!(errors("a game that is over", &go), 1..=1);
        assert_eq!(errors("pondering", &go), 0..=1);
        let wrong = line("perft x", Sense::Wrong);
        assert_eq!(errors("a person's session", &wrong), 1..=1);
    }

    /// A word or an option that brings no line would not be tried.
    #[test]
    fn every_word_and_option_has_a_line_in_every_state() {
        let usages: BTreeSet<&str> = protocol::usages().collect();
        let least = usages.len() + protocol::options().count();
        assert!(LINES.len() >= least, "{} lines", LINES.len());
        assert_eq!(StateTable::cells(), LINES.len() * STATES.len());
        for usage in usages {
            let word = usage.split(' ').next();
            let has_line =
                |line: &TypedLine| line.text.split(' ').next() == word;
            assert!(LINES.iter().any(has_line), "{usage}");
        }
    }
}
