//! Looking at positions and at recorded games.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{host_sim, printed, refused};
use host_sim::matches::{GameResult, Record};
use tempfile::TempDir;

#[test]
fn a_game_is_shown_move_by_move() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("viewed.jsonl");
    let file = file.to_str().unwrap();
    printed(&[
        "match",
        "--a",
        "random",
        "--b",
        "engine:nodes=50",
        "--games",
        "2",
        // Games are numbered as they end.
        "--threads",
        "1",
        "--out",
        file,
    ]);
    let shown = printed(&["replay", file, "--game", "2", "--nodes", "50"]);
    assert!(shown.starts_with("game 2, "), "{shown}");
    let plies = shown.matches("\nmove ").count();
    assert_eq!(shown.matches(" to move: ").count(), plies);
    assert!(shown.contains("move 1: engine:nodes=50 plays "));
    let last = shown.lines().last().unwrap();
    assert_eq!(last, "engine:nodes=50 wins: four in a line");

    let errors = refused(&["replay", file, "--game", "7"]);
    assert!(errors.ends_with("there is no game 7: it has 2\n"), "{errors}");

    // What a match that was killed leaves behind: a line that is cut.
    let all = printed(&["replay", file, "--list"]);
    let text = fs::read_to_string(file).unwrap();
    fs::write(file, format!("{text}{{\"game\":2,\"a\":\"ran")).unwrap();
    assert_eq!(printed(&["replay", file, "--list"]), all);
    fs::write(file, format!("nothing\n{text}")).unwrap();
    let errors = refused(&["replay", file]);
    assert!(errors.ends_with("line 1: this is not a game\n"), "{errors}");
}

/// Every game of a ladder has a number, and can be shown.
#[test]
fn every_game_of_a_file_is_reached() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/games/chip-against-rivals.jsonl"
    );
    let text = std::fs::read_to_string(file).unwrap();
    let games: Vec<Record> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let count = |wanted: &dyn Fn(&&Record) -> bool| {
        let count = games.iter().filter(wanted).count();
        assert!(count > 0);
        count
    };
    let all = printed(&["replay", file, "--list"]);
    assert_eq!(all.lines().count(), games.len());
    let lost = printed(&["replay", file, "--list", "--lost"]);
    let own = count(&|game| game.result == GameResult::B);
    assert_eq!(lost.lines().count(), own, "{lost}");
    let against = ["replay", file, "--list", "--against", "rival:003"];
    let own = count(&|game| game.b.contains("rival:003"));
    assert_eq!(printed(&against).lines().count(), own);
    for number in [1, 21, games.len()] {
        let number = &number.to_string();
        let shown = ["replay", file, "--game", number, "--nodes", "1"];
        let shown = printed(&shown);
        assert!(shown.starts_with(&format!("game {number}, ")), "{shown}");
    }
}

/// A reader that leaves, as `head` does, ends it, and no more.
#[test]
fn a_reader_may_leave() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../docs/games/chip-against-rivals.jsonl"
    );
    for arguments in [&["--list"][..], &["--game", "1", "--nodes", "1"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_host-sim"))
            .args(["replay", file])
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Closed before the first line.
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        let told = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), told.as_str()), (Some(0), ""));
    }
}

#[test]
fn moves_are_compared() {
    let position = "7/7/7/7/2oo3/2xx3 x";
    let shown = printed(&["analyze", position, "--nodes", "500"]);
    assert!(shown.contains("column   visits   score\n"), "{shown}");
    assert!(shown.contains("wins in 3 plies"), "{shown}");
    let over = printed(&["analyze", "7/7/7/7/ooo4/xxxx3 o"]);
    assert!(over.ends_with("the game is over\n"), "{over}");
    host_sim(&["analyze", "7/7 x"]).code(2);
}
