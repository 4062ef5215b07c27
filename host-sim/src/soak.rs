//! Very many games with one program that is never restarted, every answer
//! checked against the reference.

use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::process::Command;
use std::time::Duration;

use boards::emulator::EmulatorError;

use crate::BoardSize;
use crate::Setup;
use crate::dice::Dice;
use crate::players::{Clock, Conversation, PlayerFailure};
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
    /// How often the cable was unplugged and plugged in again.
    pub unplugged: u64,
    /// How often an answer could not be read for that, and was asked for
    /// again: what may have arrived before comes a second time.
    pub repeated: u64,
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Seen { games, moves, overrun, uptime, unplugged, .. } = self;
        let [used, size] = self.stack;
        write!(
            f,
            "{games} games, {moves} moves: all legal, none more than \
             {overrun} ms late; no restart in {} s, ",
            uptime / 1000
        )?;
        if size > 0 {
            write!(f, "stack {used} of {size} bytes, ")?;
        }
        f.write_str("no line lost")?;
        match unplugged {
            0 => Ok(()),
            _ => write!(
                f,
                ", cable unplugged {unplugged} times, {} answers asked for \
                 again",
                self.repeated
            ),
        }
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
    fn from(failure: PlayerFailure) -> Trouble {
        Trouble::Silence(failure.why)
    }
}

/// What stands for a cable that is unplugged, for half a second.
const UNPLUG: &str = "\0u\0w\0p";

