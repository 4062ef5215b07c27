//! Random choices that are the same on every machine for the same seed.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

pub(crate) struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// The dice of one of many independent tasks that share a seed.
    pub(crate) fn new(seed: u64, task: u64) -> Dice {
        let task = task.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Dice(Xoshiro256PlusPlus::seed_from_u64(seed ^ task))
    }

    /// A number from 0 to `end - 1`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    /// A seed for another generator.
    pub(crate) fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// True once in `times` times.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}
