//! A set of columns in one word.

use core::ops::{BitAnd, BitOr, Not};

/// A set of columns, the leftmost in the lowest bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ColumnSet(u32);

impl ColumnSet {
    pub(super) const EMPTY: ColumnSet = ColumnSet(0);

    #[inline(always)]
    pub(super) const fn from_bits(bits: u32) -> ColumnSet {
        ColumnSet(bits)
    }

    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub(super) const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline(always)]
    pub(super) const fn contains(self, column: usize) -> bool {
        debug_assert!(column < 16);
        self.0 >> (column % 16) & 1 != 0
    }

    #[inline(always)]
    pub(super) const fn with(self, column: usize) -> ColumnSet {
        debug_assert!(column < 16);
        ColumnSet(self.0 | 1 << (column % 16))
    }

    #[inline(always)]
    pub(super) const fn without(self, column: usize) -> ColumnSet {
        debug_assert!(column < 16);
        ColumnSet(self.0 & !(1 << (column % 16)))
    }

    /// The leftmost column of a set that is not empty.
    #[inline(always)]
    pub(super) const fn first(self) -> usize {
        debug_assert!(!self.is_empty());
        (self.0.trailing_zeros() % 16) as usize
    }

    /// The set without its leftmost column.
    #[inline(always)]
    pub(super) const fn without_first(self) -> ColumnSet {
        ColumnSet(self.0 & self.0.wrapping_sub(1))
    }

    /// The columns, from the left.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        (0..16).filter(move |&column| self.contains(column))
    }
}

impl BitAnd for ColumnSet {
    type Output = ColumnSet;

    #[inline(always)]
    fn bitand(self, other: ColumnSet) -> ColumnSet {
        ColumnSet(self.0 & other.0)
    }
}

impl BitOr for ColumnSet {
    type Output = ColumnSet;

    #[inline(always)]
    fn bitor(self, other: ColumnSet) -> ColumnSet {
        ColumnSet(self.0 | other.0)
    }
}

impl Not for ColumnSet {
    type Output = ColumnSet;

    #[inline(always)]
    fn not(self) -> ColumnSet {
        ColumnSet(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set = ColumnSet::EMPTY.with(3).with(11);
        assert!(set.contains(3) && set.contains(11) && !set.contains(4));
        assert!(set.more_than_one() && set.len() == 2);
        assert_eq!((set.first(), set.without_first().first()), (3, 11));
        assert!(set.iter().eq([3, 11]));
        assert!(!set.without(3).more_than_one());
        assert!(set.without_first().without_first().is_empty());
        assert!((set & !set).is_empty());
    }
}
