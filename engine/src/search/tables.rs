//! Square roots and logarithms, by table.
//!
//! The tables are computed with integers when the crate is compiled and lie
//! in flash; UCB selection takes no root and no logarithm.

/// 1024 times the square root of the natural logarithm, for numbers given
/// by their highest five bits: sixteen entries for each power of two.
static SQRT_LN: [u16; 32 * 16] = sqrt_ln_table();

/// 65536 divided by the square root, of numbers below 256.
static RSQRT: [u16; 256] = rsqrt_table();

/// The place of the highest bit of a byte.
static HIGHEST_BIT: [u8; 256] = highest_bit_table();

/// Numbers below this one are few: what is asked for most often.
pub(crate) const FEW: usize = 256;

/// [`sqrt_ln`] of the few: a small chip counts leading zeros one by one.
static SQRT_LN_OF_FEW: [u16; FEW] = sqrt_ln_of_few_table();

/// [`sqrt_ln`] of a number, if it is one of the [few](FEW).
#[inline(always)]
pub(crate) fn sqrt_ln_of_few(n: u32) -> Option<u32> {
    SQRT_LN_OF_FEW.get(n as usize).map(|&root| root.into())
}

/// 1024 √(ln n), rounded down after the highest five bits of `n`.
#[inline(always)]
pub(crate) fn sqrt_ln(n: u32) -> u32 {
    u32::from(SQRT_LN[index_of(n)])
}

/// The place of the highest bit of a number that is not 0; 0 for 0. A small
/// chip counts leading zeros one by one: numbers with at most sixteen bits
/// are looked up.
#[inline(always)]
const fn highest_bit(n: u32) -> u32 {
    match n >> 8 {
        0 => HIGHEST_BIT[n as usize & 0xff] as u32,
        high @ 1..256 => 8 + HIGHEST_BIT[high as usize] as u32,
        _ => 31 - n.leading_zeros(),
    }
}

const fn highest_bit_table() -> [u8; 256] {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = n.ilog2() as u8;
        n += 1;
    }
    table
}

/// Where a number is found in [`SQRT_LN`].
#[inline(always)]
const fn index_of(n: u32) -> usize {
    let power = highest_bit(n);
    // The highest bit and the four below it, shifted to the top or up from
    // the bottom; the highest one is implied by the power.
    let fraction = (n << (31 - power)) >> 27 & 0xf;
    let index = (power * 16 + fraction) as usize;
    debug_assert!(index < SQRT_LN.len());
    index % SQRT_LN.len()
}

/// 65536 / √n, rounded down, from the highest seven or eight bits of `n`.
#[inline(always)]
pub(crate) const fn rsqrt(n: u32) -> u32 {
    if n < 256 {
        return RSQRT[n as usize] as u32;
    }
    let excess = highest_bit(n) - 7;
    let shift = (excess + 1) & !1;
    debug_assert!(n >> shift < 256);
    RSQRT[(n >> shift) as usize % 256] as u32 >> (shift / 2)
}

const fn rsqrt_table() -> [u16; 256] {
    let mut table = [u16::MAX; 256];
    let mut n = 2;
    while n < 256 {
        table[n] = ((1_u64 << 32) / n as u64).isqrt() as u16;
        n += 1;
    }
    table
}

const fn sqrt_ln_table() -> [u16; 32 * 16] {
    let mut table = [0; 32 * 16];
    let mut index = 0;
    while index < table.len() {
        let (power, fraction) = (index as u64 / 16, index as u64 % 16);
        let log2 = (power << 32) + log2_of((16 + fraction) << 28);
        let ln = ((log2 as u128 * LN_2) >> 32) as u64;
        table[index] = (ln >> 12).isqrt() as u16;
        index += 1;
    }
    table
}

const fn sqrt_ln_of_few_table() -> [u16; FEW] {
    let mut table = [0; FEW];
    let mut n = 0;
    while n < table.len() {
        table[n] = SQRT_LN[index_of(n as u32)];
        n += 1;
    }
    table
}

/// The natural logarithm of 2, times 2^32.
const LN_2: u128 = 2_977_044_472;

/// The binary logarithm of a number from 1 to 2, both times 2^32: squaring
/// the number doubles its logarithm, bit by bit.
const fn log2_of(mut x: u64) -> u64 {
    let mut log = 0;
    let mut bit = 1 << 31;
    while bit > 0 {
        let square = (x as u128 * x as u128) >> 32;
        if square >= 1 << 33 {
            log |= bit;
            x = (square >> 1) as u64;
        } else {
            x = square as u64;
        }
        bit >>= 1;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_of_small_numbers_are_exact() {
        let squares = [(1, 65535), (4, 32768), (16, 16384), (64, 8192)];
        for (n, root) in squares {
            assert_eq!(rsqrt(n), root);
        }
        assert_eq!(rsqrt(0), 65535);
        assert_eq!(rsqrt(1 << 20), 64);
        assert_eq!(rsqrt(u32::MAX), 1);
    }

    #[test]
    fn the_tables_are_monotonic() {
        for n in 1..100_000 {
            assert!(rsqrt(n + 1) <= rsqrt(n), "{n}");
            assert!(sqrt_ln(n + 1) >= sqrt_ln(n), "{n}");
        }
    }

    #[test]
    fn the_logarithm_begins_at_zero() {
        assert_eq!(sqrt_ln(0), 0);
        assert_eq!(sqrt_ln(1), 0);
        // The root of ln 2 is 0.8325.
        assert_eq!(sqrt_ln(2), 852);
        assert_eq!(sqrt_ln(3), 1073);
    }

    #[test]
    fn few_are_found_where_all_are() {
        for n in 0..FEW as u32 {
            assert_eq!(sqrt_ln_of_few(n), Some(sqrt_ln(n)));
        }
        assert_eq!(sqrt_ln_of_few(FEW as u32), None);
    }
}
