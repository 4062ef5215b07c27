//! Programs that speak UGI, each in a process of its own.
//!
//! Whatever such a program does, it can only lose its game: one that ends,
//! does not answer in time, or answers with something that is no move, is
//! ended, and started again for the next game.

use std::env;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use boards::Board;
use engine::{Column, Position};

use super::child::Conversation;
use super::options::{NamedValue, settings};
use super::{Budget, MatchPlayer, PlayerFailure, SpecError};

/// How a program is started, and how long it may take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    /// The program and its arguments.
    command: Vec<String>,
    pub(crate) budget: Budget,
    /// Time beyond the budget, for the way there and back.
    grace: Duration,
    /// Time to get ready, without the grace.
    setup: Duration,
    /// The nodes of its pool, if that is to be set.
    pool: Option<u32>,
    /// The port of a board on the desk.
    pub(crate) port: Option<PathBuf>,
    /// The board that is emulated.
    pub(crate) emulated: Option<Board>,
}

/// Time for a move where the budget says nothing about time.
const PATIENCE: Duration = Duration::from_secs(60);
const GRACE: Duration = Duration::from_secs(2);
/// What the judge gives a player for a move.
const JUDGE: Duration = Duration::from_secs(3);
const SETUP: Duration = Duration::from_secs(10);
/// Time to start an emulated board on a busy computer.
const EMULATOR: Duration = Duration::from_secs(60);
/// Lines that say nothing before it is clear that nothing will be said.
const MOST_LINES: u32 = 10_000;

const KNOWN: &str = "nodes, movetime, grace, pool";

impl Options {
    /// A program that is started like this.
    pub(crate) fn new(command: Vec<String>) -> Options {
        let budget = Budget::default().or_nodes(Budget::DEFAULT_NODES);
        Options {
            command,
            budget,
            grace: GRACE,
            setup: SETUP,
            pool: None,
            port: None,
            emulated: None,
        }
    }

    /// A shared library of the judge's interface, which has a clock of its
    /// own.
    pub(crate) fn library(path: &str) -> Options {
        let mut options = Options::own("judge", path);
        options.budget = Budget { nodes: None, time: Some(JUDGE) };
        options
    }

    /// A board at a serial port.
    pub(crate) fn serial(port: &str) -> Options {
        Options { port: Some(port.into()), ..Options::own("serial", port) }
    }

    /// A board in its emulator.
    pub(crate) fn emulated(board: Board) -> Options {
        let own = Options::own("emulate", board.name());
        Options { setup: EMULATOR, emulated: Some(board), ..own }
    }

    /// A command of this very program, in another process.
    fn own(command: &str, argument: &str) -> Options {
        Options::new(own(command, argument).to_vec())
    }

    /// A line for the shell.
    pub(crate) fn shell(line: &str) -> Options {
        let line = format!("exec {line}");
        Options::new(["sh", "-c", &line].map(String::from).to_vec())
    }

    /// Takes `nodes`, `movetime`, `grace` and `pool`.
    pub(crate) fn set(mut self, text: &str) -> Result<Options, SpecError> {
        let mut budget = Budget::default();
        for setting in settings(text) {
            match setting.name {
                "nodes" | "movetime" => budget.take(setting)?,
                "grace" => self.grace = milliseconds(setting)?,
                "pool" => {
                    let wanted = "a number of nodes from 32";
                    self.pool = Some(setting.number(32..=u32::MAX, wanted)?);
                }
                _ => return Err(setting.unknown(KNOWN)),
            }
        }
        if budget != Budget::default() {
            self.budget = budget;
        }
        Ok(self)
    }

    pub(crate) fn player(&self) -> Box<dyn MatchPlayer> {
        Box::new(Ugi { options: self.clone(), program: None, seed: 0 })
    }
}

/// The line that runs a command of this very program.
pub(crate) fn own(command: &str, argument: &str) -> [String; 3] {
    let own = env::current_exe().unwrap_or_else(|_| "host-sim".into());
    let own = own.to_string_lossy().into_owned();
    [own, command.into(), argument.into()]
}

fn milliseconds(setting: NamedValue<'_>) -> Result<Duration, SpecError> {
    let wanted = "a number of milliseconds from 1";
    setting.number(1..=86_400_000, wanted).map(Duration::from_millis)
}

/// Splits `nodes=500:COMMAND` into options, which may be missing, and rest.
pub(crate) fn split(text: &str) -> (&str, &str) {
    match text.split_once(':') {
        Some((head, rest))
            if settings(head)
                .all(|s| KNOWN.split(", ").any(|k| k == s.name)) =>
        {
            (head, rest)
        }
        _ => ("", text),
    }
}

struct Ugi {
    options: Options,
    program: Option<UgiProgram>,
    seed: u64,
}

struct UgiProgram {
    conversation: Conversation,
    /// Whether it has an option for the seed.
    takes_seed: bool,
}

