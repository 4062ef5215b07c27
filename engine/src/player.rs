//! The two sides.

use core::fmt;

/// One of the two sides. The first player moves first and is drawn `x`.
///
/// ```
/// use engine::Player;
///
/// assert_eq!(Player::First.opponent(), Player::Second);
/// assert_eq!(Player::Second.to_string(), "o");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Player {
    /// Moves first, drawn `x`.
    First = 0,
    /// Moves second, drawn `o`.
    Second = 1,
}

impl Player {
    /// Both players, in the order in which they move.
    ///
    /// ```
    /// # use engine::Player;
    /// assert_eq!(Player::BOTH, [Player::First, Player::Second]);
    /// ```
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    ///
    /// ```
    /// # use engine::Player;
    /// assert_eq!(Player::Second.opponent(), Player::First);
    /// ```
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// The letter that stands for a stone of this player.
    ///
    /// ```
    /// # use engine::Player;
    /// assert_eq!(Player::First.letter(), 'x');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Player::First => 'x',
            Player::Second => 'o',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Write::write_char(f, self.letter())
    }
}
