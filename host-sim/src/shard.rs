//! A part of a run that several processes or computers share.

use std::fmt;
use std::str::FromStr;

/// One of several parts of a run, spelled `2/4`: the second of four.
///
/// The numbered pieces of the run are dealt in turn, so that the parts are of
/// the same size, give or take one, and together are the whole.
///
/// ```
/// use host_sim::Shard;
///
/// let second: Shard = "2/4".parse()?;
/// let pieces: Vec<u64> = (0..10).filter(|&it| second.has(it)).collect();
/// assert_eq!(pieces, [1, 5, 9]);
/// assert_eq!(second.share_of(10), 3);
/// assert!("5/4".parse::<Shard>().is_err());
/// # Ok::<(), host_sim::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u64,
    /// From 1.
    count: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { index: 0, count: 1 };

    /// Whether the piece with this number, from 0, is in this part.
    #[must_use]
    pub const fn has(self, number: u64) -> bool {
        number % self.count == self.index
    }

    /// How many of all these pieces are in this part.
    #[must_use]
    pub const fn share_of(self, pieces: u64) -> u64 {
        let (each, rest) = (pieces / self.count, pieces % self.count);
        if self.index < rest { each + 1 } else { each }
    }

    /// Whether it is all of it.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self == Shard::WHOLE
    }

    /// Its place, from 0.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// All parts.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        let count = self.count;
        (0..count).map(move |index| Shard { index, count })
    }
}

impl Default for Shard {
    fn default() -> Shard {
        Shard::WHOLE
    }
}

/// The most parts there can be.
const MOST: u64 = 1_000_000;

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let plain = |text: &str| {
            let digits = text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u64>().ok().filter(|_| digits)
        };
        let (place, count) = text.split_once('/').ok_or(ShardError)?;
        match (plain(place), plain(count)) {
            (Some(place @ 1..), Some(count @ 1..=MOST)) if place <= count => {
                Ok(Shard { index: place - 1, count })
            }
            _ => Err(ShardError),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.count)
    }
}

/// A text that is no part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a part is I/N, with I from 1 to N, such as 2/4 for the second of four"
)]
pub struct ShardError;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole_and_do_not_overlap() {
        for count in 1..9 {
            let first: Shard = format!("1/{count}").parse().unwrap();
            for pieces in 0..40 {
                let shares = first.all().map(|part| part.share_of(pieces));
                assert_eq!(shares.sum::<u64>(), pieces);
                for number in 0..pieces {
                    let owners = first.all().filter(|part| part.has(number));
                    assert_eq!(owners.count(), 1);
                }
            }
        }
    }

    #[test]
    fn a_share_is_what_the_part_has() {
        let part: Shard = "3/7".parse().unwrap();
        for pieces in 0..50 {
            let has = (0..pieces).filter(|&it| part.has(it)).count() as u64;
            assert_eq!(part.share_of(pieces), has);
        }
        assert_eq!(part.to_string(), "3/7");
    }

    #[test]
    fn mistakes_are_refused() {
        for wrong in ["", "1", "0/4", "5/4", "1/0", "+1/4", "1/4/2", "a/b"] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
        }
    }
}
