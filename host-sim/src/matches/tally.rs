//! Games as they come in, in any order.

use std::collections::BTreeMap;

use super::Score;

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// The score of all games.
    pub(crate) score: Score,
    /// Games whose partner is not there yet.
    single: BTreeMap<u64, u8>,
}

impl Tally {
    /// Adds the half points of a game.
    pub(crate) fn add(&mut self, number: u64, half_points: u8) {
        match half_points {
            0 => self.score.losses += 1,
            1 => self.score.draws += 1,
            _ => self.score.wins += 1,
        }
        let pair = number / 2;
        match self.single.remove(&pair) {
            None => {
                self.single.insert(pair, half_points);
            }
            Some(other) => {
                let sum = usize::from(half_points + other).min(4);
                self.score.pairs[sum] += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_find_each_other() {
        let mut tally = Tally::default();
        for (number, half_points) in [(5, 2), (0, 1), (4, 0), (1, 2), (2, 0)] {
            tally.add(number, half_points);
        }
        let pairs = [0, 0, 1, 1, 0];
        let score = Score { wins: 2, draws: 1, losses: 2, pairs };
        assert_eq!(tally.score, score);
    }
}
