//! Every line that can be typed, in every state of a session: whatever comes
//! of it, the program is still there when its watchdog would have lost
//! patience, and answers every `go` once.

use std::process::Command;
use std::time::Duration;

use crate::players::{Clock, Conversation, PlayerFailure};

mod lines;
mod table;

use lines::{LINES, TypedLine, missing};
use table::{MADE, STATES, State};

/// How long an answer may take on a busy computer.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a board says when it starts.
const BANNER: &str = "four in a row wins.";

/// How often one asks whether a short search has been made.
const ROUNDS: u32 = 2000;

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
    pub fn cells() -> usize {
        STATES.len() * LINES.len()
    }

    /// How many states there are.
    #[must_use]
    pub fn states() -> usize {
        STATES.len()
    }

    /// How many lines there are.
    #[must_use]
    pub fn lines() -> usize {
        LINES.len()
    }

    /// The number by which to take steps through the table, so that at most
    /// `wanted` cells are tried and lines take turns.
    #[must_use]
    pub fn every(wanted: usize) -> usize {
        let least = StateTable::cells().div_ceil(wanted.max(1));
        (least..).find(|&it| StateTable::is_even(it)).unwrap_or(least)
    }

    /// Whether lines take turns if one cell in `every` is tried: the number
    /// and that of the lines have no divisor in common, or some lines would
    /// never be tried.
    #[must_use]
    pub fn is_even(every: usize) -> bool {
        let (mut a, mut b) = (every, LINES.len());
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    }

    /// The words and options that the program knows and the table does not.
    ///
    /// # Errors
    ///
    /// If it does not answer.
    pub fn missing_words(&mut self) -> Result<Vec<String>, String> {
        let talk = self.talk().map_err(|failure: PlayerFailure| failure.why)?;
        let words =
            talk.words().map_err(|failure: PlayerFailure| failure.why)?;
        let options =
            Vec::from_iter(talk.defaults.iter().map(|it| it.0.clone()));
        Ok(missing(&words, &options))
    }

    /// Tries the cell of this number.
    ///
    /// # Errors
    ///
    /// What was wrong.
    pub fn try_cell(&mut self, number: usize) -> Result<(), Defect> {
        let state = &STATES[number / LINES.len() % STATES.len()];
        let line = &LINES[number % LINES.len()];
        let result = self.attempt(state, line);
        result.map_err(|what| {
            // The next cell begins with a new program.
            self.program = None;
            Defect { state: state.name, line: &line.text, what }
        })
    }

    fn attempt(
        &mut self,
        state: &State,
        line: &TypedLine,
    ) -> Result<(), String> {
        let wait = self.wait;
        let talk = self.talk().map_err(|failure: PlayerFailure| failure.why)?;
        let ends = talk.enter_and_say(state, &line.text);
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
    /// The options with the values that they have at first.
    defaults: Vec<(String, String)>,
}

impl Talk {
    fn start(command: &mut Command) -> Result<Talk, PlayerFailure> {
        let program = Conversation::start(command).map_err(|error| {
            PlayerFailure::crash(format!("cannot start: {error}"))
        })?;
        let mut talk = Talk {
            program,
            uptime: 0,
            has_begun: false,
            made: 0,
            defaults: Vec::new(),
        };
        let options = talk.ask("ugi", "ugiok")?;
        let options = options.iter().filter_map(|line| default(line));
        talk.defaults = options.collect();
        talk.has_begun = true;
        Ok(talk)
    }

    /// Comes to the state and says the line; says whether that is the end.
    fn enter_and_say(
        &mut self,
        state: &State,
        line: &str,
    ) -> Result<bool, PlayerFailure> {
        for (name, value) in &self.defaults {
            let line = format!("setoption name {name} value {value}");
            self.program.send(&line)?;
        }
        self.program.send("uginewgame\nposition startpos")?;
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
        let is_farewell = line == "quit"
            || ["exit", "q"].contains(&line) && state.is_console();
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
        line: &TypedLine,
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
        let wanted = state.errors(line);
        if !wanted.contains(&errors) {
            return Err(format!("{errors} errors came, not {wanted:?}"));
        }
        let entered = state.lines.iter().filter(|l| l.starts_with("go "));
        // Without limits, a person is told otherwise.
        let is_go = line.text.starts_with("go ")
            || line.text == "go" && !state.is_console();
        let asked = entered.count() + usize::from(is_go && errors == 0);
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
        let now = self.program.watch(Clock::Wall)?;
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

/// The name and the first value in a line such as
/// `option name Rows type spin default 6 min 4 max 12`.
fn default(line: &str) -> Option<(String, String)> {
    let (name, rest) =
        line.strip_prefix("option name ")?.split_once(" type ")?;
    let (_, value) = rest.split_once(" default ")?;
    Some((name.to_owned(), value.split(' ').next()?.to_owned()))
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
    fn an_option_has_a_value_at_first() {
        let pair = |a: &str, b: &str| Some((a.to_owned(), b.to_owned()));
        let line = "option name Rows type spin default 6 min 4 max 12";
        assert_eq!(default(line), pair("Rows", "6"));
        let line = "option name Seed type string default random";
        assert_eq!(default(line), pair("Seed", "random"));
        assert_eq!(default("id name Pocketfour"), None);
    }

    #[test]
    fn a_line_is_found_behind_keys() {
        let line = "\r\x1b[K\x1b[A\x1b[J> bestmove 4".to_owned();
        assert_eq!(count(&[line], "bestmove "), 1);
    }
}
