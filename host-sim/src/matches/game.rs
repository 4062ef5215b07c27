//! One game between two players.

use std::fmt;
use std::time::{Duration, Instant};

use engine::{Column, Outcome, Player};
use serde::{Deserialize, Serialize};

use super::Round;
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
    /// The winner; `None` in a draw.
    pub winner: Option<MatchSide>,
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
        let (winner, reason) = if let Some((side, PlayerFailure(why))) = failed
        {
            (Some(side.other()), Reason::Failure(why))
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
                let lost = Some(side.other());
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
        MatchGame { setup: round.setup, first, moves, times, winner, reason }
    }

    /// What player A got, in half points.
    #[must_use]
    pub fn half_points(&self) -> u8 {
        match self.winner {
            Some(MatchSide::A) => 2,
            None => 1,
            Some(MatchSide::B) => 0,
        }
    }
}

fn side_of(player: Player, first: MatchSide) -> MatchSide {
    match player {
        Player::First => first,
        Player::Second => first.other(),
    }
}

fn ending(outcome: Outcome, first: MatchSide) -> (Option<MatchSide>, Reason) {
    match outcome {
        Outcome::Win(player) => (Some(side_of(player, first)), Reason::Four),
        Outcome::Draw => (None, Reason::Full),
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
