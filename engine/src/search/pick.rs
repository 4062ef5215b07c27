//! Random choice.

use rand_core::Rng;

use super::field::Columns;

/// A column of the set, each with the same chance. A set of one column is
/// no choice and leaves the generator alone; so does an empty set, for which
/// the answer means nothing.
#[inline(always)]
pub(crate) fn pick(rng: &mut impl Rng, set: Columns) -> usize {
    if set & set.wrapping_sub(1) == 0 {
        return set.trailing_zeros() as usize;
    }
    // Mostly one of the first few groups of four bits names a column of the
    // set: cheaper than counting the set.
    let mut word = rng.next_u32();
    for _ in 0..8 {
        let column = word & 0xf;
        if set >> column & 1 != 0 {
            return column as usize;
        }
        word >>= 4;
    }
    pick_by_counting(rng.next_u32(), set)
}

#[cold]
fn pick_by_counting(word: u32, mut set: Columns) -> usize {
    let size = u64::from(set.count_ones());
    let skipped = (u64::from(word) * size) >> 32;
    for _ in 0..skipped {
        set &= set.wrapping_sub(1);
    }
    set.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::SeedableRng;
    use rand_xoshiro::Xoroshiro64StarStar;

    #[test]
    fn every_column_of_the_set_has_its_share() {
        let mut rng = Xoroshiro64StarStar::seed_from_u64(1);
        for set in [0b11, 0b1000_0000_0001, 0b101_0110, 0xfff] {
            let mut counts = [0_u32; 16];
            let size = u32::count_ones(set);
            for _ in 0..size * 10_000 {
                counts[pick(&mut rng, set)] += 1;
            }
            for (column, count) in counts.into_iter().enumerate() {
                let share = if set >> column & 1 != 0 { 10_000 } else { 0 };
                assert!(count.abs_diff(share) < 400, "{set:b}: {counts:?}");
            }
        }
    }

    #[test]
    fn a_broken_generator_is_no_trap() {
        struct Stuck;
        impl rand_core::TryRng for Stuck {
            type Error = core::convert::Infallible;
            fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
                Ok(0)
            }
            fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
                Ok(0)
            }
            fn try_fill_bytes(
                &mut self,
                _: &mut [u8],
            ) -> Result<(), Self::Error> {
                Ok(())
            }
        }
        assert_eq!(pick(&mut Stuck, 0b1100), 2);
    }
}
