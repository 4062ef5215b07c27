//! One game between two players.

use std::fmt;
use std::time::{Duration, Instant};

use engine::{Outcome, Player};
use serde::{Deserialize, Serialize};

use super::{GameResult, Round, TimeControl};
use crate::Setup;
use crate::players::{Forfeit, MatchPlayer, PlayedMove, PlayerFailure};

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
    /// How many of the moves were given.
    pub opening: usize,
    /// Who moved first.
    pub first: MatchSide,
    /// What A and B call themselves, if they do.
    pub names: [Option<String>; 2],
    /// All moves, with what the players knew about them.
    pub choices: Vec<PlayedMove>,
    /// The time each move took by the player's own clock, and a last one
    /// that was none.
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
    /// It was not played to its end: why, for people.
    Forfeit(Forfeit, String),
}

/// Both players failed before the first move: nobody has won.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "neither player can begin: A: {a}; B: {b}",
    a = .0[0].why,
    b = .0[1].why
)]
pub struct NeitherBegan(
    /// Why A and B failed.
    pub [PlayerFailure; 2],
);

impl MatchGame {
    /// Plays a game to its end, whatever the players do.
    ///
    /// With a time control, the clocks of the game run; a player who has run
    /// out of time has lost.
    ///
    /// # Errors
    ///
    /// Where neither player can begin.
    pub fn play(
        round: &Round,
        time: Option<TimeControl>,
        a: &mut dyn MatchPlayer,
        b: &mut dyn MatchPlayer,
    ) -> Result<MatchGame, NeitherBegan> {
        let mut position = round.position();
        let opening = round.opening.len();
        let given = round.opening.iter().copied();
        let mut choices: Vec<PlayedMove> =
            given.map(PlayedMove::from).collect();
        let mut times = vec![Duration::ZERO; opening];
        let mut clocks = time.map(TimeControl::clocks);
        let first = round.first;
        let [seed_a, seed_b] = round.seeds;
        let begun = (a.begin(&position, seed_a), b.begin(&position, seed_b));
        let failed = match begun {
            (Ok(()), Ok(())) => None,
            (Err(why), Ok(())) => Some((MatchSide::A, why)),
            (Ok(()), Err(why)) => Some((MatchSide::B, why)),
            (Err(a), Err(b)) => return Err(NeitherBegan([a, b])),
        };
        let (result, reason) = if let Some((side, failure)) = failed {
            (side.other().wins(), failure.into())
        } else {
            loop {
                if let Some(outcome) = position.outcome() {
                    break ending(outcome, first);
                }
                let side = side_of(position.to_move(), first);
                let player: &mut dyn MatchPlayer = match side {
                    MatchSide::A => a,
                    MatchSide::B => b,
                };
                if let Some(clocks) = &mut clocks {
                    clocks.mover = position.to_move();
                    player.set_clocks(clocks);
                }
                let start = Instant::now();
                let chosen = player.choose(&position);
                let own = chosen.as_ref().ok().and_then(|it| it.spent);
                let spent = own.unwrap_or(start.elapsed());
                times.push(spent);
                if let Some(clocks) = &mut clocks {
                    clocks.press(spent);
                }
                let lost = side.other().wins();
                match chosen {
                    Err(failure) => break (lost, failure.into()),
                    Ok(choice) => {
                        if let Err(why) = position.play(choice.column) {
                            let why = format!("illegal move: {why}");
                            break (lost, PlayerFailure::illegal(why).into());
                        }
                        choices.push(choice);
                    }
                }
            }
        };
        let names = [a.name(), b.name()].map(|name| name.map(str::to_owned));
        let setup = round.setup;
        Ok(MatchGame {
            setup,
            opening,
            first,
            names,
            choices,
            times,
            result,
            reason,
        })
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

impl Reason {
    /// How the game was lost if it was not played to its end.
    #[must_use]
    pub fn forfeit(&self) -> Option<Forfeit> {
        match self {
            Reason::Forfeit(forfeit, _) => Some(*forfeit),
            Reason::Four | Reason::Full => None,
        }
    }
}

impl From<PlayerFailure> for Reason {
    fn from(PlayerFailure { forfeit, why }: PlayerFailure) -> Reason {
        Reason::Forfeit(forfeit, why)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Four => f.write_str("four in a line"),
            Reason::Full => f.write_str("board full"),
            Reason::Forfeit(_, why) => f.write_str(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::Position;

    use super::*;
    use crate::matches::Schedule;

    /// Begins a game, or does not, and plays the first column that there is.
    struct Player(Result<(), &'static str>);

    impl MatchPlayer for Player {
        fn begin(&mut self, _: &Position, _: u64) -> Result<(), PlayerFailure> {
            self.0.map_err(PlayerFailure::crash)
        }

        fn choose(
            &mut self,
            it: &Position,
        ) -> Result<PlayedMove, PlayerFailure> {
            let column = it.legal_columns().next();
            column.map(PlayedMove::from).ok_or_else(PlayerFailure::no_move)
        }
    }

    #[test]
    fn who_does_not_begin_has_lost_to_one_who_does() {
        let round = Schedule::default().round(0).unwrap();
        let play = |a, b| {
            MatchGame::play(&round, None, &mut Player(a), &mut Player(b))
        };
        let ill = Err("it is ill");
        for (a, b, result) in
            [(ill, Ok(()), GameResult::B), (Ok(()), ill, GameResult::A)]
        {
            let game = play(a, b).unwrap();
            assert_eq!(game.result, result);
            assert_eq!(game.reason.forfeit(), Some(Forfeit::Crash));
            assert_eq!(game.reason.to_string(), "it is ill");
        }
        assert_eq!(play(Ok(()), Ok(())).unwrap().reason.forfeit(), None);
        // Nobody has won, and both are named.
        let told = play(ill, Err("so is it")).unwrap_err().to_string();
        assert_eq!(told, "neither player can begin: A: it is ill; B: so is it");
    }
}
