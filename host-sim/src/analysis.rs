//! The engine's view of a position, for people.

use std::fmt::{self, Write};

use engine::{
    Cell, ONE, Player, Position, Proof, Report, RootMove, Wdl, generator,
};

use crate::OwnedEngine;
use crate::players::Budget;

/// The nodes of the pool, which takes sixteen megabytes.
const NODES: usize = 1_000_000;

/// Thinks about positions and says what it sees.
pub(crate) struct Analyst {
    engine: OwnedEngine,
}

impl Analyst {
    pub(crate) fn new() -> Analyst {
        Analyst { engine: OwnedEngine::new(NODES) }
    }

    /// Thinks about a position, and now and then shows how that is going.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        budget: Budget,
        seed: u64,
        mut show: impl FnMut(&Report),
    ) -> Report {
        let engine = &mut self.engine;
        let mut random = generator(seed);
        engine.set_position(position);
        budget.spend_in(PORTION, |playouts| {
            let done = engine.step(playouts, &mut random);
            show(&engine.report());
            done
        });
        engine.report()
    }
}

/// Playouts between two looks at what has been found.
const PORTION: u32 = 4096;

/// The board, the top row first, with column numbers below.
pub(crate) fn picture(position: &Position) -> String {
    let board = position.board();
    let mut text = String::new();
    for row in (0..board.rows()).rev() {
        for column in 0..board.columns() {
            let cell = Cell::new(row, column);
            let is_in = |player| {
                cell.is_some_and(|c| position.stones(player).contains(c))
            };
            let letter = if is_in(Player::First) {
                'x'
            } else if is_in(Player::Second) {
                'o'
            } else if cell.is_some() && cell == board.forbidden() {
                '#'
            } else {
                '.'
            };
            let _ = write!(text, "{letter:>3}");
        }
        text.push('\n');
    }
    for column in board.all_columns() {
        let _ = write!(text, "{column:>3}");
    }
    text
}

/// What is known about the moves, the best first.
pub(crate) struct Moves<'a>(pub(crate) &'a Report);

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        writeln!(f, "column   visits   score  proven")?;
        let mut moves: Vec<&RootMove> = report.moves.iter().collect();
        moves.sort_by_key(|it| (Some(it.column) != report.best, !it.visits));
        for RootMove { column, visits, mean, proof, .. } in moves {
            let (column, score) = (column.number(), percent(*mean));
            write!(f, "{column:>6} {visits:>8} {score:>6.1}%")?;
            match proof {
                Some(proof) => writeln!(f, "  {}", Told(*proof))?,
                None => writeln!(f)?,
            }
        }
        Ok(())
    }
}

/// What is known about the position, on one line.
pub(crate) struct Summary<'a>(pub(crate) &'a Report);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        match report.proof {
            Some(proof) => write!(f, "{}", Told(proof))?,
            None => write!(f, "score {:.1}%", percent(report.mean))?,
        }
        write!(f, ", {} playouts, best", report.visits)?;
        for column in report.variation.iter().take(8) {
            write!(f, " {column}")?;
        }
        Ok(())
    }
}

struct Told(Proof);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { wdl, distance } = self.0;
        match wdl {
            Wdl::Win => write!(f, "wins in {distance}"),
            Wdl::Draw => write!(f, "draw in {distance}"),
            Wdl::Loss => write!(f, "loses in {distance}"),
        }
    }
}

/// A mean as points to expect, from 0 to 100.
fn percent(mean: i32) -> f64 {
    50.0 + 50.0 * f64::from(mean) / f64::from(ONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_described() {
        let game: Position = "4/4/1oo1/#xx1 x".parse().unwrap();
        let lines = [
            "  .  .  .  .",
            "  .  .  .  .",
            "  .  o  o  .",
            "  #  x  x  .",
            "  1  2  3  4",
        ];
        assert_eq!(picture(&game), lines.join("\n"));

        let game: Position = "7/7/7/7/oo5/xxx1o2 x".parse().unwrap();
        let budget = Budget { nodes: Some(100), time: None };
        let report = Analyst::new().think(&game, budget, 1, |_| ());
        let summary = Summary(&report).to_string();
        assert!(summary.starts_with("wins in 1, "), "{summary}");
        let moves = Moves(&report).to_string();
        let first = moves.lines().nth(1).unwrap();
        assert!(first.trim().starts_with("4 "), "{moves}");
    }
}
