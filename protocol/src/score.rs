//! The scale of a score.

use engine::ONE;

/// A mean result in thousandths of a win.
pub(crate) const fn permille(mean: i32) -> i32 {
    (mean as i64 * 1000 / ONE as i64) as i32
}
