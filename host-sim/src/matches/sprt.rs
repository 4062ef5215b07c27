//! When a match has shown enough: the sequential probability ratio test.
//!
//! Two hypotheses about the difference in strength are compared by how well
//! each explains the results of the pairs so far. A pair has one of five
//! results; for each hypothesis those five probabilities are taken that
//! explain the games best among all that have the hypothesis as their mean
//! (the generalised test). The match ends as soon as one hypothesis is so
//! much likelier than the other that the probability of an error is small
//! enough.

use std::str::FromStr;

use super::{MatchScore, expected};

/// Two hypotheses and how often each may be taken wrongly.
///
/// ```
/// use host_sim::matches::Sprt;
///
/// let sprt: Sprt = "elo0=0,elo1=10".parse().unwrap();
/// assert_eq!((sprt.alpha, sprt.beta), (0.05, 0.05));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo points that is not good enough.
    pub elo0: f64,
    /// The difference in Elo points that is.
    pub elo1: f64,
    /// How often `elo1` may be taken where `elo0` is the truth.
    pub alpha: f64,
    /// How often `elo0` may be taken where `elo1` is the truth.
    pub beta: f64,
}

/// What a test has found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Nothing yet.
    Open,
    /// The lower difference is the better explanation.
    Elo0,
    /// The higher difference is the better explanation.
    Elo1,
}

/// What stands for a result that has not come up: it may still.
const RARE: f64 = 1e-3;

impl Sprt {
    /// Below the first bound `elo0` is taken, above the second `elo1`.
    ///
    /// ```
    /// let sprt: host_sim::matches::Sprt = "elo0=0,elo1=5".parse().unwrap();
    /// let (low, high) = sprt.bounds();
    /// assert!((high - 2.944).abs() < 0.001 && (low + 2.944).abs() < 0.001);
    /// ```
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = *self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    /// The logarithm of how many times likelier the pairs are with `elo1`
    /// than with `elo0`.
    #[must_use]
    pub fn ratio(&self, score: &MatchScore) -> f64 {
        if score.pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        let counts = score.pairs.map(|count| (count as f64).max(RARE));
        let likelihood = |elo| {
            let mean = expected(elo);
            let tilt = tilt(&counts, mean);
            let each = counts.iter().zip(RESULTS);
            -each.map(|(n, x)| n * (1.0 + tilt * (x - mean)).ln()).sum::<f64>()
        };
        likelihood(self.elo1) - likelihood(self.elo0)
    }

    /// What these pairs show.
    #[must_use]
    pub fn decision(&self, score: &MatchScore) -> SprtDecision {
        let ratio = self.ratio(score);
        let (low, high) = self.bounds();
        if ratio <= low {
            SprtDecision::Elo0
        } else if ratio >= high {
            SprtDecision::Elo1
        } else {
            SprtDecision::Open
        }
    }

    /// The state of the test on one line.
    #[must_use]
    pub fn describe(&self, score: &MatchScore) -> String {
        let Sprt { elo0, elo1, .. } = self;
        let decision = match self.decision(score) {
            SprtDecision::Open => "undecided".into(),
            SprtDecision::Elo0 => format!("Elo {elo0} accepted"),
            SprtDecision::Elo1 => format!("Elo {elo1} accepted"),
        };
        format!("{}: {decision}", self.state(score))
    }

    /// The ratio, and where it decides.
    #[must_use]
    pub fn state(&self, score: &MatchScore) -> String {
        let (low, high) = self.bounds();
        format!("LLR {:.2} ({low:.2}, {high:.2})", self.ratio(score))
    }
}

/// The results of a pair, in points per game.
const RESULTS: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// How the frequencies `n` must be bent, to `n / (1 + tilt * (x - mean))`,
/// to become the likeliest probabilities that have this mean.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let slope = |tilt: f64| -> f64 {
        let each = counts.iter().zip(RESULTS);
        each.map(|(n, x)| n * (x - mean) / (1.0 + tilt * (x - mean))).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let (mut elo0, mut elo1) = (None, None);
        let (mut alpha, mut beta) = (0.05, 0.05);
        for part in text.split(',') {
            let (name, value) = part.split_once('=').ok_or(SprtError)?;
            let value: f64 = value.parse().map_err(|_| SprtError)?;
            match name {
                "elo0" => elo0 = Some(value),
                "elo1" => elo1 = Some(value),
                "alpha" => alpha = value,
                "beta" => beta = value,
                _ => return Err(SprtError),
            }
        }
        let (Some(elo0), Some(elo1)) = (elo0, elo1) else {
            return Err(SprtError);
        };
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        let possible = elo0 < elo1 && elo0 > -1000.0 && elo1 < 1000.0;
        if possible && is_rate(alpha) && is_rate(beta) {
            Ok(Sprt { elo0, elo1, alpha, beta })
        } else {
            Err(SprtError)
        }
    }
}

/// A text that is no test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a test is elo0=…,elo1=…[,alpha=…,beta=…] with elo0 below elo1 and error \
     rates between 0 and 0.5, such as elo0=0,elo1=10"
)]
pub struct SprtError;

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by maximising both likelihoods with Newton's method.
    const EXAMPLES: [(&str, [u64; 5], f64); 5] = [
        ("elo0=0,elo1=10", [20, 1, 95, 3, 81], 3.357_558),
        ("elo0=0,elo1=5", [97, 3347, 7508, 3661, 123], 8.282_046),
        ("elo0=-10,elo1=0", [30, 5, 100, 2, 25], -0.342_656),
        ("elo0=0,elo1=50", [0, 0, 4, 0, 6], 1.335_780),
        ("elo0=0,elo1=30", [1, 2, 3, 2, 1], -0.099_885),
    ];

    fn of(pairs: [u64; 5]) -> MatchScore {
        MatchScore { pairs, ..MatchScore::default() }
    }

    fn test(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn ratios_are_as_computed() {
        for (text, pairs, computed) in EXAMPLES {
            let found = test(text).ratio(&of(pairs));
            assert!((found - computed).abs() < 1e-4, "{found} {computed}");
        }
        assert_eq!(test("elo0=0,elo1=5").ratio(&of([0; 5])), 0.0);
    }

    #[test]
    fn the_other_side_sees_the_opposite() {
        let score = of([10, 20, 30, 28, 19]);
        let ratio = test("elo0=-3,elo1=8").ratio(&score);
        let other = test("elo0=-8,elo1=3").ratio(&score.reversed());
        assert!((ratio + other).abs() < 1e-6);
    }

    #[test]
    fn mistakes_are_explained() {
        for wrong in [
            "",
            "elo0=0",
            "elo0=5,elo1=5",
            "elo0=0,elo1=x",
            "elo0=0,elo1=5,alpha=0.7",
            "elo0=0,elo1=5,gamma=0.1",
        ] {
            assert_eq!(wrong.parse::<Sprt>(), Err(SprtError), "{wrong}");
        }
    }
}
