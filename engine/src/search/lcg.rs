//! Random choice of columns.

use rand_core::Rng;

use super::column_set::ColumnSet;

/// Random numbers for one rollout or one shuffle: a linear congruential
/// generator that starts from a word of the caller's generator. A ply can
/// afford one multiplication a number; only the higher bits are used.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lcg(u32);

impl Lcg {
    const FACTOR: u32 = 2_891_336_453;

    pub(super) const ZERO: Lcg = Lcg(0);

    #[inline(always)]
    pub(crate) fn new(rng: &mut impl Rng) -> Lcg {
        Lcg(rng.next_u32())
    }

    #[inline(always)]
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(Lcg::FACTOR).wrapping_add(1);
        self.0
    }

    /// A column of the set, all equally likely. A set of one column is no
    /// choice and draws no number. The set must not be empty.
    #[inline(always)]
    pub(crate) fn pick(&mut self, set: ColumnSet) -> usize {
        debug_assert!(!set.is_empty());
        if !set.more_than_one() {
            return set.first();
        }
        let word = self.next();
        self.pick_by(word, set)
    }

    /// A column of the set: three times out of four this one, if it is there;
    /// otherwise all equally likely.
    #[inline(always)]
    pub(crate) fn pick_or(
        &mut self,
        favourite: usize,
        set: ColumnSet,
    ) -> usize {
        debug_assert!(!set.is_empty());
        if !set.more_than_one() {
            return set.first();
        }
        let word = self.next();
        if set.contains(favourite) && word >> 30 != 0 {
            return favourite % 16;
        }
        self.pick_by(word << 2, set)
    }

    /// Mostly one of the first few groups of four bits names a column of the
    /// set: cheaper than counting the set.
    #[inline(always)]
    fn pick_by(&mut self, mut word: u32, set: ColumnSet) -> usize {
        for _ in 0..6 {
            let column = (word >> 28) as usize;
            if set.contains(column) {
                return column;
            }
            word <<= 4;
        }
        pick_by_counting(self.next(), set)
    }
}

#[cold]
fn pick_by_counting(word: u32, mut set: ColumnSet) -> usize {
    let size = set.len() as u64;
    let skipped = (u64::from(word) * size) >> 32;
    for _ in 0..skipped {
        set = set.without_first();
    }
    set.first()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator;

    #[test]
    fn every_column_of_the_set_has_its_share() {
        let mut lcg = Lcg::new(&mut generator(1));
        for set in [0b11, 0b1000_0000_0001, 0b101_0110, 0xfff] {
            let mut counts = [0_u32; 16];
            let set = ColumnSet::from_bits(set);
            for _ in 0..set.len() * 10_000 {
                counts[lcg.pick(set)] += 1;
            }
            for (column, count) in counts.into_iter().enumerate() {
                let share = if set.contains(column) { 10_000 } else { 0 };
                assert!(count.abs_diff(share) < 400, "{set:?}: {counts:?}");
            }
        }
    }

    #[test]
    fn a_favourite_is_picked_three_times_out_of_four_and_its_share() {
        let mut lcg = Lcg::new(&mut generator(3));
        for (favourite, set) in [(1, 0b11), (11, 0xfff), (4, 0b101_0110)] {
            let mut counts = [0_u32; 16];
            let set = ColumnSet::from_bits(set);
            let size = set.len() as u32;
            for _ in 0..size * 40_000 {
                counts[lcg.pick_or(favourite, set)] += 1;
            }
            for (column, count) in counts.into_iter().enumerate() {
                let mut share = if set.contains(column) { 10_000 } else { 0 };
                if column == favourite {
                    share += size * 30_000;
                }
                assert!(count.abs_diff(share) < 500, "{set:?}: {counts:?}");
            }
        }
        let elsewhere =
            (0..100).map(|_| lcg.pick_or(3, ColumnSet::from_bits(0b11)));
        assert!(elsewhere.into_iter().all(|column| column < 2));
    }

    #[test]
    fn every_pair_in_a_row_has_its_share() {
        let mut counts = [[0_u32; 12]; 12];
        let mut rng = generator(2);
        let all = ColumnSet::from_bits(0xfff);
        for _ in 0..14_400 {
            let mut lcg = Lcg::new(&mut rng);
            let mut last = lcg.pick(all);
            for _ in 0..30 {
                let next = lcg.pick(all);
                counts[last][next] += 1;
                last = next;
            }
        }
        for count in counts.into_iter().flatten() {
            assert!(count.abs_diff(3000) < 300, "{counts:?}");
        }
    }
}
