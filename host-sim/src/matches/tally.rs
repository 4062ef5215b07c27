//! Games as they come in, in any order.

use std::collections::BTreeMap;

use super::standing::lost;
use super::{MatchScore, MatchSide, Record, Sprt, SprtDecision, Standing};
use crate::players::Forfeit;

/// The results of a match so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchTally {
    /// All games.
    pub(crate) all: Standing,
    /// The pairs up to the first one that is not complete: this does not
    /// depend on which game ended first.
    pub(crate) settled: Standing,
    /// Games that are not settled, by their number.
    open: BTreeMap<u64, Ended>,
    /// The first game that is not settled.
    next: u64,
}

/// What counts of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended {
    half_points: u8,
    forfeit: Option<(MatchSide, Forfeit)>,
}

impl MatchTally {
    /// Adds a game.
    pub(crate) fn add(&mut self, record: &Record) {
        self.add_as(record.game, Ended::of(record));
    }

    /// Settles pairs until the test decides: how the match stood then.
    pub(crate) fn decide(&mut self, sprt: Option<Sprt>) -> Option<Standing> {
        while self.settle() {
            let settled = self.settled;
            let decision = sprt.map(|sprt| sprt.decision(&settled.score));
            if decision.is_some_and(|it| it != SprtDecision::Open) {
                return Some(settled);
            }
        }
        None
    }

    /// Adds a game whose pair will never be complete.
    pub(crate) fn add_unpaired(&mut self, ended: Ended) {
        ended.add_to(&mut self.all);
    }

    /// Adds a game under this number.
    pub(crate) fn add_as(&mut self, number: u64, ended: Ended) {
        ended.add_to(&mut self.all);
        if let Some(other) = self.open.get(&(number ^ 1)) {
            add_pair(&mut self.all.score, &[ended, *other]);
        }
        self.open.insert(number, ended);
    }

    /// Settles the next pair, if it is complete.
    fn settle(&mut self) -> bool {
        let pair = [self.next, self.next + 1];
        let [Some(one), Some(two)] = pair.map(|n| self.open.get(&n).copied())
        else {
            return false;
        };
        one.add_to(&mut self.settled);
        two.add_to(&mut self.settled);
        add_pair(&mut self.settled.score, &[one, two]);
        self.open.retain(|number, _| !pair.contains(number));
        self.next += 2;
        true
    }
}

impl Ended {
    pub(crate) fn of(record: &Record) -> Ended {
        let half_points = record.result.half_points();
        Ended { half_points, forfeit: lost(record) }
    }

    /// The same game from the other side.
    pub(crate) fn turned(self) -> Ended {
        let forfeit = self.forfeit.map(|(side, it)| (side.other(), it));
        Ended { half_points: 2 - self.half_points, forfeit }
    }

    fn add_to(self, standing: &mut Standing) {
        let score = &mut standing.score;
        match self.half_points {
            0 => score.losses += 1,
            1 => score.draws += 1,
            _ => score.wins += 1,
        }
        if let Some((side, forfeit)) = self.forfeit {
            standing.forfeits.count(side, forfeit);
        }
    }
}

fn add_pair(score: &mut MatchScore, pair: &[Ended; 2]) {
    let half_points: u8 = pair.iter().map(|game| game.half_points).sum();
    score.pairs[usize::from(half_points).min(4)] += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(half_points: u8) -> Ended {
        Ended { half_points, forfeit: None }
    }

    #[test]
    fn pairs_find_each_other() {
        let mut tally = MatchTally::default();
        for (number, half_points) in [(5, 2), (0, 1), (4, 0), (1, 2), (2, 0)] {
            tally.add_as(number, game(half_points));
        }
        let pairs = [0, 0, 1, 1, 0];
        let score = MatchScore { wins: 2, draws: 1, losses: 2, pairs };
        assert_eq!(tally.all.score, score);

        while tally.settle() {}
        let pairs = [0, 0, 0, 1, 0];
        let score = MatchScore { wins: 1, draws: 1, losses: 0, pairs };
        assert_eq!(tally.settled.score, score);
        let forfeit = Some((MatchSide::A, Forfeit::Crash));
        tally.add_as(3, Ended { half_points: 0, forfeit });
        assert_eq!(tally.settled.forfeits.total(), 0);
        while tally.settle() {}
        assert_eq!(tally.settled.forfeits.total(), 1);
        assert_eq!(tally.settled, tally.all);
    }
}
