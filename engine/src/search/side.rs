//! A player as the threat map packs both: a distance to shift by.

use crate::Player;

/// Which half of a word belongs to a player: the lower sixteen bits to the
/// first, the upper sixteen to the second. The value is the shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side(u32);

impl Side {
    pub(crate) const FIRST: Side = Side::of(Player::First);
    pub(crate) const SECOND: Side = Side::of(Player::Second);

    pub(crate) const fn of(player: Player) -> Side {
        Side(16 * player as u32)
    }

    pub(super) const fn player(self) -> Player {
        match self {
            Side::FIRST => Player::First,
            _ => Player::Second,
        }
    }

    /// The side whose shift is in bit 4 of a word.
    #[inline(always)]
    pub(super) const fn in_bit_4(word: u32) -> Side {
        Side(word & 16)
    }

    #[inline(always)]
    pub(crate) const fn other(self) -> Side {
        Side(16 - self.0)
    }

    /// The side that was to move this number of plies before.
    #[inline(always)]
    pub(super) const fn before(self, plies: usize) -> Side {
        if plies.is_multiple_of(2) { self } else { self.other() }
    }

    /// Where this player's half of a word begins.
    #[inline(always)]
    pub(super) const fn shift(self) -> u32 {
        self.0
    }

    /// Where this player's half of a byte begins.
    #[inline(always)]
    pub(super) const fn nibble(self) -> u32 {
        self.0 / 4
    }

    /// This player's half of a word.
    #[inline(always)]
    pub(super) const fn half(self, word: u32) -> u32 {
        word >> self.0 & 0xffff
    }
}
