//! Numbers without a sign.

use core::str::FromStr;

/// Reads a number that has digits and nothing else.
pub(crate) fn digits<T: FromStr>(text: &str) -> Option<T> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_number)
}
