//! Every line that can be typed, in every state of a session: whatever comes
//! of it, the program is still there when its watchdog would have lost
//! patience, and answers every `go` once.

use std::process::Command;
use std::time::Duration;

use crate::players::{Clock, Conversation, PlayerFailure};

/// How long an answer may take on a busy computer.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a board says when it starts.
const BANNER: &str = "four in a row wins.";

/// A state of a session, and the lines that lead to it from a new game in a
/// program's session.
struct State {
    name: &'static str,
    lines: &'static [&'static str],
    /// What was typed of the next line already.
    typed: &'static str,
}

const fn state(name: &'static str, lines: &'static [&'static str]) -> State {
    State { name, lines, typed: "" }
}

/// A win in one move.
const WON: &str = "position fen 7/7/7/7/oo5/xxx1o2 x";
const OVER: &str = "position startpos moves 1 2 1 2 1 2 1";
/// How often one asks whether a short search has been made.
const ROUNDS: u32 = 2000;
/// A search that is waited for, since it is to be over.
const MADE: &str = "go nodes 50";
const LARGE: &str = "position fen 12/12/12/12/12/12/12/12/12/12/12/12 x";

const STATES: [State; 22] = [
    state("a program's session", &[]),
    State { name: "half a line", lines: &[], typed: "isrea" },
    state("a line was refused", &["nonsense"]),
    state("a game that is over", &[OVER]),
    state("a search was made", &[LARGE, MADE]),
    state("a search without end", &[LARGE, "go infinite"]),
    state("a search with a clock", &[LARGE, "go movetime 600000"]),
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
        &["console", "new 12x12", "time 600", "play o", "4"],
    ),
    state(
        "pondering on a person's time",
        &["console", "new 12x12", "time 0.01", "play o", "4"],
    ),
    state(
        "playing both sides",
        &["console", "new 12x12", "time 600", "play both"],
    ),
    state(
        "thinking about a hint",
        &["console", "new 12x12", "time 600", "two", "hint"],
    ),
];

/// Every word with what may follow it, right and wrong.
const LINES: &[&str] = &[
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

/// A line in a state, after which something was not as it should be.
#[derive(Debug, PartialEq, Eq)]
pub struct Defect {
    /// The state.
    pub state: &'static str,
    /// The line.
    pub line: &'static str,
    /// What was wrong.
    pub what: String,
}

/// A program that is led through the table.
#[derive(Debug)]
pub struct StateTable<'a> {
    command: &'a mut Command,
    /// Milliseconds of its own clock for which it is waited on.
    wait: u64,
    program: Option<Talk>,
}

impl<'a> StateTable<'a> {
    /// A program that speaks UGI and the console's language and knows
    /// `sysinfo`. After each line it is waited on for `wait` milliseconds of
    /// its own clock.
    pub fn new(command: &'a mut Command, wait: u64) -> StateTable<'a> {
        StateTable { command, wait, program: None }
    }

    /// How many cells the table has.
    #[must_use]
    pub const fn cells() -> usize {
        STATES.len() * LINES.len()
    }

    /// The words that the program knows and the table does not.
    ///
    /// # Errors
    ///
    /// If it does not answer.
    pub fn missing_words(&mut self) -> Result<Vec<String>, String> {
        let talk = self.talk().map_err(|failure: PlayerFailure| failure.why)?;
        let words =
            talk.words().map_err(|failure: PlayerFailure| failure.why)?;
        let known = |word: &String| {
            LINES.iter().any(|line| line.split(' ').next() == Some(word))
        };
        Ok(words.into_iter().filter(|word| !known(word)).collect())
    }

    /// Tries the cell of this number.
    ///
    /// # Errors
    ///
    /// What was wrong.
    pub fn try_cell(&mut self, number: usize) -> Result<(), Defect> {
        let state = &STATES[number / LINES.len() % STATES.len()];
        let line = LINES[number % LINES.len()];
        let result = self.attempt(state, line);
        result.map_err(|what| {
            // The next cell begins with a new program.
            self.program = None;
            Defect { state: state.name, line, what }
        })
    }

    fn attempt(&mut self, state: &State, line: &str) -> Result<(), String> {
        let wait = self.wait;
        let talk = self.talk().map_err(|failure: PlayerFailure| failure.why)?;
        let ends = talk.enter_and_say(state, line);
        let ends = ends.map_err(|failure: PlayerFailure| failure.why)?;
        if ends {
            let talk = self.program.take();
            return talk.map_or(Ok(()), Talk::has_ended);
        }
        talk.stays(state, line, wait)
    }

    fn talk(&mut self) -> Result<&mut Talk, PlayerFailure> {
        if self.program.is_none() {
            self.program = Some(Talk::start(self.command)?);
        }
        self.program.as_mut().ok_or(PlayerFailure::crash("it did not start"))
    }
}

/// A conversation with the program.
#[derive(Debug)]
struct Talk {
    program: Conversation,
    /// The last reading of its clock.
    uptime: u64,
    /// Whether it has said who it is, which it does when it starts.
    has_begun: bool,
    /// The moves that came on the way to the state.
    made: usize,
}

impl Talk {
    fn start(command: &mut Command) -> Result<Talk, PlayerFailure> {
        let program = Conversation::start(command).map_err(|error| {
            PlayerFailure::crash(format!("cannot start: {error}"))
        })?;
        let mut talk = Talk { program, uptime: 0, has_begun: false, made: 0 };
        talk.ask("ugi", "ugiok")?;
        talk.has_begun = true;
        Ok(talk)
    }

