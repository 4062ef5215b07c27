//! Games as they come in, in any order.

use std::collections::BTreeMap;

use super::MatchScore;

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchTally {
    /// The score of all games.
    pub(crate) score: MatchScore,
    /// The score of the pairs up to the first one that is not complete: it
    /// does not depend on which game ended first.
    pub(crate) settled: MatchScore,
    /// The half points of games that are not settled, by their number.
    open: BTreeMap<u64, u8>,
    /// The first game that is not settled.
    next: u64,
}

impl MatchTally {
    /// Adds the half points of a game.
    pub(crate) fn add(&mut self, number: u64, half_points: u8) {
        add_game(&mut self.score, half_points);
        if let Some(&other) = self.open.get(&(number ^ 1)) {
            add_pair(&mut self.score, half_points + other);
        }
        self.open.insert(number, half_points);
    }

    /// Settles the next pair, if it is complete.
    pub(crate) fn settle(&mut self) -> bool {
        let pair = [self.next, self.next + 1];
        let [Some(one), Some(two)] = pair.map(|n| self.open.get(&n).copied())
        else {
            return false;
        };
        add_game(&mut self.settled, one);
        add_game(&mut self.settled, two);
        add_pair(&mut self.settled, one + two);
        self.open.retain(|number, _| !pair.contains(number));
        self.next += 2;
        true
    }
}

fn add_game(score: &mut MatchScore, half_points: u8) {
    match half_points {
        0 => score.losses += 1,
        1 => score.draws += 1,
        _ => score.wins += 1,
    }
}

fn add_pair(score: &mut MatchScore, half_points: u8) {
    score.pairs[usize::from(half_points).min(4)] += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_find_each_other() {
        let mut tally = MatchTally::default();
        for (number, half_points) in [(5, 2), (0, 1), (4, 0), (1, 2), (2, 0)] {
            tally.add(number, half_points);
        }
        let pairs = [0, 0, 1, 1, 0];
        let score = MatchScore { wins: 2, draws: 1, losses: 2, pairs };
        assert_eq!(tally.score, score);

        while tally.settle() {}
        let pairs = [0, 0, 0, 1, 0];
        let score = MatchScore { wins: 1, draws: 1, losses: 0, pairs };
        assert_eq!(tally.settled, score);
        tally.add(3, 0);
        while tally.settle() {}
        assert_eq!(tally.settled, tally.score);
    }
}
