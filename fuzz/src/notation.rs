//! Engine and reference read the same positions in the same texts, refuse
//! the others, and say why on one line.

use engine::Position;
use host_sim::diff;

/// Lets both read these bytes as text.
///
/// # Panics
///
/// If they disagree, or a refusal is not one line of text.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    if let Err(mismatch) = diff::read(std::slice::from_ref(&text)) {
        panic!("{mismatch}");
    }
    match text.parse::<Position>() {
        Ok(position) => assert_eq!(position.to_string(), text),
        Err(why) => {
            let why = why.to_string();
            assert!(!why.is_empty() && !why.contains('\n'), "{why:?}");
        }
    }
}
