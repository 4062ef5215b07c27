//! What playouts tell about the cell of a move, whoever came to take it.
//!
//! A playout that passes a node fills most of the cells that lie open there,
//! in whatever order. Who comes to hold a cell matters more than when it was
//! taken, so each playout tells something about every move: how much better
//! the holder of its cell fared than was to be expected. Ten children learn
//! from what one of them paid for, and they learn as much from a cell that
//! the opponent got.

use super::tables::rsqrt;

/// What is said about the cell of a move: how often something was said, and
/// the mean of it.
///
/// | bits | |
/// |---|---|
/// | 0 to 3 | the row of the cell that the move fills |
/// | 4 to 15 | how often, up to [`AMAF_WINDOW`] |
/// | 16 to 31 | half of what holding the cell adds to the result, from -[`AMAF_ONE`] to [`AMAF_ONE`] |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Amaf(u32);

/// A cell that turns certain defeat into certain victory.
pub(crate) const AMAF_ONE: i32 = 1 << 14;

/// From here on the mean forgets what was said long ago.
const AMAF_WINDOW: u32 = 1023;

/// Rounds to the nearest instead of down.
const HALF: i32 = 1 << 14;

/// 32768 divided by a count.
static SHARE: [u16; AMAF_WINDOW as usize + 1] = shares();

const fn shares() -> [u16; AMAF_WINDOW as usize + 1] {
    let mut table = [0; AMAF_WINDOW as usize + 1];
    let mut count = 1;
    while count < table.len() {
        table[count] = (32768 / count) as u16;
        count += 1;
    }
    table
}

impl Amaf {
    pub(crate) const NONE: Amaf = Amaf(0);

    /// Nothing has been said about the cell in this row.
    pub(crate) const fn of(row: usize) -> Amaf {
        Amaf(row as u32 & 0xf)
    }

    #[inline(always)]
    pub(crate) const fn row(self) -> usize {
        (self.0 & 0xf) as usize
    }

    #[inline(always)]
    pub(crate) const fn mean(self) -> i32 {
        self.0.cast_signed() >> 16
    }

    #[inline(always)]
    pub(crate) fn add(&mut self, value: i32) {
        let count = (self.0 >> 4 & 0xfff) + 1;
        let count = if count > AMAF_WINDOW { AMAF_WINDOW } else { count };
        let share = i32::from(SHARE[count as usize]);
        let change = (value - self.mean()) * share;
        let mean = self.mean() + ((change + HALF) >> 15);
        self.0 = self.0 & 0xf | count << 4 | mean.cast_unsigned() << 16;
    }
}

/// What a move's own visits say about how it is to be weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights(u32);

impl Weights {
    /// How much is believed of a amaf: a share of 4096.
    #[inline(always)]
    pub(crate) const fn rave(self) -> i32 {
        (self.0 >> 16).cast_signed()
    }

    /// How curious one still is: 65536 / √(visits + 1).
    #[inline(always)]
    pub(crate) const fn exploration(self) -> u32 {
        self.0 & 0xffff
    }
}

/// How much is believed of rumours.
#[derive(Debug)]
pub(crate) struct RaveWeights {
    /// The visits at which a amaf weighs half; 0 if none is believed.
    half: u32,
    /// The weights for few visits, which are asked for most often.
    few: [Weights; 256],
}

impl RaveWeights {
    /// All zeros.
    pub(crate) const NONE: RaveWeights =
        RaveWeights { half: 0, few: [Weights(0); 256] };

    /// Believes rumours as much as results from so many visits on. Changed
    /// in place, since a copy would take a kilobyte of a chip's stack.
    pub(crate) fn set(&mut self, half: u16) {
        self.half = half.into();
        for visits in 0..256 {
            self.few[visits] = self.work_out(visits as u32);
        }
    }

    pub(crate) const fn is_on(&self) -> bool {
        self.half != 0
    }

    #[inline(always)]
    pub(crate) fn after(&self, visits: u32) -> Weights {
        match self.few.get(visits as usize) {
            Some(&weights) => weights,
            None => self.work_out(visits),
        }
    }

    #[cold]
    #[inline(never)]
    fn work_out(&self, visits: u32) -> Weights {
        let share = (self.half << 12).checked_div(self.half + visits);
        Weights(share.unwrap_or(0) << 16 | rsqrt(visits + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rumour_is_the_mean_of_what_was_said() {
        let mut amaf = Amaf::of(11);
        for value in [AMAF_ONE, AMAF_ONE, -AMAF_ONE, 0] {
            amaf.add(value);
        }
        assert!(amaf.mean().abs_diff(AMAF_ONE / 4) < 4, "{}", amaf.mean());
        assert_eq!(amaf.row(), 11);
    }

    #[test]
    fn it_stays_within_bounds_and_turns_with_the_wind() {
        let mut amaf = Amaf::of(0);
        for value in [AMAF_ONE, -AMAF_ONE, AMAF_ONE] {
            for _ in 0..20_000 {
                amaf.add(value);
                assert!(amaf.mean().abs() <= AMAF_ONE);
            }
            let missing = amaf.mean().abs_diff(value);
            assert!(missing < 1 << 10, "{missing}");
        }
        assert_eq!(amaf.row(), 0);
    }

    #[test]
    fn trust_and_curiosity_fade_with_visits() {
        let mut rave = RaveWeights::NONE;
        rave.set(1000);
        let share = |visits| rave.after(visits).rave();
        assert_eq!(share(0), 4096);
        assert_eq!(share(1000), 2048);
        for visits in 0..100_000 {
            assert!(share(visits + 1) <= share(visits));
            let exploration = rave.after(visits).exploration();
            assert_eq!(exploration, rsqrt(visits + 1));
        }
        assert_eq!(share(u32::MAX >> 1), 0);
        rave.set(0);
        assert_eq!(rave.after(0).rave(), 0);
        assert_eq!(rave.after(300).rave(), 0);
    }
}
