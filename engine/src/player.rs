//! The two players, and what each of them has.

use core::error::Error;
use core::fmt;
use core::ops::{Index, IndexMut};
use core::str::FromStr;

/// One of the two sides. The first player moves first and is drawn `x`.
///
/// ```
/// use pocketfour_engine::Player;
///
/// assert_eq!(Player::First.opponent(), Player::Second);
/// assert_eq!(Player::Second.to_string(), "o");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// # use pocketfour_engine::Player;
    /// assert_eq!(Player::BOTH, [Player::First, Player::Second]);
    /// ```
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    ///
    /// ```
    /// # use pocketfour_engine::Player;
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
    /// # use pocketfour_engine::Player;
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

impl FromStr for Player {
    type Err = ParsePlayerError;

    /// Reads `x` or `o`.
    ///
    /// ```
    /// # use pocketfour_engine::Player;
    /// assert_eq!("o".parse(), Ok(Player::Second));
    /// assert!("z".parse::<Player>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Player, ParsePlayerError> {
        match text {
            "x" => Ok(Player::First),
            "o" => Ok(Player::Second),
            _ => Err(ParsePlayerError),
        }
    }
}

/// A text that is no player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParsePlayerError;

impl fmt::Display for ParsePlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a player is x or o")
    }
}

impl Error for ParsePlayerError {}

/// A value for each player.
///
/// ```
/// use pocketfour_engine::{ByPlayer, Player};
///
/// let mut wins = ByPlayer::new(0, 0);
/// wins[Player::Second] += 1;
/// assert_eq!(wins, ByPlayer { first: 0, second: 1 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ByPlayer<T> {
    /// The first player's.
    pub first: T,
    /// The second player's.
    pub second: T,
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        self.get(player)
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        self.get_mut(player)
    }
}

impl<T> ByPlayer<T> {
    /// Both values.
    ///
    /// ```
    /// # use pocketfour_engine::{ByPlayer, Player};
    /// assert_eq!(ByPlayer::new(1, 2).get(Player::First), &1);
    /// ```
    #[must_use]
    pub const fn new(first: T, second: T) -> ByPlayer<T> {
        ByPlayer { first, second }
    }

    /// The value of one player.
    ///
    /// ```
    /// # use pocketfour_engine::{ByPlayer, Player};
    /// assert_eq!(ByPlayer::new(1, 2).get(Player::Second), &2);
    /// ```
    #[must_use]
    pub const fn get(&self, player: Player) -> &T {
        match player {
            Player::First => &self.first,
            Player::Second => &self.second,
        }
    }

    /// The value of one player, to be changed.
    ///
    /// ```
    /// # use pocketfour_engine::{ByPlayer, Player};
    /// let mut stones = ByPlayer::new(1, 2);
    /// *stones.get_mut(Player::First) = 3;
    /// assert_eq!(stones.first, 3);
    /// ```
    #[must_use]
    pub const fn get_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::First => &mut self.first,
            Player::Second => &mut self.second,
        }
    }

    /// What a function makes of both values.
    ///
    /// ```
    /// # use pocketfour_engine::ByPlayer;
    /// assert_eq!(ByPlayer::new(1, 2).map(|n| n * 2), ByPlayer::new(2, 4));
    /// ```
    #[must_use]
    pub fn map<U>(self, f: impl FnMut(T) -> U) -> ByPlayer<U> {
        let [first, second] = [self.first, self.second].map(f);
        ByPlayer { first, second }
    }
}
