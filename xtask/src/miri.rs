//! `cargo xtask test miri`: `protocol`'s unit tests and a conversation that
//! goes through all of it and of `engine`, in an interpreter that notices
//! what no processor does: memory that is read before it is written, or out
//! of bounds. The same with the queues between two cores, for which two threads
//! stand in: there it also notices what both use at once.
//!
//! What it is there for has to be noticed: two tests that nothing else runs do
//! what must not be done (`firmware/tests/undefined.rs`).

use crate::extras::nightly;
use crate::failure::Failure;
use crate::shell::{CommandLine, ProcessResult};
use crate::steps::{Site, StepResult};
use crate::test;

/// It counts for so long that it would take hours there.
const LEFT_OUT: &str = "portions_do_not_matter";
/// Tests that do what is not defined, and what is told of it.
const UNDEFINED: [(&str, &str); 2] = [
    ("memory_is_read_before_it_is_written", "uninitialized"),
    ("two_threads_write_at_once", "Data race detected"),
];

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let protocol = ["-p", "pocketfour-protocol", "--lib"];
    let protocol = [&protocol[..], &["--test", "everything"]].concat();
    let filter = ["--", "--skip", LEFT_OUT];
    let mut text = run(site, &[&protocol[..], &filter].concat()).ok()?;
    text += &run(site, &["-p", "firmware", "--test", "second_core"]).ok()?;
    let mut told = test::counted(&text)?;
    for (name, what) in UNDEFINED {
        let control = ["-p", "firmware", "--test", "undefined", "--"];
        let alone = ["--ignored", "--exact", name];
        let ended = run(site, &[&control[..], &alone].concat()).capture()?;
        noticed(name, what, &ended)?;
        told.push(format!("noticed: {name}"));
    }
    Ok(told)
}

fn run(site: &Site<'_>, arguments: &[&str]) -> CommandLine {
    nightly(site.workspace, "miri")
        .arg("test")
        .args(arguments)
        .env("CARGO_TARGET_DIR", site.workspace.apart("miri"))
}

/// Fails unless this was noticed.
fn noticed(
    name: &str,
    what: &str,
    ended: &ProcessResult,
) -> Result<(), Failure> {
    let ProcessResult { code, text } = ended;
    let parts = ["error: Undefined Behavior", what];
    if *code != Some(0) && parts.iter().all(|part| text.contains(part)) {
        return Ok(());
    }
    let what = format!("Miri has not noticed that {name}");
    Err(Failure::new(what).output(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_undefined_has_to_be_noticed() {
        let [(name, what), _] = UNDEFINED;
        let told = format!("error: Undefined Behavior: {what}\n");
        let ended = |code, text: &str| {
            let ended = ProcessResult { code: Some(code), text: text.into() };
            noticed(name, what, &ended)
        };
        assert!(ended(1, &told).is_ok());
        for (code, text) in [
            (0, told.as_str()),
            (0, "test result: ok. 0 passed"),
            (101, "error: no test target named `undefined`"),
            (1, "error: Undefined Behavior: another"),
        ] {
            let why = ended(code, text).unwrap_err().to_string();
            assert!(why.contains("has not noticed that memory_is"), "{why}");
        }
    }
}
