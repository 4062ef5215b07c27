//! AMAF statistics, all moves as first, by cells: the data of RAVE (rapid
//! action value estimation).
//!
//! A playout fills most of the open cells, in any order. Who comes to hold a
//! cell matters more than when it was taken. So the statistics of a move
//! count every playout in which its cell was filled, by either player: how
//! much better the holder of the cell fared than was to be expected. Ten
//! children learn from a playout through one of them.

/// The AMAF statistics of a move's cell, packed into 28 bits:
///
/// | bits | |
/// |---|---|
/// | 0 to 3 | none of its own, always 0 |
/// | 4 to 15 | the number of playouts, up to [`WINDOW`] |
/// | 16 to 31 | half of what holding the cell adds to the result, from
///   -[`AMAF_ONE`] to [`AMAF_ONE`] |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Amaf(u32);

/// The scale of AMAF values: holding the cell turns certain defeat into
/// certain victory.
pub(super) const AMAF_ONE: i32 = 1 << 14;

/// From this count on the mean is a moving one, which forgets old playouts.
const WINDOW: u32 = 1023;

/// One more playout.
const ONE: u32 = 1 << 4;

/// The share of one more playout after a count, of 32768.
static SHARE: [u16; WINDOW as usize + 1] = shares();

const fn shares() -> [u16; WINDOW as usize + 1] {
    let mut table = [(32768 / WINDOW) as u16; WINDOW as usize + 1];
    let mut count = 0;
    while count < WINDOW {
        table[count as usize] = (32768 / (count + 1)) as u16;
        count += 1;
    }
    table
}

impl Amaf {
    /// Those in the upper 28 bits of a word, whatever the lower four are.
    #[inline(always)]
    pub(super) const fn in_upper_bits(word: u32) -> Amaf {
        Amaf(word & !0xf)
    }

    #[inline(always)]
    pub(super) const fn mean(self) -> i32 {
        self.0.cast_signed() >> 16
    }

    /// What one more playout adds to the word, rounded to the nearest: to both
    /// fields, and nothing to the lower four bits.
    #[inline(always)]
    pub(super) fn increment(self, value: i32) -> u32 {
        let count = self.0 >> 4 & WINDOW;
        let share = i32::from(SHARE[count as usize]);
        let change = (value - self.mean()) * share;
        let rounded = ((change >> 14) + 1) >> 1;
        let more = if count < WINDOW { ONE } else { 0 };
        let rise = rounded.cast_unsigned() << 16;
        rise.wrapping_add(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Amaf {
        fn with(self, value: i32) -> Amaf {
            Amaf(self.0.wrapping_add(self.increment(value)))
        }
    }

    #[test]
    fn amaf_is_the_mean_of_its_playouts() {
        let mut amaf = Amaf(0);
        for value in [AMAF_ONE, AMAF_ONE, -AMAF_ONE, 0] {
            amaf = amaf.with(value);
        }
        assert!(amaf.mean().abs_diff(AMAF_ONE / 4) < 4, "{}", amaf.mean());
        assert_eq!(amaf, Amaf::in_upper_bits(amaf.0 | 0xf));
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
}
