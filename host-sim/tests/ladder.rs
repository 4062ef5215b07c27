//! A folder of libraries in C++, as they are written for the original judge,
//! and what the ladder makes of them.

use std::fs;
use std::path::Path;

use crate::common::libraries::{Linked, compile, library};
use crate::common::{host_sim, outcome, refused};
use assert_cmd::cargo::cargo_bin_cmd;
use host_sim::matches::{GameResult, Record};
use host_sim::players::{Forfeit, Spec};
use tempfile::TempDir;

/// Ten libraries and more, some of them with peculiarities.
fn folder() -> (TempDir, usize) {
    let folder = TempDir::new().unwrap();
    let make = |name: &str, linked, macros: &[&str]| {
        library(&folder.path().join(name), linked, macros);
    };
    for number in [2, 4, 6, 8, 10, 20] {
        let shift = format!("SHIFT={number}");
        make(&format!("lib{number}.so"), Linked::Whole, &[&shift]);
    }
    make("lib3.so", Linked::Bare, &["SHIFT=1"]);
    make("lib30.so", Linked::Bare, &["SHIFT=5"]);
    make("lib40.so", Linked::Whole, &["MEMORY"]);
    make("lib50.so", Linked::Bare, &["MEMORY", "SHIFT=3"]);
    // Ten milliseconds, by a clock that counts them.
    make("lib60.so", Linked::Whole, &["CLOCK_MS=10"]);
    fs::write(folder.path().join("notes.txt"), "no library").unwrap();
    (folder, 11)
}

fn records(path: &Path) -> Vec<Record> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn number(record: &Record) -> u32 {
    let (_, name) = record.b.rsplit_once("lib").unwrap();
    name.trim_end_matches(".so").parse().unwrap()
}

/// Games won, drawn and lost, as a row of the table has them.
fn counts(row: &str) -> Vec<usize> {
    let cells = row.split(" | ").skip(1).take(3);
    cells.map(|cell| cell.parse().unwrap()).collect()
}

/// Games won, drawn and lost, as these records have them.
fn totals<'a>(games: impl Iterator<Item = &'a Record> + Clone) -> Vec<usize> {
    let results = [GameResult::A, GameResult::Draw, GameResult::B];
    let count = |wanted: GameResult| {
        games.clone().filter(|game| game.result == wanted).count()
    };
    results.map(count).to_vec()
}

#[test]
fn every_library_of_a_folder_is_played() {
    let (folder, count) = folder();
    let report = folder.path().join("report");
    let ladder = |more: &[&str]| {
        let mut command = cargo_bin_cmd!("host-sim");
        command.arg("ladder").arg(folder.path()).args([
            "--a=engine:nodes=200,pool=1000",
            "--options=clock=cpu,ticks=1000",
            "--games=4",
            "--report",
        ]);
        command.arg(&report).args(more).assert().success()
    };
    let printed = |more: &[&str]| {
        String::from_utf8(ladder(more).get_output().stdout.clone()).unwrap()
    };
    let text = printed(&[]);
    let games = records(&report.join("games.jsonl"));
    assert_eq!(games.len(), 4 * count);
    for game in &games {
        assert_eq!(game.forfeit(), None, "{}: {}", game.b, game.reason);
        assert!(game.replay().unwrap().outcome().is_some());
    }
    let mut order: Vec<u32> = games.iter().map(number).collect();
    order.dedup();
    assert_eq!(order, [2, 3, 4, 6, 8, 10, 20, 30, 40, 50, 60]);

    // The table has what was played.
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with("| so:")).collect();
    assert_eq!(rows.len(), count, "{text}");
    for (row, number) in rows.iter().zip(order) {
        assert!(row.contains(&format!("/lib{number}.so | ")), "{row}");
        let own = games.iter().filter(|it| self::number(it) == number);
        assert_eq!(own.clone().count(), 4);
        assert_eq!(counts(row), totals(own), "{row}");
        assert!(row.ends_with("| none |"), "{row}");
    }
    let all = text.lines().last().unwrap();
    assert!(all.starts_with("| all with a result | "), "{all}");
    assert_eq!(counts(all), totals(games.iter()), "{all}");

    // Nothing is left to be played, and the same is said about it.
    assert_eq!(printed(&["--resume"]), text);
    assert_eq!(records(&report.join("games.jsonl")), games);
    let page = fs::read_to_string(report.join("index.html")).unwrap();
    assert!(page.contains("lib60.so"), "{page}");
}

#[test]
fn a_library_that_fails_is_no_win() {
    let folder = TempDir::new().unwrap();
    library(&folder.path().join("1.so"), Linked::Whole, &["SHIFT=1"]);
    library(&folder.path().join("2.so"), Linked::Whole, &["ILLEGAL"]);
    let out = folder.path().join("games.jsonl");
    let ended = cargo_bin_cmd!("host-sim")
        .arg("ladder")
        .arg(folder.path())
        .args(["--a=random", "--out"])
        .arg(&out)
        .assert()
        .code(3);
    let text = String::from_utf8_lossy(&ended.get_output().stdout);
    let kinds: Vec<_> = records(&out).iter().map(Record::forfeit).collect();
    assert_eq!(kinds[2..], [Some(Forfeit::Illegal); 2]);
    assert!(text.contains("2.so: not a result: 2 of 2 games"), "{text}");
    let row = "| 2 | 0 | 0 | no result | - | B illegal 2 |";
    assert!(text.contains(row), "{text}");
    assert!(!text.lines().last().unwrap().contains("| 4 |"), "{text}");
}

