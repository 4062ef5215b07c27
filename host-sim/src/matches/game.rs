//! One game between two players.

use std::fmt;
use std::time::{Duration, Instant};

use engine::{Column, Outcome, Player};
use serde::{Deserialize, Serialize};

use super::{GameResult, Round};
use crate::Setup;
use crate::players::{MatchPlayer, PlayerFailure};

/// One of the two players of a match, whatever colour he plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchSide {
    /// The player whose score is counted.
    A,
    /// The opponent.
    B,
}

impl MatchSide {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> MatchSide {
        match self {
            MatchSide::A => MatchSide::B,
            MatchSide::B => MatchSide::A,
        }
    }

    const fn wins(self) -> GameResult {
        match self {
            MatchSide::A => GameResult::A,
            MatchSide::B => GameResult::B,
        }
    }
}

/// A game that has been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchGame {
    /// The board.
    pub setup: Setup,
    /// Who moved first.
    pub first: MatchSide,
    /// All moves.
    pub moves: Vec<Column>,
    /// The time each move took.
    pub times: Vec<Duration>,
    /// Who won.
    pub result: GameResult,
    /// How it ended.
    pub reason: Reason,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// With four in a line.
    Four,
    /// With a full board.
    Full,
    /// The loser made a move that is not one.
    Illegal(String),
    /// The loser had no move.
    Failure(String),
}

impl MatchGame {
    /// Plays a game to its end, whatever the players do.
    pub fn play(
        round: &Round,
        a: &mut dyn MatchPlayer,
        b: &mut dyn MatchPlayer,
    ) -> MatchGame {
        let mut position = round.setup.position();
        let mut times = Vec::new();
        let first = round.first;
        let [seed_a, seed_b] = round.seeds;
        let begun = [
            a.begin(&position, seed_a).map_err(|why| (MatchSide::A, why)),
            b.begin(&position, seed_b).map_err(|why| (MatchSide::B, why)),
        ];
        let failed = begun.into_iter().find_map(Result::err);
        let (result, reason) = if let Some((side, PlayerFailure(why))) = failed
        {
            (side.other().wins(), Reason::Failure(why))
        } else {
            loop {
                if let Some(outcome) = position.outcome() {
                    break ending(outcome, first);
                }
                let side = side_of(position.to_move(), first);
                let start = Instant::now();
                let chosen = match side {
                    MatchSide::A => a.choose(&position),
                    MatchSide::B => b.choose(&position),
                };
                times.push(start.elapsed());
                let lost = side.other().wins();
                match chosen {
                    Err(PlayerFailure(why)) => {
                        break (lost, Reason::Failure(why));
                    }
                    Ok(column) => {
                        if let Err(why) = position.play(column) {
                            break (lost, Reason::Illegal(why.to_string()));
                        }
                    }
                }
            }
        };
        let moves = position.moves().to_vec();
        MatchGame { setup: round.setup, first, moves, times, result, reason }
    }
}

fn side_of(player: Player, first: MatchSide) -> MatchSide {
    match player {
        Player::First => first,
        Player::Second => first.other(),
    }
}

fn ending(outcome: Outcome, first: MatchSide) -> (GameResult, Reason) {
    match outcome {
        Outcome::Win(player) => (side_of(player, first).wins(), Reason::Four),
        Outcome::Draw => (GameResult::Draw, Reason::Full),
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Four => f.write_str("four in a line"),
            Reason::Full => f.write_str("board full"),
            Reason::Illegal(why) => write!(f, "illegal move: {why}"),
            Reason::Failure(why) => f.write_str(why),
        }
    }
}
