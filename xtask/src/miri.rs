//! `cargo xtask test miri`: `protocol`'s unit tests and a conversation that
//! goes through all of it and of `engine`, in an interpreter that notices
//! what no processor does: memory that is read before it is written, or out
//! of bounds.

use crate::extras::nightly;
use crate::steps::{Site, StepResult};
use crate::test;

/// It counts for so long that it would take hours there.
const LEFT_OUT: &str = "portions_do_not_matter";

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let text = nightly(site.workspace, "miri")
        .args(["test", "-p", "pocketfour-protocol"])
        .args(["--lib", "--test", "everything"])
        .args(["--", "--skip", LEFT_OUT])
        .env("CARGO_TARGET_DIR", site.workspace.apart("miri"))
        .ok()?;
    test::counted(&text)
}
