//! One score.

use core::fmt;

use engine::{Proof, Score, Wdl};

/// A mean result as the points to expect, of a hundred. Where a width is asked
/// for, it is six characters wide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Percent(pub(crate) Score);

impl Percent {
    /// In tenths of a percent, rounded.
    const fn tenths(self) -> i64 {
        let win = Score::WIN.raw() as i64;
        ((self.0.raw() as i64 + win) * 1000 + win) / (2 * win)
    }

    /// Two digits, for a narrow place.
    pub(crate) const fn rounded(self) -> i64 {
        let percent = (self.tenths() + 5) / 10;
        if percent > 99 { 99 } else { percent }
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths();
        let (whole, tenth) = (tenths / 10, tenths % 10);
        // A constant width: with any other, formatting could panic.
        match f.width() {
            Some(_) => write!(f, "{whole:>3}.{tenth}%"),
            None => write!(f, "{whole}.{tenth}%"),
        }
    }
}

/// A proven result in words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told(pub(crate) Proof);

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Proof { wdl, distance } = self.0;
        let word = match wdl {
            Wdl::Win => "wins",
            Wdl::Draw => "draws",
            Wdl::Loss => "loses",
        };
        let plural = if distance == 1 { "ply" } else { "plies" };
        write!(f, "{word} in {distance} {plural}")
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn scores_are_points_of_a_hundred() {
        for (score, told, rounded) in [
            (Score::WIN, "100.0%", 99),
            (Score::DRAW, "50.0%", 50),
            (Score::LOSS, "0.0%", 0),
        ] {
            let percent = Percent(score);
            assert_eq!(percent.to_string(), told);
            assert_eq!(percent.rounded(), rounded);
            assert_eq!(std::format!("{percent:>6}").len(), 6);
        }
    }
}
