//! Numbers as the command line spells them.

use std::str::FromStr;

/// Reads a whole number from 1.
pub(crate) fn count<T: FromStr + PartialOrd + From<u8>>(
    text: &str,
) -> Result<T, String> {
    match text.parse() {
        Ok(count) if count >= T::from(1) => Ok(count),
        _ => Err("this is a whole number from 1, such as 20".into()),
    }
}

/// Reads a whole number from 0.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "this is a whole number from 0, such as 7".into())
}
