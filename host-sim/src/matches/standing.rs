//! How a match stands: what was played, and what was not.

use std::fmt;

use super::{GameResult, MatchScore, MatchSide, Record};
use crate::players::Forfeit;

/// Games that were lost without being played to their end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Forfeits {
    /// By A and B, in the order of [`Forfeit::ALL`].
    counts: [[u64; 4]; 2],
}

/// The score of a match, and how many of its games are forfeits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The score of all games, forfeits included.
    pub score: MatchScore,
    /// How many of them are forfeits.
    pub forfeits: Forfeits,
}

impl Forfeits {
    /// Adds a game, if it is a forfeit.
    pub fn add(&mut self, record: &Record) {
        if let Some((side, forfeit)) = lost(record) {
            self.count(side, forfeit);
        }
    }

    pub(crate) fn count(&mut self, side: MatchSide, forfeit: Forfeit) {
        self.counts[side as usize][forfeit as usize] += 1;
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.by(MatchSide::A) + self.by(MatchSide::B)
    }

    /// How many this side has lost so.
    #[must_use]
    pub fn by(&self, side: MatchSide) -> u64 {
        self.counts[side as usize].iter().sum()
    }
}

/// Who lost without being beaten, and how.
pub(crate) fn lost(record: &Record) -> Option<(MatchSide, Forfeit)> {
    let forfeit = record.forfeit()?;
    match record.result {
        GameResult::A => Some((MatchSide::B, forfeit)),
        GameResult::B => Some((MatchSide::A, forfeit)),
        GameResult::Draw => None,
    }
}

impl Standing {
    /// The same games from the other side.
    #[must_use]
    pub fn reversed(self) -> Standing {
        let [a, b] = self.forfeits.counts;
        let forfeits = Forfeits { counts: [b, a] };
        Standing { score: self.score.reversed(), forfeits }
    }

    /// Whether forfeits are more than this percentage of the games, so that
    /// the score says nothing about strength.
    #[must_use]
    pub fn is_void(&self, percent: u8) -> bool {
        let games = self.score.games();
        self.forfeits.total() * 100 > games * u64::from(percent)
    }

    /// The result for people, and whether it is one.
    #[must_use]
    pub fn verdict(&self, percent: u8) -> String {
        if !self.is_void(percent) {
            return self.to_string();
        }
        let Standing { score, forfeits } = self;
        let (total, games) = (forfeits.total(), score.games());
        format!(
            "not a result: {total} of {games} games are forfeits, more than \
             {percent}%: {forfeits}"
        )
    }
}

impl Standing {
    /// Adds games.
    #[must_use]
    pub fn plus(self, other: &Standing) -> Standing {
        let mut forfeits = self.forfeits;
        let counts = forfeits.counts.iter_mut().flatten();
        for (count, more) in counts.zip(other.forfeits.counts.iter().flatten())
        {
            *count += more;
        }
        Standing { score: self.score.plus(&other.score), forfeits }
    }
}

impl From<MatchScore> for Standing {
    fn from(score: MatchScore) -> Standing {
        Standing { score, forfeits: Forfeits::default() }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing { score, forfeits } = self;
        write!(f, "{score}")?;
        match forfeits.total() {
            0 => Ok(()),
            _ => write!(f, ", forfeits: {forfeits}"),
        }
    }
}

/// `A crash 2 time 1, B hang 1`.
impl fmt::Display for Forfeits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.total() == 0 {
            return f.write_str("none");
        }
        let mut comma = "";
        for (name, counts) in ["A", "B"].into_iter().zip(self.counts) {
            let kinds = Forfeit::ALL.into_iter().zip(counts);
            let kinds = kinds.filter(|&(_, count)| count > 0);
            let text: String =
                kinds.map(|(kind, count)| format!(" {kind} {count}")).collect();
            if !text.is_empty() {
                write!(f, "{comma}{name}{text}")?;
                comma = ", ";
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standing(forfeits: &[(MatchSide, Forfeit)], games: u64) -> Standing {
        let mut standing = Standing::default();
        standing.score.wins = games;
        for &(side, forfeit) in forfeits {
            standing.forfeits.count(side, forfeit);
        }
        standing
    }

    #[test]
    fn forfeits_are_told_apart() {
        use Forfeit::{Crash, Hang, Time};
        use MatchSide::{A, B};

        let some = [(B, Hang), (A, Time), (A, Crash), (A, Crash)];
        let standing = standing(&some, 40);
        let told = standing.verdict(10);
        let end = ", forfeits: A crash 2 time 1, B hang 1";
        assert!(told.starts_with("+40 =0 -0") && told.ends_with(end), "{told}");
        assert_eq!(
            standing.verdict(9),
            "not a result: 4 of 40 games are forfeits, more than 9%: \
             A crash 2 time 1, B hang 1"
        );
    }

    #[test]
    fn a_match_without_forfeits_is_a_result() {
        assert!(!standing(&[], 0).is_void(0));
        assert!(!standing(&[], 8).is_void(0));
        assert!(standing(&[(MatchSide::A, Forfeit::Time)], 8).is_void(0));
        assert!(!standing(&[(MatchSide::A, Forfeit::Time)], 8).is_void(100));
    }
}