#[test]
fn mistakes_are_told_before_the_first_game() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().to_str().unwrap();
    let told = refused(&["ladder", path]);
    assert!(told.contains("there is no library (*.so)"), "{told}");
    let told = refused(&["ladder", "/no/such/folder"]);
    assert!(told.contains("No such file"), "{told}");
    fs::write(folder.path().join("1.so"), "no library").unwrap();
    let told = refused(&["ladder", path]);
    assert!(told.contains("1.so cannot play: the program ended"), "{told}");
    // All that cannot play are named at once.
    library(&folder.path().join("2.so"), Linked::Whole, &[]);
    for bad in ["3.so", "10.so"] {
        fs::write(folder.path().join(bad), "no library").unwrap();
    }
    let (code, told) = outcome(&["ladder", path]);
    assert_eq!(code, Some(2), "{told}");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "error: 3 players cannot play");
    for (line, name) in lines[1..].iter().zip(["1", "3", "10"]) {
        let start = format!("so:{path}/{name}.so cannot play: the program ");
        assert!(line.starts_with(&start), "{told}");
    }
    assert_eq!(lines.len(), 4, "{told}");
    let told = refused(&["ladder", path, "--options", "nodes=5"]);
    assert!(told.contains("a library does not: give movetime"), "{told}");
    let told = refused(&["ladder", path, "--options", "sclae=5"]);
    assert!(told.contains("no option `sclae`: there are"), "{told}");
}

/// Without the C++ runtime, one line says what to install: whatever of it is
/// missed first, and if the library names it and it is not there.
#[test]
fn a_runtime_that_is_not_there_is_named() {
    let folder = TempDir::new().unwrap();
    // Found first, and no library.
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    fs::write(empty.join("libstdc++.so.6"), "").unwrap();
    let path = |name: &str| folder.path().join(name);
    library(&path("1.so"), Linked::Bare, &[]);
    compile("catching.cpp", &path("2.so"), Linked::Bare, &[]);
    library(&path("3.so"), Linked::Whole, &[]);
    // The same, with a runtime that no computer has.
    let mut named = fs::read(path("3.so")).unwrap();
    let runtime = b"libstdc++.so.6";
    let place = named.windows(runtime.len()).position(|it| it == runtime);
    named[place.unwrap() + runtime.len() - 1] = b'0';
    fs::write(path("3.so"), named).unwrap();
    for (name, why) in [
        ("1.so", "undefined symbol: _Z"),
        ("2.so", "undefined symbol: __gxx_personality_v0"),
        ("3.so", "libstdc++.so.0: cannot open shared object file"),
    ] {
        let player = format!("so:{}", path(name).display());
        let ended = cargo_bin_cmd!("host-sim")
            .args(["match", "--games=2", "--b=random", "--a", &player])
            .env("LD_LIBRARY_PATH", &empty)
            .assert()
            .code(2);
        let told = String::from_utf8_lossy(&ended.get_output().stderr);
        let what = format!("{name} cannot play: the program ended");
        assert!(told.contains(&what) && told.contains(why), "{told}");
        let next = ": it needs the C++ runtime: install libstdc++6, or \
                    whatever has libstdc++.so.6 here";
        assert!(told.trim_end().ends_with(next), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
    }
    // The second of them plays where the runtime is.
    let player = format!("so:{}", path("2.so").display());
    host_sim(&["match", "--games=2", "--b=random", "--a", &player]).success();
}

/// The libraries with a memory play illegally if they are let: a second
/// game in the same process.
#[test]
fn a_library_may_remember() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("1.so");
    library(&path, Linked::Bare, &["MEMORY"]);
    let game = "uginewgame\nposition fen 4/4/4/4 x\ngo\n";
    let ended = cargo_bin_cmd!("host-sim")
        .arg("judge")
        .arg(&path)
        .write_stdin(game.repeat(2))
        .assert()
        .success();
    let text = String::from_utf8_lossy(&ended.get_output().stdout);
    let answers: Vec<&str> =
        text.lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(answers, ["bestmove 1", "bestmove (-1,-1)"]);
}

/// What decides about time is told by `--help` and by the page, with examples
/// that can be typed.
#[test]
fn help_tells_the_options_and_the_exit_codes() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/JUDGE.md");
    let page = fs::read_to_string(page).unwrap();
    for command in ["match", "ladder"] {
        let help = host_sim(&[command, "--help"]).success();
        let text = String::from_utf8_lossy(&help.get_output().stdout);
        for (option, example) in [
            ("clock=cpu", "ugi:clock=cpu,movetime=500:./player"),
            ("grace=N", "ugi:movetime=500,grace=20:./player"),
            ("scale=K", "so:movetime=3000,scale=5:player.so"),
            ("ticks=N", "so:clock=cpu,ticks=1000:player.so"),
            ("set.NAME=V", "ugi:nodes=500,set.Hash=64:./player"),
        ] {
            assert!(text.contains(&format!("\n  {option} ")), "{text}");
            assert!(text.contains(&format!(" {example}\n")), "{text}");
            assert!(page.contains(&format!("| `{option}` | ")), "{option}");
            assert!(page.contains(&format!(" `{example}` |")), "{example}");
            example.parse::<Spec>().unwrap();
        }
        for line in ["Exit codes:", "  0  played;", "  2  not", "  3  played,"]
        {
            assert!(text.contains(line), "{command}: {text}");
        }
    }
}
