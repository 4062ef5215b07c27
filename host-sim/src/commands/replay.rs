//! `host-sim replay`: step through a recorded game.

use std::fs;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use engine::{Column, Position};

use super::exit_code;
use crate::analysis::{Analyst, Summary, picture};
use crate::arguments::{count, number};
use crate::matches::{GameResult, MatchSide, Record};
use crate::players::Budget;

/// Step through a recorded game, with the engine's view of each position.
///
/// At a terminal: the return key shows the next position, b the one before,
/// a number the position after that many moves, q ends. Elsewhere all
/// positions are printed.
#[derive(Args, Debug)]
pub struct Arguments {
    /// A file from `match --out`
    file: PathBuf,
    /// The number of the game
    #[arg(long, value_name = "N", default_value = "0")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    game: u64,
    /// Playouts for the engine's view of a position
    #[arg(long, value_name = "N", default_value = "20000")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    nodes: u32,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let replayed = Replay::new(arguments).map(|mut replay| {
        if stdin().is_terminal() && stdout().is_terminal() {
            replay.step_through();
        } else {
            (0..replay.positions.len()).for_each(|ply| replay.show(ply));
        }
    });
    let file = arguments.file.display();
    exit_code(replayed.map_err(|what| format!("{file}: {what}")), 2)
}

struct Replay {
    record: Record,
    positions: Vec<Position>,
    analyst: Analyst,
    budget: Budget,
}

impl Replay {
    fn new(arguments: &Arguments) -> Result<Replay, String> {
        let number = arguments.game;
        let text = fs::read_to_string(&arguments.file);
        let text = text.map_err(|error| error.to_string())?;
        let mut records = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Record>(line).ok());
        let record = records.find(|record| record.game == number);
        let record = record.ok_or(format!("there is no game {number}"))?;
        let last = record.replay();
        let mut last = last.ok_or("the moves cannot be played")?;
        let mut positions = vec![last.clone()];
        while last.undo().is_some() {
            positions.push(last.clone());
        }
        positions.reverse();
        let budget = Budget { nodes: Some(arguments.nodes), time: None };
        Ok(Replay { record, positions, analyst: Analyst::new(), budget })
    }

    fn step_through(&mut self) {
        let mut ply = 0;
        loop {
            self.show(ply);
            print!("[return, b, a number, q] ");
            let _ = stdout().flush();
            let mut line = String::new();
            if !matches!(stdin().read_line(&mut line), Ok(1..)) {
                return;
            }
            let last = self.positions.len() - 1;
            ply = match line.trim() {
                "q" => return,
                "b" => ply.saturating_sub(1),
                "" if ply == last => return,
                "" => ply + 1,
                word => {
                    word.parse().map_or(ply, |wanted: usize| wanted.min(last))
                }
            };
        }
    }

    fn show(&mut self, ply: usize) {
        let position = &self.positions[ply];
        let record = &self.record;
        if ply == 0 {
            let Record { game, a, b, board, .. } = record;
            println!("game {game}, {board}: {a} against {b}");
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
            println!("\nmove {ply}: {name} plays {column} ({seconds:.2} s)");
        }
        println!("{}", picture(position));
        if ply + 1 == self.positions.len() {
            let winner = match record.result {
                GameResult::A => record.a.as_str(),
                GameResult::B => record.b.as_str(),
                GameResult::Draw => "nobody",
            };
            println!("{winner} wins: {}", record.reason);
        } else {
            let report = self.analyst.think(position, self.budget, 1, |_| ());
            println!("{} to move: {}", position.to_move(), Summary(&report));
        }
    }
}
