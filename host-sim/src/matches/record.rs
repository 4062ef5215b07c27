//! A game as one line of text, enough to play it again.

use std::time::Duration;

use engine::{Column, Position};
use serde::{Deserialize, Serialize};

use super::{Match, MatchGame, MatchSide, Round};
use crate::{Setup, archive};

/// The games of a match.
pub type GameArchive = archive::Archive<Record>;

impl archive::Entry for Record {
    const NAME: &'static str = "a game";
    const WHOLE: &'static str = "this match";
}

/// A game as a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its number in the match.
    pub game: u64,
    /// The player whose score is counted, as the command line spells it.
    pub a: String,
    /// The opponent.
    pub b: String,
    /// The board, such as `9x12#5,6`.
    pub board: String,
    /// Who moved first.
    pub first: MatchSide,
    /// The seeds of A and B.
    pub seeds: [u64; 2],
    /// Column numbers, from 1.
    pub moves: Vec<u8>,
    /// Who won.
    pub result: GameResult,
    /// How it ended, for people.
    pub reason: String,
    /// Microseconds for each move, and for a last one that was none.
    pub micros: Vec<u64>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The player whose score is counted.
    A,
    /// The opponent.
    B,
    /// Neither player.
    Draw,
}

impl GameResult {
    /// What player A got, in half points.
    #[must_use]
    pub const fn half_points(self) -> u8 {
        match self {
            GameResult::A => 2,
            GameResult::Draw => 1,
            GameResult::B => 0,
        }
    }
}

impl Record {
    /// The record of a game.
    #[must_use]
    pub fn new(
        number: u64,
        plan: &Match,
        round: &Round,
        game: &MatchGame,
    ) -> Self {
        let micros = |time: &Duration| time.as_micros() as u64;
        Record {
            game: number,
            a: plan.a.to_string(),
            b: plan.b.to_string(),
            board: round.setup.to_string(),
            first: round.first,
            seeds: round.seeds,
            moves: game.moves.iter().map(|column| column.number()).collect(),
            result: game.result,
            reason: game.reason.to_string(),
            micros: game.times.iter().map(micros).collect(),
        }
    }

    /// Whether it is a game of this match.
    #[must_use]
    pub fn belongs_to(&self, plan: &Match) -> bool {
        self.a == plan.a.to_string()
            && self.b == plan.b.to_string()
            && plan.schedule.round(self.game).is_ok_and(|round| {
                self.board == round.setup.to_string()
                    && (self.first, self.seeds) == (round.first, round.seeds)
            })
    }

    /// The last position, or `None` if the moves cannot be played.
    #[must_use]
    pub fn replay(&self) -> Option<Position> {
        let setup: Setup = self.board.parse().ok()?;
        let mut position = setup.position();
        for &number in &self.moves {
            position.play(Column::from_number(number)?).ok()?;
        }
        Some(position)
    }
}
