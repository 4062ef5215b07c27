//! How the visits of a child weigh its estimates.
//!
//! Selection blends a child's mean with its AMAF value. The weight of the
//! latter is `k / (k + visits)`, where `k` is the RAVE equivalence parameter:
//! the visits at which both weigh the same.

use core::cell::Cell;
use core::hint::cold_path;

use super::config::Config;
use super::tables::{FEW, rsqrt};

/// The weights at a number of visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Weights(u32);

impl Weights {
    /// The weight of the AMAF value, a share of 4096.
    #[inline(always)]
    pub(super) const fn rave(self) -> i32 {
        (self.0 >> 16).cast_signed()
    }

    /// The weight of the exploration term: 65536 / √(visits + 1).
    #[inline(always)]
    pub(super) const fn exploration(self) -> u32 {
        self.0 & 0xffff
    }
}

/// The weights by visits, for one configuration.
#[derive(Debug)]
pub(super) struct WeightTable {
    /// The equivalence parameter; 0 if RAVE is off.
    equivalence: u32,
    /// The exploration constant times 1024.
    exploration: u32,
    /// The weights for few visits, which are asked for most often.
    few: [Weights; FEW],
    /// The weights that were computed last, by the lowest bits of the visits.
    /// From one playout to the next, the visits of most children stay.
    recent: [Cell<Recent>; RECENT],
}

const RECENT: usize = 128;
/// A larger exploration constant counts as this one.
const MAX_EXPLORATION: u16 = 8192;

/// The weights at this number of visits, unless that is 0.
#[derive(Clone, Copy, Debug)]
struct Recent {
    visits: u32,
    weights: Weights,
}

impl Recent {
    const fn none() -> Cell<Recent> {
        Cell::new(Recent { visits: 0, weights: Weights(0) })
    }
}

impl WeightTable {
    pub(super) const fn new(config: &Config) -> WeightTable {
        let mut weights = WeightTable {
            equivalence: 0,
            exploration: 0,
            few: [Weights(0); FEW],
            recent: [const { Recent::none() }; RECENT],
        };
        weights.set(config);
        weights
    }

    /// Changes the configuration, in place: a copy of the table would take
    /// two kilobytes of a chip's stack.
    pub(super) const fn set(&mut self, config: &Config) {
        self.equivalence = config.rave as u32;
        self.exploration = if config.exploration < MAX_EXPLORATION {
            config.exploration as u32
        } else {
            MAX_EXPLORATION as u32
        };
        let mut visits = 0;
        while visits < self.few.len() {
            self.few[visits] = self.compute(visits as u32);
            visits += 1;
        }
        let mut index = 0;
        while index < self.recent.len() {
            self.recent[index] = Recent::none();
            index += 1;
        }
    }

    pub(super) const fn has_rave(&self) -> bool {
        self.equivalence != 0
    }

    /// The exploration constant times 1024.
    #[inline(always)]
    pub(super) const fn exploration(&self) -> u32 {
        self.exploration
    }

    #[inline(always)]
    pub(super) fn after(&self, visits: u32) -> Weights {
        match self.few.get(visits as usize) {
            Some(&weights) => weights,
            None => {
                cold_path();
                self.after_many(visits)
            }
        }
    }

    /// As [`WeightTable::after`], where visits are not [few](FEW).
    #[inline(never)]
    fn after_many(&self, visits: u32) -> Weights {
        let cell = &self.recent[visits as usize % RECENT];
        let recent = cell.get();
        if recent.visits == visits {
            return recent.weights;
        }
        let weights = self.compute(visits);
        cell.set(Recent { visits, weights });
        weights
    }

    /// As [`WeightTable::after`], where visits are [few](FEW).
    #[inline(always)]
    pub(super) fn after_few(&self, visits: u32) -> Weights {
        debug_assert!(visits < FEW as u32);
        self.few[visits as usize % FEW]
    }

    #[cold]
    #[inline(never)]
    const fn compute(&self, visits: u32) -> Weights {
        let k = self.equivalence;
        let share = match (k << 12).checked_div(k + visits) {
            Some(share) => share,
            None => 0,
        };
        Weights(share << 16 | rsqrt(visits + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_weights_fall_with_visits() {
        let config = |rave| Config { rave, ..Config::DEFAULT };
        let mut weights = WeightTable::new(&config(1000));
        let share = |visits| weights.after(visits).rave();
        assert_eq!(share(0), 4096);
        assert_eq!(share(1000), 2048);
        for visits in 0..100_000 {
            assert!(share(visits + 1) <= share(visits));
            let exploration = weights.after(visits).exploration();
            assert_eq!(exploration, rsqrt(visits + 1));
        }
        assert_eq!(share(u32::MAX >> 1), 0);
        weights.set(&config(0));
        assert_eq!(weights.after(0).rave(), 0);
        assert_eq!(weights.after(300).rave(), 0);
    }
}
