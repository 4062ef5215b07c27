//! The time that a player has for a whole game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use engine::{ByPlayer, Player};

use crate::players::GameClocks;

/// The time that a player has for a whole game: `60+0.5` are 60 seconds, and
/// half a second more with every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    base: Duration,
    increment: Duration,
}

impl TimeControl {
    /// The clocks before the first move.
    #[must_use]
    pub fn clocks(self) -> GameClocks {
        let TimeControl { base, increment } = self;
        let left = ByPlayer::new(base, base);
        GameClocks { left, increment, mover: Player::First }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeControl, String> {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        let control = seconds(base).zip(seconds(increment));
        let control = control.filter(|(base, _)| !base.is_zero());
        control.map(|(base, increment)| TimeControl { base, increment }).ok_or(
            "this is SECONDS or SECONDS+INCREMENT, such as 60+0.5".into(),
        )
    }
}

/// Seconds, to the millisecond, at most a day.
fn seconds(text: &str) -> Option<Duration> {
    let is_plain = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 =
        text.chars().all(is_plain).then(|| text.parse().ok()).flatten()?;
    let millis = (number * 1000.0).round();
    (millis <= 86_400_000.0).then(|| Duration::from_millis(millis as u64))
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TimeControl { base, increment } = self;
        write!(f, "{}+{}", base.as_secs_f64(), increment.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_increment_are_read() {
        for (text, told) in [
            ("60+0.5", Some("60+0.5")),
            ("0.25", Some("0.25+0")),
            ("1+0", Some("1+0")),
            ("0", None),
            ("+1", None),
            ("-1", None),
            ("1e3", None),
            ("60+", None),
            ("inf", None),
        ] {
            let read = text.parse::<TimeControl>().ok();
            let read = read.map(|control| control.to_string());
            assert_eq!(read.as_deref(), told, "{text}");
        }
    }
}