    /// Comes to the state and says the line; says whether that is the end.
    fn enter_and_say(
        &mut self,
        state: &State,
        line: &str,
    ) -> Result<bool, PlayerFailure> {
        for line in [
            "setoption name Info value true",
            "setoption name Block value none",
            "setoption name Rows value 6",
            "setoption name Columns value 7",
            "uginewgame",
            "position startpos",
        ] {
            self.program.send(line)?;
        }
        self.ask("isready", "readyok")?;
        for &line in state.lines {
            self.program.send(line)?;
        }
        self.made = 0;
        if state.lines.contains(&MADE) {
            self.wait_for_move()?;
        }
        if state.typed.is_empty() {
            self.ask("isready", "readyok")?;
        }
        self.uptime()?;
        self.program.send(&format!("{}{line}", state.typed))?;
        let is_console = state.lines.contains(&"console");
        let is_farewell =
            line == "quit" || ["exit", "q"].contains(&line) && is_console;
        Ok(is_farewell && state.typed.is_empty())
    }

    /// Waits until a search has been made, though not for ever.
    fn wait_for_move(&mut self) -> Result<(), PlayerFailure> {
        for _ in 0..ROUNDS {
            let heard = self.ask("isready", "readyok")?;
            self.made = count(&heard, "bestmove ");
            if self.made > 0 {
                break;
            }
        }
        Ok(())
    }

    /// It is still there after a while, and has answered.
    fn stays(
        &mut self,
        state: &State,
        line: &str,
        wait: u64,
    ) -> Result<(), String> {
        let told = |failure: PlayerFailure| failure.why;
        let start = self.uptime;
        let mut heard = Vec::new();
        let mut answer = None;
        loop {
            heard.extend(self.uptime().map_err(told)?);
            answer.get_or_insert(heard.len());
            if self.uptime - start >= wait {
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        heard.extend(self.settle().map_err(told)?);
        let (first, _) = heard.split_at(answer.unwrap_or(0));
        let errors = count(first, "error ");
        if errors > 1 {
            return Err(format!("{errors} errors came"));
        }
        let entered = state.lines.iter().filter(|l| l.starts_with("go "));
        let asked = entered.count()
            + usize::from(line.starts_with("go ") && errors == 0);
        let moves = count(&heard, "bestmove ") + self.made;
        if state.typed.is_empty() && asked != moves {
            return Err(format!("{asked} times go, {moves} times bestmove"));
        }
        Ok(())
    }

    /// Ends whatever is going on.
    fn settle(&mut self) -> Result<Vec<String>, PlayerFailure> {
        let mut heard = self.ask("\x03\nugi", "ugiok")?;
        heard.extend(self.ask("stop\nisready", "readyok")?);
        Ok(heard)
    }

    /// Looks at its clock, which goes on from the last time.
    fn uptime(&mut self) -> Result<Vec<String>, PlayerFailure> {
        let heard = self.ask("sysinfo", "sysinfo dropped ")?;
        let found = heard.iter().find_map(|line| {
            let (_, rest) = line.split_once("sysinfo uptime ")?;
            rest.split(' ').next()?.parse::<u64>().ok()
        });
        let uptime = found.ok_or(PlayerFailure::crash("it has no clock"))?;
        if uptime < self.uptime {
            let what = format!("it has restarted, {uptime} ms ago");
            return Err(PlayerFailure::crash(what));
        }
        self.uptime = uptime;
        Ok(heard)
    }

    /// The words of its help, for programs and for people.
    fn words(&mut self) -> Result<Vec<String>, PlayerFailure> {
        let mut heard = self.ask("help", "help WORD")?;
        self.ask("console\nisready", "readyok")?;
        heard.extend(self.ask("help", "help WORD says more")?);
        self.settle()?;
        let lines = heard.iter().filter(|line| line.contains("  "));
        let words = lines.filter_map(|line| line.split_whitespace().next());
        let words = words.filter(|word| word.starts_with(char::is_alphabetic));
        Ok(words.map(str::to_owned).collect())
    }

    /// It has ended as it was told to.
    fn has_ended(mut self) -> Result<(), String> {
        loop {
            if let Err(PlayerFailure { why, .. }) = self.line() {
                let well = why.contains("exit status: 0");
                return if well { Ok(()) } else { Err(why) };
            }
        }
    }

    fn line(&mut self) -> Result<String, PlayerFailure> {
        let now = self.program.watch(Clock::Wall);
        self.program.line(&now, PATIENCE)
    }

    /// Sends lines; everything up to a line with this end.
    fn ask(
        &mut self,
        lines: &str,
        end: &str,
    ) -> Result<Vec<String>, PlayerFailure> {
        self.program.send(lines)?;
        let mut heard = Vec::new();
        loop {
            let line = self.line()?;
            if self.has_begun && line.contains(BANNER) {
                return Err(PlayerFailure::crash("it has restarted"));
            }
            let is_end = line.contains(end);
            heard.push(line);
            if is_end {
                return Ok(heard);
            }
        }
    }
}

/// How many lines begin so, whatever prompt stands before.
fn count(lines: &[String], start: &str) -> usize {
    let lines = lines.iter().map(|line| after_keys(line));
    lines
        .filter(|line| line.trim_start_matches("> ").starts_with(start))
        .count()
}

/// A line without what moves the cursor at its beginning.
fn after_keys(line: &str) -> &str {
    let line = line.trim_start_matches('\r');
    let Some(sequence) = line.strip_prefix("\x1b[") else { return line };
    let end = sequence.find(|letter: char| letter.is_ascii_alphabetic());
    after_keys(end.map_or("", |end| &sequence[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_found_behind_keys() {
        let line = "\r\x1b[K\x1b[A\x1b[J> bestmove 4".to_owned();
        assert_eq!(count(&[line], "bestmove "), 1);
    }
}
