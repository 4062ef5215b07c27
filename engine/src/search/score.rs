//! The scale of results.

use core::ops::Neg;

/// A mean result, from [`Score::LOSS`] to [`Score::WIN`].
///
/// ```
/// use pocketfour_engine::Score;
///
/// assert_eq!(Score::WIN.permille(), 1000);
/// assert_eq!(-Score::WIN, Score::LOSS);
/// assert!(Score::DRAW > Score::LOSS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Score(i32);

impl Score {
    /// Every game lost.
    pub const LOSS: Score = Score(-Score::WIN.0);
    /// As many games won as lost, or all drawn.
    pub const DRAW: Score = Score(0);
    /// Every game won: 2^29.
    pub const WIN: Score = Score(1 << 29);

    pub(super) const fn from_raw(raw: i32) -> Score {
        debug_assert!(-Score::WIN.0 <= raw && raw <= Score::WIN.0);
        Score(raw)
    }

    /// The number itself, from -2^29 to 2^29.
    #[must_use]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// In thousandths of a win, rounded towards a draw.
    #[must_use]
    pub const fn permille(self) -> i32 {
        (self.0 as i64 * 1000 / Score::WIN.0 as i64) as i32
    }
}

/// The same result for the other side.
impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}
