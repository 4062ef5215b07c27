//! The top of one column's stack of stones.

use super::side::Side;

/// Where the next stone of a column lands. A stone adds to all fields at
/// once:
///
/// | bits | |
/// |---|---|
/// | 0 to 2, 4 to 6 | how many stones of either player lie on top |
/// | 16 to 20 | 16 when the forbidden cell or the top is reached |
/// | 24 to 27 | the row of the next stone |
/// | 28 to 31 | its height: the stones below it |
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack(u32);

impl Stack {
    const STONE: u32 = 0x1101_0000;
    const END: u32 = 1 << 20;

    /// A column outside the board, which is never asked.
    pub(super) const NONE: Stack = Stack(0);

    pub(super) const fn new(row: u8, height: u8, room: u8) -> Stack {
        debug_assert!(height < 16 && room <= 16);
        let (row, height, room) = (row as u32, height as u32, room as u32);
        let stones = 16_u32.saturating_sub(room);
        Stack(stones << 16 | (row & 0xf) << 24 | (height & 0xf) << 28)
    }

    #[inline(always)]
    pub(super) const fn row(self) -> usize {
        (self.0 >> 24 & 0xf) as usize
    }

    #[inline(always)]
    pub(super) const fn height(self) -> u32 {
        self.0 >> 28
    }

    #[inline(always)]
    pub(super) const fn has_room(self) -> bool {
        self.0 & Stack::END == 0
    }

    /// With one more stone.
    #[inline(always)]
    pub(super) const fn grown(self, side: Side) -> Stack {
        let others = 0x7 << side.other().nibble();
        let stone = Stack::STONE + (1 << side.nibble());
        Stack(self.0.wrapping_add(stone) & !others)
    }

    /// Whether three stones of one player lie on top: one more would be
    /// the fourth.
    #[inline(always)]
    pub(super) const fn is_three(self, side: Side) -> bool {
        let one_more = self.0.wrapping_add(1 << side.nibble());
        one_more >> side.nibble() & 4 != 0
    }
}
