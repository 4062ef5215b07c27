//! Very many games with one program that is never restarted, every answer
//! checked against the reference.

use std::fmt;
use std::io;
use std::process::Command;
use std::time::{Duration, Instant};

use boards::emulator::EmulatorError;

use crate::BoardSize;
use crate::Setup;
use crate::dice::Dice;
use crate::players::{Conversation, PlayerFailure};
use crate::reference::{Game, Side};

/// How long an answer may take on a busy computer. Deadlines are measured by
/// the program's own clock.
const PATIENCE: Duration = Duration::from_secs(120);
/// How far a move may overrun its time, in milliseconds of that clock.
pub const GRACE: u64 = 20;

/// What was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Games played to their end.
    pub games: u64,
    /// Moves that the program chose.
    pub moves: u64,
    /// The longest time of a move beyond what was granted, in milliseconds.
    pub overrun: u64,
    /// The most stack in use, and all there is, in bytes.
    pub stack: [u64; 2],
    /// The time that has passed on the program's clock, in milliseconds.
    pub uptime: u64,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { games, moves, overrun, stack: [used, size], uptime } = self;
        write!(
            f,
            "{games} games, {moves} moves: all legal, none more than \
             {overrun} ms late; no restart in {} s, stack {used} of {size} \
             bytes, no line lost",
            uptime / 1000
        )
    }
}

/// What went wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Trouble {
    /// The emulator cannot be started.
    #[error("{0}: {next}", next = .0.next())]
    Emulator(EmulatorError),
    /// The program cannot be started.
    #[error("cannot start: {0}")]
    Start(io::Error),
    /// It ended or did not answer.
    #[error("{0}")]
    Silence(String),
    /// It answered wrongly.
    #[error("{0}")]
    Wrong(String),
}

impl From<PlayerFailure> for Trouble {
    fn from(PlayerFailure(what): PlayerFailure) -> Trouble {
        Trouble::Silence(what)
    }
}

/// A program, and what it has shown so far.
pub struct Soak {
    program: Conversation,
    dice: Dice,
    movetime: u64,
    /// What `sysinfo` says about memory, which does not change.
    pool: String,
    seen: Seen,
}

impl fmt::Debug for Soak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Soak").field("seen", &self.seen).finish_non_exhaustive()
    }
}

impl Soak {
    /// Starts a program that speaks UGI and knows `sysinfo`. It gets
    /// `movetime` milliseconds for a move.
    ///
    /// # Errors
    ///
    /// If it cannot be started or does not answer.
    pub fn start(
        command: &mut Command,
        movetime: u64,
        seed: u64,
    ) -> Result<Soak, Trouble> {
        let program = Conversation::start(command).map_err(Trouble::Start)?;
        let mut soak = Soak {
            program,
            dice: Dice::new(seed, 0),
            movetime,
            pool: String::new(),
            seen: Seen::default(),
        };
        soak.ask("ugi", "ugiok")?;
        soak.look()?;
        Ok(soak)
    }