impl UgiProgram {
    fn start(options: &Options) -> Result<UgiProgram, PlayerFailure> {
        let [program, arguments @ ..] = options.command.as_slice() else {
            return Err(PlayerFailure::new("there is no program"));
        };
        let conversation =
            Conversation::start(Command::new(program).args(arguments));
        let conversation = conversation
            .map_err(|error| PlayerFailure(format!("cannot start: {error}")))?;
        let mut program = UgiProgram { conversation, takes_seed: false };
        program.conversation.send("ugi")?;
        let (mut takes_seed, mut takes_pool) = (false, false);
        program.wait_for(options.setup + options.grace, |line| {
            takes_seed |= line.starts_with("option name Seed ");
            takes_pool |= line.starts_with("option name Pool ");
            (line == "ugiok").then_some(())
        })?;
        program.takes_seed = takes_seed;
        if options.pool.is_some() && !takes_pool {
            return Err(PlayerFailure::new("it has no option Pool"));
        }
        if let Some(pool) = options.pool {
            program.set_pool(pool, options)?;
        }
        Ok(program)
    }

    fn set_pool(
        &mut self,
        pool: u32,
        options: &Options,
    ) -> Result<(), PlayerFailure> {
        let line = format!("setoption name Pool value {pool}\nisready");
        self.conversation.send(&line)?;
        let most = options.setup + options.grace;
        let refused = self.wait_for(most, |line| match line {
            "readyok" => Some(None),
            _ => line.strip_prefix("error ").map(|why| Some(why.to_owned())),
        })?;
        refused.map_or(Ok(()), |why| Err(PlayerFailure(why)))
    }

    /// The first line that means something.
    fn wait_for<T>(
        &mut self,
        most: Duration,
        mut meaning: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, PlayerFailure> {
        let end = Instant::now() + most;
        for _ in 0..MOST_LINES {
            if let Some(found) = meaning(&self.conversation.line(end)?) {
                return Ok(found);
            }
        }
        Err(PlayerFailure::new("wrote garbage"))
    }

    fn set_seed(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        if self.takes_seed {
            let line = format!("setoption name Seed value {seed}");
            self.conversation.send(&line)?;
        }
        Ok(())
    }

    fn choose(
        &mut self,
        position: &Position,
        options: &Options,
    ) -> Result<Column, PlayerFailure> {
        self.conversation.send(&position_line(position))?;
        let mut go = String::from("go");
        let Budget { nodes, time } = options.budget;
        if let Some(nodes) = nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(time) = time {
            go += &format!(" movetime {}", time.as_millis());
        }
        self.conversation.send(&go)?;
        let most = time.unwrap_or(PATIENCE) + options.grace;
        let answer = self.wait_for(most, |line| {
            line.strip_prefix("bestmove").map(|rest| rest.trim().to_owned())
        })?;
        let number = answer.split_whitespace().next().unwrap_or("");
        let column = number.parse().ok().and_then(Column::from_number);
        column.ok_or_else(|| {
            let answer: String = answer.chars().take(40).collect();
            PlayerFailure(format!("`bestmove {answer}` is no move"))
        })
    }
}

/// The start of the game in notation, then the moves.
fn position_line(position: &Position) -> String {
    let mut start = position.clone();
    while start.undo().is_some() {}
    let mut line = format!("position fen {start} moves");
    for column in position.moves() {
        line += &format!(" {column}");
    }
    if position.moves().is_empty() {
        line.truncate(line.len() - " moves".len());
    }
    line
}

impl MatchPlayer for Ugi {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.seed = seed;
        let alive = |p: &mut UgiProgram| p.conversation.is_alive();
        if !self.program.as_mut().is_some_and(alive) {
            self.program = None;
            self.program = Some(UgiProgram::start(&self.options)?);
        }
        let Some(program) = &mut self.program else {
            return Err(PlayerFailure::new("there is no program"));
        };
        let most = self.options.setup + self.options.grace;
        let ready = program
            .conversation
            .send("uginewgame")
            .and_then(|()| program.conversation.send("isready"))
            .and_then(|()| {
                program.wait_for(most, |line| (line == "readyok").then_some(()))
            });
        if ready.is_err() {
            self.program = None;
        }
        ready
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        let Some(program) = &mut self.program else {
            return Err(PlayerFailure::new("there is no program"));
        };
        let seed = self.seed.wrapping_add(u64::from(position.plies()));
        let chosen = program
            .set_seed(seed)
            .and_then(|()| program.choose(position, &self.options));
        let legal = |column: &Column| position.landing_cell(*column).is_ok();
        if !chosen.as_ref().is_ok_and(legal) {
            // Whatever is still under way must not reach the next game.
            self.program = None;
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stand_before_the_command() {
        let line = "nodes=5,grace=7:./play --fast a:b";
        assert_eq!(split(line), ("nodes=5,grace=7", "./play --fast a:b"));
        assert_eq!(split("./play a:b"), ("", "./play a:b"));
        assert_eq!(split("play=1:x"), ("", "play=1:x"));
    }

    #[test]
    fn positions_are_told_with_their_moves() {
        let mut game: Position = "4/4/4/1#2 x".parse().unwrap();
        assert_eq!(position_line(&game), "position fen 4/4/4/1#2 x");
        for number in [2, 4] {
            game.play(Column::from_number(number).unwrap()).unwrap();
        }
        let line = "position fen 4/4/4/1#2 x moves 2 4";
        assert_eq!(position_line(&game), line);
    }
}
