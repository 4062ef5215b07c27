//! A reader of what a command prints may leave, and no command ends
//! otherwise for it.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::pipe;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{new_file, own_library, printed};
use tempfile::TempDir;

/// A line for each command that prints, quickly done.
fn lines(folder: &Path) -> Vec<Vec<String>> {
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data");
    let book =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/openings/openings.txt");
    let own = env!("CARGO_BIN_EXE_host-sim");
    let games = path("games.jsonl");
    if !Path::new(&games).exists() {
        printed(&["match", "--a=random", "--b=random", "--out", &games]);
        fs::copy(own_library(), folder.join("1.so")).unwrap();
        let first = fs::read_to_string(format!("{data}/tactics.txt")).unwrap();
        let some: String = first.split_inclusive('\n').take(9).collect();
        fs::write(folder.join("puzzles"), some).unwrap();
    }
    let players = "--a=random --b=random --games=2";
    let tune = "tune --base=engine:nodes=9,pool=1000 --size=6x7";
    let climb = path("climb.jsonl");
    let _ = fs::remove_file(&climb);
    [
        "analyze 4/4/4/4|x --nodes=50".to_owned(),
        "bench".to_owned(),
        format!("book --out={} --join {book}", path("book")),
        "diff --positions=500".to_owned(),
        "diff --search --searches=2".to_owned(),
        "endure --playouts=2000".to_owned(),
        format!("ladder {} --a=random --size=9x9", folder.display()),
        format!("match {players}"),
        format!("match {players} --sprt=elo0=0,elo1=9"),
        "match --round-robin=random,perfect:nodes=9 --games=2".to_owned(),
        // More is told on the error stream, from several threads.
        format!("match {players} --threads=1000"),
        "perft --depth=3".to_owned(),
        "perft --depth=3 --distinct".to_owned(),
        "perft --size=4x4 --depth=3 --table".to_owned(),
        format!("replay {games} --list"),
        format!("replay {games} --nodes=1"),
        format!("score {games}"),
        format!("soak --games=1 -- {own} ugi"),
        format!("states --wait=0 --sample=200 -- {own} ugi --pool=1000"),
        format!("suite --playouts=5 --file={}", path("puzzles")),
        format!("{tune} --option=rave --values=1,2 --games=2"),
        format!("{tune} --spsa=rave=9:2 --pairs=1 --out={climb}"),
        "ugi --pool=1000".to_owned(),
    ]
    .map(|line| {
        let words = line.split(' ').map(|word| word.replace('|', " "));
        words.collect()
    })
    .to_vec()
}

/// How a command ends that prints into these.
fn ended(line: &[String], out: Stdio, errors: Stdio) -> (Option<i32>, String) {
    let child = Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .args(line)
        .env("POCKETFOUR_MOVETIME", "5")
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(errors)
        .spawn()
        .unwrap();
    let ended = child.wait_with_output().unwrap();
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    (ended.status.code(), told)
}

/// A stream that nobody reads.
fn unread() -> Stdio {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    writer.into()
}

#[test]
fn a_reader_may_leave() {
    let folder = TempDir::new().unwrap();
    for line in lines(folder.path()) {
        let (code, told) = ended(&line, unread(), Stdio::piped());
        assert_eq!(code, Some(0), "{line:?}: {told}");
        assert!(!told.contains("panic"), "{line:?}: {told}");
        lines(folder.path());
        // As with `2>&1 | head`.
        let (code, _) = ended(&line, unread(), unread());
        assert_eq!(code, Some(0), "{line:?}");
    }
    // Nor is a mistake anything else because nobody reads of it.
    for line in ["no-such-command", "score /no/such/file"] {
        let words = line.split(' ').map(str::to_owned);
        let (code, _) = ended(&Vec::from_iter(words), unread(), unread());
        assert_eq!(code, Some(2), "{line}");
    }
}

/// Every command that prints has a line above.
#[test]
fn no_command_is_left_out() {
    let help = printed(&["--help"]);
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let folder = TempDir::new().unwrap();
    let tried = lines(folder.path());
    let entries = list.lines().filter_map(|it| it.strip_prefix("  "));
    let words = entries.filter_map(|it| it.split(' ').next());
    let names = words.filter(|name| !["", "help"].contains(name));
    let names: Vec<&str> = names.collect();
    assert!(names.len() > 12, "{help}");
    for name in names {
        assert!(tried.iter().any(|line| line[0] == name), "{name}");
    }
}

/// A result that could not be printed is not passed over in silence.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let line = ["match", "--a=random", "--b=random", "--games=2"];
    let full = File::options().write(true).open("/dev/full").unwrap();
    let (code, told) =
        ended(&line.map(str::to_owned), full.into(), Stdio::piped());
    assert_eq!(code, Some(2), "{told}");
    assert!(told.starts_with("error: standard output: No space"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

/// The games go on and are kept.
#[test]
fn games_are_played_to_their_end() {
    let out = new_file("unread.jsonl");
    let _ = fs::remove_file(&out);
    let mut line: Vec<String> =
        ["match", "--round-robin=random,perfect:nodes=9,engine:nodes=9"]
            .map(str::to_owned)
            .to_vec();
    line.extend(["--games=4".to_owned(), format!("--out={}", out.display())]);
    let (code, told) = ended(&line, unread(), Stdio::piped());
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(fs::read_to_string(&out).unwrap().lines().count(), 12);
}
