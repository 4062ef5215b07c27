//! The opening book: how it is made, joined and checked.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::common::host_sim as run;
use engine::{Book, Position};
use host_sim::book::Table;

const BOOK: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/openings/openings.txt");

fn host_sim(arguments: &[&str]) -> Output {
    run(arguments).get_output().clone()
}

fn table(path: &Path) -> Table {
    fs::read_to_string(path).unwrap().parse().unwrap()
}

/// The moves that the engine has are those of the file, on both sides of the
/// mirror.
#[test]
fn the_engine_has_the_moves_of_the_file() {
    let table = table(Path::new(BOOK));
    assert!(!table.is_empty());
    for (board, moves) in table.boards() {
        let start = Position::new(board);
        let first = moves[0].expect("a first move");
        let mirrored = board.mirrored_column(first);
        assert_eq!(Book::OPENINGS.find(&start), Some(first), "{board}");
        if board.mirrored() != board {
            let found = Book::OPENINGS.find(&start.mirrored());
            assert_eq!(found, Some(mirrored), "{board}");
        }
        for (column, &answer) in board.all_columns().zip(&moves[1..]) {
            let mut game = start.clone();
            game.play(column).unwrap();
            assert_eq!(Book::OPENINGS.find(&game), answer, "{game}");
        }
    }
    assert_eq!(Book::OPENINGS.plies(), table.recipe.plies);
}

/// Two moves of the book are searched again.
#[test]
fn the_moves_of_the_book_are_found_again() {
    let output = host_sim(&["book", "--out", BOOK, "--check", "2"]);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{output:?}");
    assert!(told.contains("2 moves searched again, all"), "{told}");
}

/// What is made in parts is what is made at once, and goes on where it was
/// stopped.
#[test]
fn parts_are_joined_to_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let make = |name: &str, more: &[&str]| {
        let out = path(name);
        let out = out.to_str().unwrap();
        let recipe = ["book", "--plies", "2", "--playouts", "2", "--out", out];
        let output = host_sim(&[&recipe, more].concat());
        assert!(output.status.success(), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let told = make("whole", &[]);
    assert!(told.starts_with("941 of 941 boards"), "{told}");
    make("one", &["--shard", "1/2"]);
    make("two", &["--shard", "2/2"]);
    let two = path("two");
    make("one", &["--join", two.to_str().unwrap()]);
    let whole = fs::read_to_string(path("whole")).unwrap();
    assert!(fs::read_to_string(path("one")).unwrap() == whole);

    // Half of the lines are left: the others are made again.
    let lines: Vec<&str> = whole.lines().collect();
    fs::write(path("half"), lines[..lines.len() / 2].join("\n") + "\n")
        .unwrap();
    make("half", &[]);
    assert!(fs::read_to_string(path("half")).unwrap() == whole);

    let out = path("whole");
    let other = ["book", "--playouts", "3", "--out", out.to_str().unwrap()];
    let refused = host_sim(&other);
    assert!(!refused.status.success());
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("made in different ways"), "{told}");
}

/// A move that no search finds is told.
#[test]
fn a_wrong_move_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let out = path.to_str().unwrap();
    let recipe = ["book", "--plies", "1", "--playouts", "2000", "--out", out];
    let made = host_sim(&[&recipe[..], &["--minutes", "1"]].concat());
    assert!(made.status.success(), "{made:?}");
    let text = fs::read_to_string(&path).unwrap();
    let wrong: String = text
        .lines()
        .map(|line| match line.split_once(' ') {
            Some((board, _)) if board.contains('x') => format!("{board} 1\n"),
            _ => format!("{line}\n"),
        })
        .collect();
    fs::write(&path, wrong).unwrap();
    let output = host_sim(&["book", "--out", out, "--check", "20"]);
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("column 1, not "), "{told}");
}

/// A book that other engines made cannot be checked, and that is told.
#[test]
fn a_book_of_other_engines_is_not_taken_for_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book");
    let text = fs::read_to_string(BOOK).unwrap();
    let lines = text.lines().map(|line| match line.split_once(' ') {
        Some(("signature", _)) => "signature 0123456789abcdef\n".into(),
        _ => format!("{line}\n"),
    });
    fs::write(&path, lines.collect::<String>()).unwrap();
    let out = path.to_str().unwrap();
    let output = host_sim(&["book", "--out", out, "--check", "2"]);
    assert!(!output.status.success(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("was made by this engine"), "{told}");
}
