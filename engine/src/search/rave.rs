//! RAVE: rapid action value estimation, by cells.
//!
//! A playout fills most of the open cells, in any order. Who comes to hold a
//! cell matters more than when it was taken, so the AMAF statistics (all
//! moves as first) of a move count every playout in which its cell was
//! filled, by either player: how much better the holder of the cell fared
//! than was to be expected. Ten children learn from a playout through one of
//! them.
//!
//! Selection blends a child's mean with its AMAF value. The weight of the
//! latter is `k / (k + visits)`, where `k` is the equivalence parameter: the
//! visits at which both weigh the same.

use super::tables::rsqrt;

/// The AMAF statistics of a move's cell, packed into 28 bits:
///
/// | bits | |
/// |---|---|
/// | 0 to 3 | always 0 |
/// | 4 to 15 | the number of playouts, up to [`WINDOW`] |
/// | 16 to 31 | half of what holding the cell adds to the result, from -[`AMAF_ONE`] to [`AMAF_ONE`] |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amaf(u32);

/// A cell that turns certain defeat into certain victory.
pub(super) const AMAF_ONE: i32 = 1 << 14;

/// From this count on the mean is a moving one, which forgets old playouts.
const WINDOW: u32 = 1023;

/// Rounds to the nearest instead of down.
const HALF: i32 = 1 << 14;

/// 32768 divided by a count.
static SHARE: [u16; WINDOW as usize + 1] = shares();

const fn shares() -> [u16; WINDOW as usize + 1] {
    let mut table = [0; WINDOW as usize + 1];
    let mut count = 1;
    while count < table.len() {
        table[count] = (32768 / count) as u16;
        count += 1;
    }
    table
}

impl Amaf {
    #[inline(always)]
    pub(super) const fn from_bits(bits: u32) -> Amaf {
        Amaf(bits)
    }

    #[inline(always)]
    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(super) const fn mean(self) -> i32 {
        self.0.cast_signed() >> 16
    }

    /// With one more playout.
    #[inline(always)]
    pub(super) fn with(self, value: i32) -> Amaf {
        let count = (self.0 >> 4 & 0xfff) + 1;
        let count = if count > WINDOW { WINDOW } else { count };
        let share = i32::from(SHARE[count as usize]);
        let change = (value - self.mean()) * share;
        let mean = self.mean() + ((change + HALF) >> 15);
        Amaf(count << 4 | mean.cast_unsigned() << 16)
    }
}

/// How the visits of a child weigh its estimates.
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

/// The weights by visits, for one equivalence parameter.
#[derive(Debug)]
pub(super) struct RaveWeights {
    /// The equivalence parameter; 0 if RAVE is off.
    equivalence: u32,
    /// The weights for few visits, which are asked for most often.
    few: [Weights; 256],
}

impl RaveWeights {
    pub(super) const fn new(equivalence: u16) -> RaveWeights {
        let mut weights =
            RaveWeights { equivalence: 0, few: [Weights(0); 256] };
        weights.set(equivalence);
        weights
    }

    /// Changes the equivalence parameter, in place: a copy of the table would
    /// take a kilobyte of a chip's stack.
    pub(super) const fn set(&mut self, equivalence: u16) {
        self.equivalence = equivalence as u32;
        let mut visits = 0;
        while visits < self.few.len() {
            self.few[visits] = self.compute(visits as u32);
            visits += 1;
        }
    }

    pub(super) const fn is_on(&self) -> bool {
        self.equivalence != 0
    }

    #[inline(always)]
    pub(super) fn after(&self, visits: u32) -> Weights {
        match self.few.get(visits as usize) {
            Some(&weights) => weights,
            None => self.compute(visits),
        }
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
    fn amaf_is_the_mean_of_its_playouts() {
        let mut amaf = Amaf(0);
        for value in [AMAF_ONE, AMAF_ONE, -AMAF_ONE, 0] {
            amaf = amaf.with(value);
        }
        assert!(amaf.mean().abs_diff(AMAF_ONE / 4) < 4, "{}", amaf.mean());
        assert_eq!(amaf.bits() & 0xf, 0);
    }

    #[test]
    fn it_stays_within_bounds_and_forgets() {
        let mut amaf = Amaf(0);
        for value in [AMAF_ONE, -AMAF_ONE, AMAF_ONE] {
            for _ in 0..20_000 {
                amaf = amaf.with(value);
                assert!(amaf.mean().abs() <= AMAF_ONE);
            }
            let missing = amaf.mean().abs_diff(value);
            assert!(missing < 1 << 10, "{missing}");
        }
    }

    #[test]
    fn both_weights_fall_with_visits() {
        let mut weights = RaveWeights::new(1000);
        let share = |visits| weights.after(visits).rave();
        assert_eq!(share(0), 4096);
        assert_eq!(share(1000), 2048);
        for visits in 0..100_000 {
            assert!(share(visits + 1) <= share(visits));
            let exploration = weights.after(visits).exploration();
            assert_eq!(exploration, rsqrt(visits + 1));
        }
        assert_eq!(share(u32::MAX >> 1), 0);
        weights.set(0);
        assert_eq!(weights.after(0).rave(), 0);
        assert_eq!(weights.after(300).rave(), 0);
    }
}
