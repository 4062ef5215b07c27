//! The two functions of the selection, as the mathematics has them.

/// `1024 sqrt(ln N)` of the five highest bits of `visits`, rounded down.
pub(super) fn root_of_logarithm(visits: u32) -> i64 {
    if visits == 0 {
        return 0;
    }
    let bits = 32 - visits.leading_zeros();
    let dropped = bits.saturating_sub(5);
    let rounded = visits >> dropped << dropped;
    (1024.0 * f64::from(rounded).ln().sqrt()).floor() as i64
}

/// `65536 / sqrt(visits)`, rounded down; beyond 255 visits, that of a
/// quarter of the visits, halved.
pub(super) fn inverse_root(visits: u32) -> i64 {
    match visits {
        0 | 1 => 65535,
        2..256 => (65536.0 / f64::from(visits).sqrt()).floor() as i64,
        _ => {
            let mut shift = 0;
            while visits >> shift >= 256 {
                shift += 2;
            }
            inverse_root(visits >> shift) >> (shift / 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_follow_the_mathematics() {
        assert_eq!(root_of_logarithm(1), 0);
        assert_eq!(root_of_logarithm(2), 852);
        assert_eq!(root_of_logarithm(33), root_of_logarithm(32));
        assert_ne!(root_of_logarithm(34), root_of_logarithm(32));
        assert_eq!(inverse_root(4), 32768);
        assert_eq!(inverse_root(1024), 2048);
        assert_eq!(inverse_root(1 << 30), 2);
    }
}
