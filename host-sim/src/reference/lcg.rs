//! *Random numbers* for one rollout or one shuffle.

use rand_core::Rng;

/// A linear congruential generator that starts from one word of the
/// caller's generator.
pub(super) struct Lcg(u64);

impl Lcg {
    pub(super) fn new(rng: &mut impl Rng) -> Lcg {
        Lcg(rng.next_u32().into())
    }

    fn next(&mut self) -> u64 {
        self.0 = (self.0 * 2_891_336_453 + 1) % (1 << 32);
        self.0
    }

    /// One of the columns, which go from the left.
    pub(super) fn pick(&mut self, columns: &[usize]) -> usize {
        if let &[column] = columns {
            return column;
        }
        let word = self.next();
        self.pick_by(word, columns)
    }

    /// One of the columns: with probability three quarters the favourite, if it
    /// is among them.
    pub(super) fn pick_or(
        &mut self,
        favourite: usize,
        columns: &[usize],
    ) -> usize {
        if let &[column] = columns {
            return column;
        }
        let word = self.next();
        if columns.contains(&favourite) && word >= 1 << 30 {
            return favourite;
        }
        self.pick_by(word * 4 % (1 << 32), columns)
    }

    fn pick_by(&mut self, word: u64, columns: &[usize]) -> usize {
        for group in 1..=6 {
            let column = (word >> (32 - 4 * group)) as usize % 16;
            if columns.contains(&column) {
                return column;
            }
        }
        columns[((self.next() * columns.len() as u64) >> 32) as usize]
    }
}
