//! How fast the rivals search.
//!
//! Iterations a second depend on the machine and on what else it does. Each
//! search is therefore measured beside games of random moves by the
//! reference's rules, which nobody makes faster: iterations for each of those
//! games compare from run to run. Rounds are short, and the fastest counts:
//! the one that nothing else on the machine got in the way of.

use std::time::Instant;

use engine::Position;

use super::{RIVALS, Rival};
use crate::Setup;
use crate::dice::Dice;
use crate::players::{Budget, PlayerFailure};

/// What is searched: a name and a position.
const POSITIONS: [(&str, &str); 4] = [
    ("12x12", "12/12/12/12/12/12/12/5#6/12/12/12/12 x"),
    ("9x9", "9/9/9/9/4#4/9/9/9/9 x"),
    (
        "12x12, 36 stones",
        "1#10/12/12/3o8/3x8/3o8/1oxo8/1xoxx7/1xxoo7/\
         xooox3xx2/ooxox3oo2/xoxxox2ox2 x",
    ),
    (
        "9x9, 24 stones",
        "9/9/5x3/3x1o3/3o1x3/2oo1x3/2xx1o1ox/2oxox1xo/2oxoo1x# x",
    ),
];

const ITERATIONS: u32 = 5_000;
const ROUNDS: usize = 25;

/// Random games by the reference's rules in each round.
const GAMES: u32 = 200;

/// How fast a rival searches a position.
#[derive(Clone, Debug, PartialEq)]
pub struct RivalSpeed {
    /// The position.
    pub position: &'static str,
    /// The rival, as the command line spells it.
    pub player: String,
    /// Iterations a second.
    pub rate: f64,
    /// Iterations in the time of a random game by the reference's rules.
    pub ratio: f64,
}

/// Measures every rival on every position; `done` gets each result.
///
/// # Errors
///
/// Where a rival finds no move.
pub fn measure(done: impl FnMut(RivalSpeed)) -> Result<(), PlayerFailure> {
    measure_rounds(ITERATIONS, ROUNDS, done)
}

fn measure_rounds(
    iterations: u32,
    rounds: usize,
    mut done: impl FnMut(RivalSpeed),
) -> Result<(), PlayerFailure> {
    for (name, text) in POSITIONS {
        let position: Position = text
            .parse()
            .map_err(|why| PlayerFailure::illegal(format!("{name}: {why}")))?;
        for (number, rival) in RIVALS {
            for literal in [false, true] {
                if literal && !rival.has_literal_reading() {
                    continue;
                }
                let (mut rate, mut games) = (0.0_f64, 0.0_f64);
                for _ in 0..rounds {
                    games = games.max(random_games());
                    let search = search(rival, literal, &position, iterations)?;
                    rate = rate.max(search);
                }
                let reading = if literal { ":literal=on" } else { "" };
                done(RivalSpeed {
                    position: name,
                    player: format!("rival:{number}{reading}"),
                    rate,
                    ratio: rate / games,
                });
            }
        }
    }
    Ok(())
}

/// Iterations a second of one search.
fn search(
    rival: Rival,
    literal: bool,
    position: &Position,
    iterations: u32,
) -> Result<f64, PlayerFailure> {
    let budget = Budget { nodes: Some(iterations), ..Budget::default() };
    let mut player = rival.player(budget, literal);
    player.begin(position, 1)?;
    let start = Instant::now();
    player.choose(position)?;
    Ok(a_second(iterations, start))
}

/// Random games a second by the reference's rules on a board of 9x9.
fn random_games() -> f64 {
    let size = crate::BoardSize { rows: 9, columns: 9 };
    let mut dice = Dice::new(1, 0);
    let start = Instant::now();
    for _ in 0..GAMES {
        let mut game = Setup { size, forbidden: None }.game();
        while !game.is_over() {
            let column = dice.pick(&game.legal_columns());
            game.play_on(column);
        }
    }
    a_second(GAMES, start)
}

fn a_second(times: u32, start: Instant) -> f64 {
    f64::from(times) / start.elapsed().as_secs_f64().max(1e-9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rivals::grid::Grid;
    use crate::rivals::root_filters::before;

    #[test]
    fn every_rival_is_measured_on_every_position() {
        let mut all = Vec::new();
        measure_rounds(10, 1, |speed| all.push(speed)).unwrap();
        assert_eq!(all.len(), POSITIONS.len() * (RIVALS.len() + 2));
        assert!(all.iter().all(|speed| speed.rate > 0.0 && speed.ratio > 0.0));
    }

    #[test]
    fn no_position_is_settled_without_a_search() {
        for (name, text) in POSITIONS {
            let grid = Grid::new(&text.parse().unwrap());
            assert_eq!(before(&grid), None, "{name}");
        }
    }
}
