//! A match that is killed and goes on has every game once.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::new_file;
use host_sim::matches::Record;
use rand_core::Rng;

const GAMES: &str = "400";

fn start(out: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .args(["match", "--a", "engine:nodes=300,pool=1000"])
        .args(["--b", "random", "--threads", "2", "--games", GAMES])
        .arg("--out")
        .arg(out)
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn records(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The last line of a match that is played to its end.
fn result(child: Child) -> String {
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn killed_twenty_times() {
    let path = new_file("killed.jsonl");
    let mut random = engine::generator(4);
    for _ in 0..20 {
        let mut child = start(&path, &["--resume"]);
        sleep(Duration::from_millis(u64::from(random.next_u32() % 60)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let score = result(start(&path, &["--resume"]));

    let records = records(&path);
    let numbers: HashSet<u64> = records.iter().map(|r| r.game).collect();
    assert_eq!(records.len(), 400);
    assert_eq!(numbers, (0..400).collect());

    let at_once = new_file("at_once.jsonl");
    assert_eq!(result(start(&at_once, &[])), score);
}

#[test]
fn a_torn_line_is_played_again() {
    let path = new_file("torn.jsonl");
    let score = result(start(&path, &[]));
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 9]).unwrap();
    assert_eq!(result(start(&path, &["--resume"])), score);
    assert_eq!(records(&path).len(), 400);

    for record in records(&path) {
        let outcome = record.replay().unwrap().outcome();
        assert!(outcome.is_some(), "{record:?}");
        assert_eq!(record.moves.len(), record.micros.len());
    }
}

#[test]
fn other_files_are_left_alone() {
    let refused = |path: &Path, more: &[&str]| {
        let output = start(path, more).wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).unwrap()
    };
    let path = new_file("other.jsonl");
    fs::write(&path, "{}\n").unwrap();
    assert!(refused(&path, &[]).contains("--resume goes on"));
    assert!(refused(&path, &["--resume"]).contains("line 1: this is not"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "{}\n");

    fs::remove_file(&path).unwrap();
    result(start(&path, &[]));
    let text = refused(&path, &["--resume", "--seed", "2"]);
    assert!(text.contains("does not belong to this match"), "{text}");
    let folder = path.with_file_name("no folder").join("x.jsonl");
    assert!(refused(&folder, &[]).contains("No such file"));
}

#[test]
fn a_file_has_one_writer() {
    let path = new_file("shared.jsonl");
    let mut first = start(&path, &["--resume"]);
    while fs::metadata(&path).is_ok_and(|file| file.len() == 0)
        || !path.exists()
    {
        sleep(Duration::from_millis(1));
    }
    // However long the first match takes, it has not ended here.
    let stopped = signal(&first, "STOP");
    let second = start(&path, &["--resume"]).wait_with_output().unwrap();
    let told = String::from_utf8(second.stderr).unwrap();
    assert!(stopped && signal(&first, "CONT"));
    assert_eq!(second.status.code(), Some(2));
    assert!(told.contains("is being written by another program"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(first.wait().unwrap().success());
    assert_eq!(records(&path).len(), 400);
}

fn signal(child: &Child, name: &str) -> bool {
    let sent = Command::new("kill")
        .args([format!("-{name}"), child.id().to_string()])
        .status();
    sent.unwrap().success()
}

/// A file that may not grow beyond a size is a disk that is full: the last
/// game that does not fit is written in part, and taken back.
#[test]
fn a_full_disk_loses_nothing() {
    let path = new_file("full.jsonl");
    let program = env!("CARGO_BIN_EXE_host-sim");
    // In blocks of 512 or 1024 bytes; a write beyond must not end the shell.
    let script = "trap '' XFSZ; ulimit -f 20; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh", program, "match", "--a"])
        .args(["engine:nodes=300,pool=1000", "--b", "random"])
        .args(["--threads", "2", "--games", GAMES, "--out"])
        .arg(&path)
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let told = told.lines().last().unwrap_or_default();
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("make room, then go on with --resume"), "{told}");
    let kept = records(&path).len();
    assert!((10..400).contains(&kept), "{kept}");

    let score = result(start(&path, &["--resume"]));
    assert_eq!(records(&path).len(), 400);
    let at_once = new_file("roomy.jsonl");
    assert_eq!(result(start(&at_once, &[])), score);
}
