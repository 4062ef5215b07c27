//! `host-sim replay`: step through a recorded game.

use std::io::{self, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use engine::{Column, Position};
use protocol::{Picture, Summary};

use super::exit_code;
use crate::analysis::Analyst;
use crate::archive::load;
use crate::arguments::count;
use crate::matches::{GameResult, MatchSide, Record};
use crate::output::settle;
use crate::players::Budget;

/// Step through a recorded game, with the engine's view of each position.
///
/// A game's number is its line in the file, whichever pairing it belongs to;
/// `--list` prints all numbers. A last line that is incomplete, as where a match
/// has been killed or is under way, is no game.
///
/// At a terminal: the return key shows the next position, b the one before,
/// a number the position after that many moves, q ends. Elsewhere all
/// positions are printed.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A file from `match --out`
    file: PathBuf,
    /// The number of the game: its line in the file
    #[arg(long, value_name = "N", default_value = "1")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    game: u64,
    /// List the games instead, one a line
    #[arg(long)]
    list: bool,
    /// List only games that A lost
    #[arg(long, requires = "list")]
    lost: bool,
    /// List only games against opponents whose name contains this
    #[arg(long, value_name = "TEXT", requires = "list")]
    against: Option<String>,
    /// Playouts for the engine's view of a position
    #[arg(long, value_name = "N", default_value = "20000")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    nodes: u32,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let out = &mut stdout().lock();
    let games = load(&arguments.file).map_err(|why| why.to_string());
    let shown = games.and_then(|games: Vec<Record>| {
        settle(if arguments.list {
            list(arguments, &games, out)
        } else {
            let file = arguments.file.display();
            let replay = Replay::new(arguments, games);
            replay.map_err(|what| format!("{file}: {what}"))?.run(out)
        });
        Ok(())
    });
    exit_code(shown, 2)
}

fn list(
    arguments: &Arguments,
    games: &[Record],
    out: &mut impl Write,
) -> io::Result<()> {
    let Arguments { lost, against, .. } = arguments;
    for (game, number) in games.iter().zip(1..) {
        let Record { a, b, board, result, reason, .. } = game;
        let wanted = against.as_ref().is_none_or(|name| b.contains(name));
        if !wanted || *lost && *result != GameResult::B {
            continue;
        }
        let [result, first] = [
            match result {
                GameResult::A => "won",
                GameResult::B => "lost",
                GameResult::Draw => "drawn",
            },
            match game.first {
                MatchSide::A => "first",
                MatchSide::B => "second",
            },
        ];
        let plies = game.moves.len();
        writeln!(
            out,
            "{number:>4} {result:<5} moving {first:<6} {plies:>3} plies \
             {board:<10} {a} against {b}: {reason}"
        )?;
    }
    Ok(())
}

struct Replay {
    number: u64,
    record: Record,
    positions: Vec<Position>,
    analyst: Analyst,
    budget: Budget,
}

impl Replay {
    fn new(
        arguments: &Arguments,
        mut games: Vec<Record>,
    ) -> Result<Replay, String> {
        let number = arguments.game;
        let place = (number as usize).saturating_sub(1);
        if place >= games.len() {
            let most = games.len();
            return Err(format!("there is no game {number}: it has {most}"));
        }
        let record = games.swap_remove(place);
        let last = record.replay();
        let mut last = last.ok_or("the moves cannot be played")?;
        let mut positions = vec![last.clone()];
        while last.undo().is_some() {
            positions.push(last.clone());
        }
        positions.reverse();
        let nodes = Some(arguments.nodes);
        let budget = Budget { nodes, ..Budget::default() };
        let analyst = Analyst::new();
        Ok(Replay { number, record, positions, analyst, budget })
    }

    fn run(&mut self, out: &mut impl Write) -> io::Result<()> {
        if stdin().is_terminal() && stdout().is_terminal() {
            return self.step_through(out);
        }
        (0..self.positions.len()).try_for_each(|ply| self.show(ply, out))
    }

    fn step_through(&mut self, out: &mut impl Write) -> io::Result<()> {
        let mut ply = 0;
        loop {
            self.show(ply, out)?;
            write!(out, "[return, b, a number, q] ")?;
            out.flush()?;
            let mut line = String::new();
            if !matches!(stdin().read_line(&mut line), Ok(1..)) {
                return Ok(());
            }
            let last = self.positions.len() - 1;
            ply = match line.trim() {
                "q" => return Ok(()),
                "b" => ply.saturating_sub(1),
                "" if ply == last => return Ok(()),
                "" => ply + 1,
                word => {
                    word.parse().map_or(ply, |wanted: usize| wanted.min(last))
                }
            };
        }
    }

    fn show(&mut self, ply: usize, out: &mut impl Write) -> io::Result<()> {
        let position = &self.positions[ply];
        let record = &self.record;
        if ply == 0 {
            let Record { a, b, board, .. } = record;
            let number = self.number;
            writeln!(out, "game {number}, {board}: {a} against {b}")?;
        } else {
            let column = record.moves.get(ply - 1).copied().unwrap_or(0);
            let column = Column::from_number(column);
            let column = column.map_or(String::new(), |c| c.to_string());
            let side =
                if ply % 2 == 1 { record.first } else { record.first.other() };
            let name = match side {
                MatchSide::A => &record.a,
                MatchSide::B => &record.b,
            };
            let micros = record.micros.get(ply - 1).copied().unwrap_or(0);
            let seconds = micros as f64 / 1e6;
            writeln!(
                out,
                "\nmove {ply}: {name} plays {column} ({seconds:.2} s)"
            )?;
        }
        let colored = stdout().is_terminal();
        writeln!(out, "{}", Picture::new(position).colored(colored))?;
        if ply + 1 == self.positions.len() {
            let end = match record.result {
                GameResult::A => format!("{} wins", record.a),
                GameResult::B => format!("{} wins", record.b),
                GameResult::Draw => "a draw".into(),
            };
            writeln!(out, "{end}: {}", record.reason)
        } else {
            let report = self.analyst.think(position, self.budget, 1, |_| ());
            let (mover, summary) = (position.to_move(), Summary(&report));
            writeln!(out, "{mover} to move: {summary}")
        }
    }
}
