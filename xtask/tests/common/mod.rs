//! What several tests do around the program.

#![allow(dead_code, reason = "no test uses all of it")]

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::assert::OutputAssertExt;

/// A command of the program, whose messages are wanted.
pub(crate) fn xtask(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(arguments).stderr(Stdio::piped()).env_remove("CI");
    command
}

/// What is printed when nothing is typed, and that it is a failure.
pub(crate) fn refusal(command: &mut Command) -> String {
    let refusal = command.stdin(Stdio::null()).assert().failure();
    String::from_utf8_lossy(&refusal.get_output().stderr).into_owned()
}

/// Reads up to and with this text.
pub(crate) fn hear(from: &mut File, text: &str) -> String {
    let mut heard = Vec::new();
    let mut byte = [0];
    while !heard.ends_with(text.as_bytes()) {
        assert_eq!(from.read(&mut byte).unwrap(), 1, "{heard:?}");
        heard.push(byte[0]);
    }
    String::from_utf8(heard).unwrap()
}

/// A program of this name that does what the script says.
pub(crate) fn stand_in(folder: &Path, name: &str, script: &str) {
    let file = folder.join(name);
    let text = file.with_extension("text");
    fs::write(&text, format!("#!/bin/sh\n{script}\n")).unwrap();
    install(&text, &file);
}

/// Copies a program. Another process writes the copy: a test beside this one
/// that starts a program would hand on a file that is open here, and
/// Linux runs no file that is open for writing.
pub(crate) fn install(from: &Path, to: &Path) {
    let mut install = Command::new("install");
    let done = install.args(["-m", "755"]).arg(from).arg(to).status();
    assert!(done.unwrap().success());
}