/// A program, and what it has shown so far.
pub struct Soak {
    program: Conversation,
    dice: Dice,
    /// Decides when the cable is unplugged, apart from what is played: once
    /// in this number of lines.
    cable: Option<(Dice, usize)>,
    movetime: u64,
    /// Whether every game is one in the console.
    console: bool,
    /// The size of every board, or of none in particular.
    size: Option<BoardSize>,
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
            cable: None,
            movetime,
            console: false,
            size: None,
            pool: String::new(),
            seen: Seen::default(),
        };
        soak.ask("ugi", "ugiok")?;
        soak.look()?;
        Ok(soak)
    }

    /// Unplugs the cable from now on, about once in `every` lines that ask for
    /// a move: before a line is sent, or after it, while it is answered. The
    /// program has to be an emulator that takes a byte 0 and a letter for that.
    pub fn unplug(&mut self, every: NonZeroUsize, seed: u64) {
        self.cable = Some((Dice::new(seed, 1), every.get()));
    }

    /// Lets it play every game against itself in the console, from now on.
    pub fn watch_all(&mut self) {
        self.console = true;
    }

    /// Has every game played on a board of this size, from now on.
    pub fn play_on(&mut self, size: BoardSize) {
        self.size = Some(size);
    }

    /// Plays the game of this number: all sizes in turn; every other game
    /// against random moves, the rest against itself, half of those in the
    /// console, where it draws every board.
    ///
    /// # Errors
    ///
    /// The first thing that is not as it should be.
    pub fn game(&mut self, number: u64) -> Result<Seen, Trouble> {
        let setup = self.board(number);
        let game = if self.console || number % 4 == 3 {
            self.watch(&setup)?
        } else {
            self.play(&setup, number)?
        };
        self.check_end(&game)?;
        self.look()?;
        self.seen.games += 1;
        Ok(self.seen)
    }

    /// Plays a game by UGI.
    fn play(&mut self, setup: &Setup, number: u64) -> Result<Game, Trouble> {
        let BoardSize { rows, columns } = setup.size;
        let block = block(setup);
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
            make(&mut game, column)?;
        }
        Ok(game)
    }

    /// Lets it play a game against itself in the console, as fast as it can:
    /// every move and the result are told.
    fn watch(&mut self, setup: &Setup) -> Result<Game, Trouble> {
        let (size, block) = (setup.size, block(setup));
        // Seats outlive a game: it must not begin before its time is set.
        self.send("console\nplay none")?;
        self.send(&format!("new {size} block {block}"))?;
        let seconds = self.movetime as f64 / 1000.0;
        self.send(&format!("color on\ntime {seconds}\nplay both"))?;
        self.until(|line| line.contains("I play both sides"))?;
        let mut lines = self.until(|line| line.contains("Type new for"))?;
        lines.extend(self.ask("ugi", "ugiok")?);
        let mut game = setup.game();
        for column in lines.iter().filter_map(|line| played(line)) {
            make(&mut game, column)?;
            self.seen.moves += 1;
        }
        if !game.is_over() {
            let text = game.to_text();
            let what = format!("the console has not told what follows {text}");
            return Err(Trouble::Wrong(what));
        }
        Ok(game)
    }

    /// Every large size and the classic board, with any cell or
    /// none forbidden.
    fn board(&mut self, number: u64) -> Setup {
        let size = match (self.size, number / 2 % 17) {
            (Some(size), _) => size,
            (None, 16) => BoardSize { rows: 6, columns: 7 },
            (None, index) => BoardSize::large(index),
        };
        size.random_setup(8, &mut self.dice)
    }

    /// Asks for a move, while the cable may be unplugged.
    fn choose(&mut self, game: &Game) -> Result<usize, Trouble> {
        let unplugged = self.seen.unplugged;
        self.rattle(&position(game))?;
        self.rattle(&format!("go movetime {}", self.movetime))?;
        let answer = self.answer();
        match answer {
            Err(Trouble::Wrong(_)) if self.seen.unplugged > unplugged => {
                self.seen.repeated += 1;
                self.settle()?;
                self.send(&position(game))?;
                self.send(&format!("go movetime {}", self.movetime))?;
                self.answer()
            }
            _ => {
                self.settle()?;
                answer
            }
        }
    }

    fn answer(&mut self) -> Result<usize, Trouble> {
        let mut time = None;
        let answer = loop {
            let line = self.line()?;
            if let Some(rest) = line.strip_prefix("info time ") {
                time = first_number(rest);
            } else if line == "info string book" {
                time = Some(0);
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
        // A desktop does not tell its stack.
        let stack = find("stack").unwrap_or_default().replace(" of ", " ");
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

    /// Ends a search that may be going on. If there is a cable, passes over
    /// all that was said until then.
    fn settle(&mut self) -> Result<(), Trouble> {
        if self.cable.is_some() {
            self.send("stop\nisready")?;
            while self.line()? != "readyok" {}
        }
        Ok(())
    }

    /// Sends a line, and may unplug the cable before it or behind it.
    fn rattle(&mut self, line: &str) -> Result<(), Trouble> {
        let Some((dice, every)) = &mut self.cable else {
            return Ok(self.program.send(line)?);
        };
        // Twice as often before a line or behind it is as often as asked.
        let sides = [(); 2].map(|()| dice.one_in(2 * *every));
        let [before, behind] = sides.map(|is| if is { UNPLUG } else { "" });
        let times = sides.into_iter().filter(|is| *is).count();
        self.seen.unplugged += times as u64;
        // What is behind the line goes with an empty one.
        let end = if behind.is_empty() { "" } else { "\n" };
        Ok(self.program.send(&format!("{before}{line}{end}{behind}"))?)
    }

    fn line(&mut self) -> Result<String, Trouble> {
        let now = self.program.watch(Clock::Wall)?;
        Ok(self.program.line(&now, PATIENCE)?)
    }

    /// Sends a line; everything up to a line that begins so.
    fn ask(&mut self, line: &str, end: &str) -> Result<Vec<String>, Trouble> {
        self.send(line)?;
        self.until(|line| line.starts_with(end))
    }

    /// Everything up to a line like this.
    fn until(
        &mut self,
        is_last: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, Trouble> {
        let mut lines = Vec::new();
        loop {
            let line = self.line()?;
            if line.starts_with("error ") {
                return Err(Trouble::Wrong(line));
            }
            let is_end = is_last(&line);
            lines.push(line);
            if is_end {
                return Ok(lines);
            }
        }
    }
}

/// The forbidden cell, as the protocol spells it.
fn block(setup: &Setup) -> String {
    match setup.forbidden {
        Some((row, column)) => format!("{},{}", row + 1, column + 1),
        None => "none".into(),
    }
}

/// Makes a move of the program.
fn make(game: &mut Game, column: usize) -> Result<(), Trouble> {
    game.play(column).map(drop).map_err(|_| {
        let (number, text) = (column + 1, game.to_text());
        Trouble::Wrong(format!("the move {number} is illegal in {text}"))
    })
}

/// The column of `x plays 4.`
fn played(line: &str) -> Option<usize> {
    let (_, number) = line.trim_end().rsplit_once(" plays ")?;
    number.strip_suffix('.')?.parse::<usize>().ok()?.checked_sub(1)
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
