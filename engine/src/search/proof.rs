//! Results that are certain.

use super::score::Score;
use super::side::Side;

/// Win, draw or loss under best play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// The same result for the other side.
    ///
    /// ```
    /// # use pocketfour_engine::Wdl;
    /// assert_eq!(Wdl::Win.reversed(), Wdl::Loss);
    /// ```
    #[must_use]
    pub const fn reversed(self) -> Wdl {
        match self {
            Wdl::Loss => Wdl::Win,
            Wdl::Draw => Wdl::Draw,
            Wdl::Win => Wdl::Loss,
        }
    }

    /// Who wins if this side is to move.
    #[inline(always)]
    pub(super) const fn winner(self, to_move: Side) -> Option<Side> {
        match self {
            Wdl::Win => Some(to_move),
            Wdl::Draw => None,
            Wdl::Loss => Some(to_move.other()),
        }
    }
}

/// A proven result.
///
/// A win in 7 plies can be forced within seven plies whatever the other side
/// does; a loss in 8 plies can be put off no longer than that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proof {
    /// The result for the side to move.
    pub wdl: Wdl,
    /// Plies until the game is over.
    pub distance: u8,
}

impl Proof {
    pub(super) const fn new(wdl: Wdl, distance: u8) -> Proof {
        Proof { wdl, distance }
    }

    /// What this result is worth to the player who moved into the position.
    pub(super) const fn score_for_mover(self) -> Score {
        match self.wdl {
            Wdl::Loss => Score::WIN,
            Wdl::Draw => Score::DRAW,
            Wdl::Win => Score::LOSS,
        }
    }

    /// Whether a player would rather move into a position with this result
    /// than into one with the other: a quick loss of the opponent is best,
    /// then a draw, and of defeats the one that takes longest.
    pub(super) fn is_better_than(self, other: Proof) -> bool {
        if self.wdl != other.wdl {
            return (self.wdl as u8) < other.wdl as u8;
        }
        match self.wdl {
            Wdl::Loss => self.distance < other.distance,
            Wdl::Draw | Wdl::Win => self.distance > other.distance,
        }
    }

    /// The same result seen by the other side one ply earlier.
    pub(super) const fn before(self) -> Proof {
        Proof::new(self.wdl.reversed(), self.distance.saturating_add(1))
    }

    /// The same result seen by the other side one ply later.
    pub(super) const fn next(self) -> Proof {
        debug_assert!(self.distance > 0, "the game is over");
        Proof::new(self.wdl.reversed(), self.distance.saturating_sub(1))
    }
}
