//! What the result of a match says about strength.
//!
//! Both games of a pair are played on the same board, so they are not
//! independent: where the first player wins most of the time, they tend to
//! cancel out. The error therefore comes from the results of the pairs, of
//! which there are five: 0, half a point, ..., 2 points.

use std::fmt;

/// The games of a match from the view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MatchScore {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Complete pairs by their half points, from 0 to 4.
    pub pairs: [u64; 5],
}

/// A difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The difference in Elo points.
    pub elo: f64,
    /// Half the width of the interval that holds the true difference in 95
    /// of 100 matches, or the distance to its end on one side where the
    /// other is endless.
    pub error: f64,
}

/// The two-sided 95% of a normal distribution.
const Z: f64 = 1.959_963_985;

impl MatchScore {
    /// The number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, from 0 to 1; one half before the first game.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The standard error of the mean, from the scatter of the pairs.
    ///
    /// One pair more is assumed, as far from the mean as a lost one from an
    /// even one, so that few games, or games that all end alike, do not look
    /// certain. Among a hundred pairs it does not show.
    #[must_use]
    pub fn standard_error(&self) -> f64 {
        let pairs = self.pairs.iter().sum::<u64>() as f64;
        let mean = self.pair_mean();
        let scatter: f64 = self
            .pairs
            .iter()
            .zip(0..)
            .map(|(&count, half_points)| {
                let off = f64::from(half_points) / 4.0 - mean;
                count as f64 * off * off
            })
            .sum();
        let count = pairs.max(1.0);
        ((scatter + 0.25) / count / count).sqrt()
    }

    fn pair_mean(&self) -> f64 {
        let pairs: u64 = self.pairs.iter().sum();
        let half_points = self.pairs.iter().zip(0..).map(|(n, i)| n * i);
        half_points.sum::<u64>() as f64 / 4.0 / (pairs as f64).max(1.0)
    }

    /// The difference in strength. Endless where one side wins everything.
    ///
    /// ```
    /// use host_sim::matches::MatchScore;
    ///
    /// let score = MatchScore {
    ///     wins: 260,
    ///     draws: 4,
    ///     losses: 136,
    ///     pairs: [20, 1, 95, 3, 81],
    /// };
    /// assert_eq!(score.estimate().elo.round(), 111.0);
    /// ```
    #[must_use]
    pub fn estimate(&self) -> Estimate {
        let mean = self.mean();
        let off = Z * self.standard_error();
        let (low, high) = (elo(mean - off), elo(mean + off));
        let elo = elo(mean);
        let error = match (low.is_finite(), high.is_finite()) {
            (true, false) => elo - low,
            (false, true) => high - elo,
            _ => (high - low) / 2.0,
        };
        Estimate { elo, error }
    }

    /// How many pairs brought 0, half a point, ..., 2 points: `3-0-9-1-4`.
    #[must_use]
    pub fn pair_counts(&self) -> String {
        self.pairs.map(|count| count.to_string()).join("-")
    }

    /// The mean, as points of 100.
    pub(crate) fn percent(&self) -> String {
        format!("{:.1}%", 100.0 * self.mean())
    }

    /// The mean and the difference in Elo points, as cells of a table.
    pub(crate) fn cells(&self) -> String {
        format!("{} | {}", self.percent(), self.points())
    }

    /// The difference in Elo points, as a cell of a table.
    pub(crate) fn points(&self) -> String {
        let elo = self.estimate().to_string();
        elo.trim_start_matches("Elo ").into()
    }

    /// Adds games.
    #[must_use]
    pub fn plus(mut self, other: &MatchScore) -> MatchScore {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
        self
    }

    /// The same games from the other side.
    #[must_use]
    pub fn reversed(self) -> MatchScore {
        let mut pairs = self.pairs;
        pairs.reverse();
        MatchScore { wins: self.losses, losses: self.wins, pairs, ..self }
    }
}

/// The difference in Elo points that makes this mean the expected one.
///
/// ```
/// use host_sim::matches::elo;
///
/// assert_eq!(elo(0.5), 0.0);
/// assert!((elo(0.75) - 190.85).abs() < 0.01);
/// assert_eq!(elo(1.0), f64::INFINITY);
/// ```
#[must_use]
pub fn elo(mean: f64) -> f64 {
    let mean = mean.clamp(0.0, 1.0);
    400.0 * (mean / (1.0 - mean)).log10()
}

/// The mean to expect from a difference in Elo points.
#[must_use]
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let MatchScore { wins, draws, losses, .. } = self;
        let (percent, estimate) = (self.percent(), self.estimate());
        write!(f, "+{wins} ={draws} -{losses} {percent} {estimate}")
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero turns a negative zero into a plain one.
        let elo = self.elo.round() + 0.0;
        write!(f, "Elo {elo} ± {}", self.error.round())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, computed: f64) {
        assert!((found - computed).abs() < 1e-3, "{found} {computed}");
    }

    #[test]
    fn the_line_can_be_read_by_programs() {
        let pairs = [20, 1, 95, 3, 81];
        let score = MatchScore { wins: 260, draws: 4, losses: 136, pairs };
        let text = score.to_string();
        assert!(text.starts_with("+260 =4 -136 65.5% Elo 111 ± "), "{text}");
        assert_eq!(
            MatchScore::default().to_string(),
            "+0 =0 -0 50.0% Elo 0 ± inf"
        );
        let won = MatchScore {
            wins: 2,
            pairs: [0, 0, 0, 0, 1],
            ..MatchScore::default()
        };
        assert_eq!(won.to_string(), "+2 =0 -0 100.0% Elo inf ± inf");
    }

    #[test]
    fn errors_are_as_computed() {
        let examples = [
            ([20, 1, 95, 3, 81], 0.022_883, 111.368_88, 34.625_17),
            ([3, 10, 20, 12, 5], 0.037_842, 20.871_20, 52.115_37),
            ([0, 0, 50, 0, 0], 0.01, 0.0, 13.626_21),
        ];
        for (pairs, standard_error, elo, error) in examples {
            let half_points: u64 =
                pairs.iter().zip(0..).map(|(n, i)| n * i).sum();
            let games = 2 * pairs.iter().sum::<u64>();
            // Any games with these points: draws do not change the mean.
            let (wins, draws) = (half_points / 2, half_points % 2);
            let losses = games - wins - draws;
            let score = MatchScore { wins, draws, losses, pairs };
            close(score.standard_error(), standard_error);
            close(score.estimate().elo, elo);
            close(score.estimate().error, error);
        }
    }

    #[test]
    fn points_and_elo_are_inverse() {
        for points in [-600.0, -100.0, -1.0, 0.0, 35.0, 400.0] {
            close(elo(expected(points)), points);
        }
        close(expected(100.0), 0.640_065);
        close(elo(0.01), -798.254);
    }
}
