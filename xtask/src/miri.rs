//! `cargo xtask test miri`: the unit tests of `engine` and `protocol` in an
//! interpreter that notices what no processor does: memory that is read
//! before it is written, or out of bounds.

use crate::extras::{Extra, nightly};
use crate::steps::{Outcome, Site};
use crate::test::passed;

/// Tests that play whole games or search for long take hours there.
const LEFT_OUT: [&str; 8] = [
    "a_full_pool_stays_whole",
    "a_field_knows_what_the_position_knows",
    "the_kept_tree",
    "bench",
    "perft",
    "portions_do_not_matter",
    "every",
    "playout",
];

pub(crate) fn check(site: &Site<'_>) -> Outcome {
    if let Some(told) = Extra::Miri.missing(site.workspace) {
        return Ok(told);
    }
    let skips = LEFT_OUT.iter().flat_map(|name| ["--skip", name]);
    let text = nightly(site.workspace, "miri")
        .args(["test", "-p", "engine", "-p", "protocol", "--lib", "--"])
        .args(skips)
        .env("CARGO_TARGET_DIR", site.workspace.apart("miri"))
        .ok()?;
    Ok(vec![format!("{} tests", passed(&text))])
}
