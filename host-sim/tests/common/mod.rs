//! What several tests do with the program.

#![allow(dead_code, reason = "no test uses all of it")]

pub(crate) mod libraries;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin_cmd;

/// Runs a command to its end.
pub(crate) fn host_sim(arguments: &[&str]) -> Assert {
    cargo_bin_cmd!("host-sim").args(arguments).assert()
}

/// What a command prints that succeeds.
pub(crate) fn printed(arguments: &[&str]) -> String {
    stdout(&host_sim(arguments).success())
}

/// The one line with which a command is refused.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let refusal = host_sim(arguments).code(2).stdout("");
    let text = stderr(&refusal);
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    text
}

/// The exit code, and what is printed on either stream.
pub(crate) fn outcome(arguments: &[&str]) -> (Option<i32>, String) {
    let ended = host_sim(arguments);
    let text = stdout(&ended) + &stderr(&ended);
    (ended.get_output().status.code(), text)
}

fn stdout(ended: &Assert) -> String {
    String::from_utf8(ended.get_output().stdout.clone()).unwrap()
}

fn stderr(ended: &Assert) -> String {
    String::from_utf8(ended.get_output().stderr.clone()).unwrap()
}

/// The path of a file that is not there yet.
pub(crate) fn new_file(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// The engine's own library, built as a user would build it.
pub(crate) fn own_library() -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("libpocketfour");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--profile", "test"])
        .args(["--package", "libpocketfour", "--target-dir"])
        .arg(&target)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status()
        .unwrap();
    assert!(built.success());
    target.join("debug").join("libpocketfour.so")
}
