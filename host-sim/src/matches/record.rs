//! A game as one line of text, enough to play it again.

use std::time::Duration;

use engine::{Column, Position};
use serde::{Deserialize, Serialize};

use super::schedule::played_on;
use super::{Match, MatchGame, MatchSide, Provenance, Reason, Round};
use crate::players::{Forfeit, PlayedMove};
use crate::{Setup, archive};

/// The games of a match.
pub type GameArchive = archive::Archive<Record>;

impl archive::Entry for Record {
    const NAME: &'static str = "a game";
    const WHOLE: &'static str = "this match";
}

/// A game as a line of JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// How many of the moves were given to both players.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub opening: usize,
    /// Column numbers, from 1.
    pub moves: Vec<u8>,
    /// Who won.
    pub result: GameResult,
    /// How it ended, for people.
    pub reason: String,
    /// How it was lost, if it was not played to its end. Files from before
    /// this was written tell it by their reason: see [`Record::forfeit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// The time for a whole game, if the clocks of the game ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// Microseconds for each move by the player's own clock, and for a last
    /// one that was none.
    pub micros: Vec<u64>,
    /// Playouts for each move, of players who count them.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub playouts: Vec<Option<u64>>,
    /// What the player who moved expected for himself, from -1000 (lost) to
    /// 1000 (won), of players who say so.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub scores: Vec<Option<i16>>,
    /// Where the game comes from. Files from before this was written do not
    /// say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn is_unknown<T>(known: &[Option<T>]) -> bool {
    known.iter().all(Option::is_none)
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
        threads: usize,
    ) -> Self {
        let micros = |time: &Duration| time.as_micros() as u64;
        Record {
            game: number,
            a: plan.a.to_string(),
            b: plan.b.to_string(),
            board: round.setup.to_string(),
            first: round.first,
            seeds: round.seeds,
            opening: game.opening,
            moves: each(&game.choices, |choice| choice.column.number()),
            result: game.result,
            reason: game.reason.to_string(),
            forfeit: game.reason.forfeit(),
            time: plan.time.map(|time| time.to_string()),
            micros: game.times.iter().map(micros).collect(),
            playouts: each(&game.choices, |choice| choice.playouts),
            scores: each(&game.choices, |choice| choice.score),
            provenance: Some(plan.provenance(game, threads)),
        }
    }

    /// How it was lost, if it was not played to its end. A game from before
    /// this was recorded is one if its reason is none of the others.
    #[must_use]
    pub fn forfeit(&self) -> Option<Forfeit> {
        let ends = [Reason::Four, Reason::Full].map(|end| end.to_string());
        self.forfeit.or_else(|| {
            let told = self.reason.as_str();
            if ends.iter().any(|end| end == told) {
                return None;
            }
            Some(match told {
                _ if told.starts_with("illegal move") => Forfeit::Illegal,
                _ if told.ends_with("is no move") => Forfeit::Illegal,
                "found no move" => Forfeit::Illegal,
                "wrote garbage" => Forfeit::Hang,
                _ if told.starts_with("no answer in time") => Forfeit::Hang,
                _ => Forfeit::Crash,
            })
        })
    }

    /// Whether it is a game of this match.
    #[must_use]
    pub fn belongs_to(&self, plan: &Match) -> bool {
        self.a == plan.a.to_string()
            && self.b == plan.b.to_string()
            && self.time == plan.time.map(|time| time.to_string())
            && plan.schedule.round(self.game).is_ok_and(|round| {
                self.board == round.setup.to_string()
                    && (self.first, self.seeds) == (round.first, round.seeds)
                    && self.begins_with(&round.opening)
            })
            && plan.shard.has(self.game / 2)
    }

    fn begins_with(&self, opening: &[Column]) -> bool {
        let given = opening.iter().map(|column| column.number());
        self.opening == opening.len()
            && self.moves.iter().copied().take(self.opening).eq(given)
    }

    /// The program that played it, if that is known.
    #[must_use]
    pub fn build(&self) -> Option<&str> {
        self.provenance.as_ref().map(|it| it.build.as_str())
    }

    /// How many games its match has, if that is known.
    pub(super) fn planned(&self) -> Option<u64> {
        self.provenance.as_ref().and_then(|it| it.games)
    }

    /// What drew it, for people.
    pub(super) fn schedule(&self) -> String {
        let schedule = self
            .provenance
            .as_ref()
            .and_then(|it| it.schedule.as_deref().map(played_on));
        schedule.unwrap_or_else(|| "players on unknown boards".into())
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

fn each<T>(choices: &[PlayedMove], part: impl Fn(&PlayedMove) -> T) -> Vec<T> {
    choices.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(reason: &str, more: &str) -> Record {
        let text = format!(
            r#"{{"game":0,"a":"one","b":"two","board":"4x4","first":"a",
            "seeds":[1,2],"moves":[],"result":"b","reason":"{reason}",
            "micros":[]{more}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn games_from_before_are_forfeits_by_their_reason() {
        for (reason, forfeit) in [
            ("four in a line", None),
            ("board full", None),
            ("illegal move: no column 12", Some(Forfeit::Illegal)),
            ("`bestmove x` is no move", Some(Forfeit::Illegal)),
            ("no answer in time", Some(Forfeit::Hang)),
            ("wrote garbage", Some(Forfeit::Hang)),
            ("the program ended: signal: 9", Some(Forfeit::Crash)),
        ] {
            assert_eq!(record(reason, "").forfeit(), forfeit, "{reason}");
        }
        let now = record("took 9 ms", r#","forfeit":"time""#);
        assert_eq!(now.forfeit(), Some(Forfeit::Time));
    }

    #[test]
    fn what_nobody_knows_is_not_written() {
        let line = serde_json::to_string(&record("board full", "")).unwrap();
        for name in ["playouts", "scores", "forfeit"] {
            assert!(!line.contains(name), "{line}");
        }
        let known = record("board full", r#","playouts":[7,null]"#);
        let line = serde_json::to_string(&known).unwrap();
        assert!(line.ends_with(r#""playouts":[7,null]}"#), "{line}");
    }
}