    /// Plays the game of this number: all sizes in turn; every other game
    /// against random moves, the rest against itself.
    ///
    /// # Errors
    ///
    /// The first thing that is not as it should be.
    pub fn game(&mut self, number: u64) -> Result<Seen, Trouble> {
        let setup = self.board(number);
        let BoardSize { rows, columns } = setup.size;
        let block = match setup.forbidden {
            Some((row, column)) => format!("{},{}", row + 1, column + 1),
            None => "none".into(),
        };
        for (name, value) in [
            ("Block", "none"),
            ("Rows", &rows.to_string()),
            ("Columns", &columns.to_string()),
            ("Block", &block),
        ] {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.send("uginewgame")?;
        self.ask("isready", "readyok")?;
        let mut game = setup.game();
        let alone = !number.is_multiple_of(2);
        let ours = if number.is_multiple_of(4) { Side::X } else { Side::O };
        while !game.is_over() {
            let column = if alone || game.turn() == ours {
                self.choose(&game)?
            } else {
                self.dice.pick(&game.legal_columns())
            };
            if game.play(column).is_err() {
                let text = game.to_text();
                let number = column + 1;
                let what = format!("bestmove {number} is illegal in {text}");
                return Err(Trouble::Wrong(what));
            }
        }
        self.check_end(&game)?;
        self.look()?;
        self.seen.games += 1;
        Ok(self.seen)
    }

    /// Every size of the mission and the classic board, with any cell or
    /// none forbidden.
    fn board(&mut self, number: u64) -> Setup {
        let size = match number / 2 % 17 {
            16 => BoardSize { rows: 6, columns: 7 },
            index => BoardSize::mission(index),
        };
        size.random_setup(8, &mut self.dice)
    }

    fn choose(&mut self, game: &Game) -> Result<usize, Trouble> {
        self.send(&position(game))?;
        self.send(&format!("go movetime {}", self.movetime))?;
        let mut time = None;
        let answer = loop {
            let line = self.line()?;
            if let Some(rest) = line.strip_prefix("info time ") {
                time = first_number(rest);
            } else if let Some(answer) = line.strip_prefix("bestmove ") {
                break answer.to_owned();
            } else {
                return Err(Trouble::Wrong(format!("'{line}' came")));
            }
        };
        let wrong = |what: String| Trouble::Wrong(what);
        let number = answer.parse::<usize>().ok().filter(|number| *number > 0);
        let number =
            number.ok_or_else(|| wrong(format!("bestmove {answer} came")))?;
        let time = time.ok_or_else(|| wrong("no time was told".into()))?;
        let overrun = time.saturating_sub(self.movetime);
        if overrun > GRACE {
            return Err(wrong(format!("a move was {overrun} ms late")));
        }
        self.seen.moves += 1;
        self.seen.overrun = self.seen.overrun.max(overrun);
        Ok(number - 1)
    }

    /// The program knows how the game has ended.
    fn check_end(&mut self, game: &Game) -> Result<(), Trouble> {
        self.send(&position(game))?;
        let result = match game.winner() {
            Some(Side::X) => "p1win",
            Some(Side::O) => "p2win",
            None => "draw",
        };
        for (question, answer) in [("gameover", "true"), ("result", result)] {
            self.send(&format!("query {question}"))?;
            let line = self.line()?;
            if line != format!("response {answer}") {
                let text = game.to_text();
                let what = format!("'{line}' to {question} in {text}");
                return Err(Trouble::Wrong(what));
            }
        }
        Ok(())
    }

    /// The program has not been restarted, has lost nothing, and takes as
    /// much memory as at first.
    fn look(&mut self) -> Result<(), Trouble> {
        let lines = self.ask("sysinfo", "sysinfo dropped ")?;
        let find = |name: &str| {
            let start = format!("sysinfo {name} ");
            let found = lines.iter().find_map(|l| l.strip_prefix(&start));
            let missing = format!("sysinfo does not tell the {name}");
            found.ok_or(Trouble::Wrong(missing))
        };
        let changed = |what: String| Err(Trouble::Wrong(what));
        let uptime = first_number(find("uptime")?).unwrap_or(0);
        if uptime < self.seen.uptime {
            return changed(format!("it restarted: up for {uptime} ms"));
        }
        self.seen.uptime = uptime;
        let pool = find("pool")?.to_owned();
        if !self.pool.is_empty() && self.pool != pool {
            return changed(format!("pool {pool}, before {}", self.pool));
        }
        self.pool = pool;
        let lost = find("dropped")?;
        if lost != "0 lines of output, lost 0 of input" {
            return changed(format!("dropped {lost}"));
        }
        let stack = find("stack")?.replace(" of ", " ");
        let mut stack = stack.split(' ').map_while(|word| word.parse().ok());
        self.seen.stack = [(); 2].map(|()| stack.next().unwrap_or(0));
        let [used, size] = self.seen.stack;
        if used > size {
            return changed(format!("stack {used} of {size} bytes"));
        }
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), Trouble> {
        Ok(self.program.send(line)?)
    }

    fn line(&mut self) -> Result<String, Trouble> {
        Ok(self.program.line(Instant::now() + PATIENCE)?)
    }

    /// Sends a line; everything up to a line that begins so.
    fn ask(&mut self, line: &str, end: &str) -> Result<Vec<String>, Trouble> {
        self.send(line)?;
        let mut lines = Vec::new();
        loop {
            let line = self.line()?;
            if line.starts_with("error ") {
                return Err(Trouble::Wrong(line));
            }
            let last = line.starts_with(end);
            lines.push(line);
            if last {
                return Ok(lines);
            }
        }
    }
}

fn position(game: &Game) -> String {
    let mut line = String::from("position startpos moves");
    for column in game.moves() {
        line += &format!(" {}", column + 1);
    }
    if game.moves().is_empty() {
        line.truncate("position startpos".len());
    }
    line
}

fn first_number(text: &str) -> Option<u64> {
    text.split(' ').next()?.parse().ok()
}
