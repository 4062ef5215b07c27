//! `cargo xtask test miri`: `protocol`'s unit tests and a conversation that
//! goes through all of it and of `engine`, in an interpreter that notices
//! what no processor does: memory that is read before it is written, or out
//! of bounds. The same with the queues between two cores, for which two threads
//! stand in: there it also notices what both use at once.

use crate::extras::nightly;
use crate::steps::{Site, StepResult};
use crate::test;

/// It counts for so long that it would take hours there.
const LEFT_OUT: &str = "portions_do_not_matter";

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let run = |arguments: &[&str]| {
        nightly(site.workspace, "miri")
            .arg("test")
            .args(arguments)
            .env("CARGO_TARGET_DIR", site.workspace.apart("miri"))
            .ok()
    };
    let protocol = ["-p", "pocketfour-protocol", "--lib"];
    let protocol = [&protocol[..], &["--test", "everything"]].concat();
    let filter = ["--", "--skip", LEFT_OUT];
    let mut text = run(&[&protocol[..], &filter].concat())?;
    text += &run(&["-p", "firmware", "--test", "second_core"])?;
    test::counted(&text)
}
