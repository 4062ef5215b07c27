//! `go`: how long to search.

use engine::{ByPlayer, MAX_VARIATION, Player};

use crate::clock::share;
use crate::error::{Choices, Error};
use crate::words::{Words, number};

/// The limits of a search. The first one that is reached ends it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    pub(crate) move_time: Option<u32>,
    /// Called `nodes` in UGI.
    pub(crate) playouts: Option<u32>,
    /// The length of the variation.
    pub(crate) depth: Option<u8>,
    pub(crate) clocks: ByPlayer<TimeLeft>,
    pub(crate) infinite: bool,
    pub(crate) ponder: bool,
}

/// What a player has left, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeLeft {
    remaining: Option<u32>,
    increment: u32,
}

const LIMITS: Choices = Choices::Said(
    "movetime, nodes, depth, p1time, p2time, p1inc, p2inc, infinite or ponder",
);

impl Go {
    pub(super) fn parse(mut words: Words<'_>) -> Result<Go, Error> {
        let mut go = Go::default();
        let ByPlayer { first, second } = &mut go.clocks;
        while let Some(word) = words.next() {
            match word {
                "movetime" => {
                    go.move_time = Some(time(words.next(), "movetime")?);
                }
                "nodes" => {
                    let high = u32::MAX.into();
                    let playouts = number(words.next(), "nodes", 1, high)?;
                    go.playouts = Some(playouts as u32);
                }
                "depth" => {
                    let high = MAX_VARIATION as u64;
                    let depth = number(words.next(), "depth", 1, high)?;
                    go.depth = Some(depth as u8);
                }
                "p1time" => {
                    first.remaining = Some(remaining(&mut words, "p1time")?);
                }
                "p2time" => {
                    second.remaining = Some(remaining(&mut words, "p2time")?);
                }
                "p1inc" => first.increment = time(words.next(), "p1inc")?,
                "p2inc" => second.increment = time(words.next(), "p2inc")?,
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                _ => {
                    return Err(Error::choice("go", Some(word), LIMITS));
                }
            }
        }
        Ok(go)
    }

    /// Whether nothing says when to stop.
    pub(crate) fn is_plain(&self) -> bool {
        *self == Go { ponder: self.ponder, ..Go::default() }
    }

    /// How many milliseconds this player may think, if that is limited.
    ///
    /// # Errors
    ///
    /// There are clocks, but none for this player.
    pub(crate) fn budget(&self, player: Player) -> Result<Option<u32>, Error> {
        if self.clocks == ByPlayer::default() {
            return Ok(self.move_time);
        }
        let clock = self.clocks.get(player);
        let what = ByPlayer::new("p1time", "p2time");
        let what = *what.get(player);
        let remaining = clock.remaining.ok_or(Error::NoTime { what })?;
        let share = share(remaining, clock.increment);
        Ok(Some(self.move_time.map_or(share, |time| time.min(share))))
    }
}

fn time(word: Option<&str>, what: &'static str) -> Result<u32, Error> {
    number(word, what, 0, u32::MAX.into()).map(|time| time as u32)
}

/// The time left on a clock; a clock can be overdrawn.
fn remaining(words: &mut Words<'_>, what: &'static str) -> Result<u32, Error> {
    let word = words.next();
    match word.and_then(|word| word.strip_prefix('-')) {
        Some(digits) => time(Some(digits), what).map(|_| 0),
        None => time(word, what),
    }
}
