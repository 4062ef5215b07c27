//! Players in other processes: good ones play, bad ones lose, and the match
//! goes on.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;

use assert_cmd::cargo::cargo_bin_cmd;
#[cfg(target_os = "linux")]
use boards::serial::pseudo_terminal;
use host_sim::matches::{GameResult, Record};
#[cfg(target_os = "linux")]
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// The last line of a match and its games, from the view of a player.
fn play(name: &str, player: &str, games: u64) -> (String, Vec<Record>) {
    let out = folder().join(format!("{name}.jsonl"));
    let _ = fs::remove_file(&out);
    let output = cargo_bin_cmd!("host-sim")
        .args(["match", "--a", player, "--b", "random", "--size", "9x9"])
        .args(["--games", &games.to_string(), "--out"])
        .arg(&out)
        .env("POCKETFOUR_MOVETIME", "20")
        .unwrap();
    let text = fs::read_to_string(&out).unwrap();
    let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
    (String::from_utf8(output.stdout).unwrap(), games.collect())
}

/// All games are lost for this reason.
fn loses(name: &str, player: &str, reason: &str) {
    let (score, games) = play(name, player, 4);
    assert!(score.starts_with("+0 =0 -4 0.0% Elo -inf"), "{name}: {score}");
    for game in games {
        assert_eq!(game.result, GameResult::B, "{name}");
        assert!(game.reason.contains(reason), "{name}: {}", game.reason);
    }
}

/// A program that answers `go` with this piece of shell script.
fn script(name: &str, answer: &str) -> String {
    let path = folder().join(format!("{name}.sh"));
    let text = format!(
        "while read -r line; do case $line in\n\
         ugi) echo ugiok;;\n\
         isready) echo readyok;;\n\
         go*) {answer};;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    fs::write(&path, text).unwrap();
    format!("ugi:movetime=100,grace=400:sh {}", path.display())
}

/// A board at a serial port: the desktop's session behind a pseudo terminal,
/// which is unplugged after a number of lines, if it is.
#[cfg(target_os = "linux")]
fn board(unplugged_after: Option<usize>) -> String {
    let (mut to_player, port) = pseudo_terminal().unwrap();
    let mut session = Command::new(env!("CARGO_BIN_EXE_host-sim"))
        .args(["ugi", "--terminal"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Held open, as a board holds its end, and raw from the beginning.
    let held = File::options().read(true).write(true).open(&port).unwrap();
    let mut modes = tcgetattr(&held).unwrap();
    modes.make_raw();
    tcsetattr(&held, OptionalActions::Now, &modes).unwrap();
    let from_player = BufReader::new(to_player.try_clone().unwrap());
    let mut input = session.stdin.take().unwrap();
    let mut output = session.stdout.take().unwrap();
    thread::spawn(move || io::copy(&mut output, &mut to_player));
    thread::spawn(move || {
        let lines = from_player.lines().map_while(Result::ok);
        for line in lines.take(unplugged_after.unwrap_or(usize::MAX)) {
            writeln!(input, "{line}").unwrap();
        }
        session.kill().unwrap();
        session.wait().unwrap();
        drop(held);
    });
    port.into_os_string().into_string().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn one_at_a_serial_port() {
    let player = format!("serial:nodes=20:{}", board(None));
    let (score, games) = play("serial", &player, 2);
    assert_eq!(games.len(), 2);
    for game in games {
        let reason = game.reason.as_str();
        let is_over = ["four in a line", "board full"];
        assert!(is_over.contains(&reason), "{score} {reason}");
    }

    // And one that is unplugged.
    let player = format!("serial:nodes=20:{}", board(Some(12)));
    let (_, games) = play("unplugged", &player, 2);
    let reasons: Vec<_> = games.iter().map(|game| &game.reason).collect();
    assert!(reasons[0].contains("it was unplugged"), "{reasons:?}");
    assert!(reasons[1].contains("there is no port"), "{reasons:?}");
}

#[test]
fn one_that_crashes() {
    loses("crash", &script("crash", "kill -9 $$"), "signal: 9");
    loses("leave", &script("leave", "exit 3"), "exit status: 3");
}

#[test]
fn one_that_hangs() {
    loses("hang", &script("hang", "sleep 2"), "no answer in time");
}

#[test]
fn one_that_plays_illegally() {
    let player = script("illegal", "echo bestmove 12");
    loses("illegal", &player, "illegal move: no column 12");
}

#[test]
fn one_that_writes_garbage() {
    let garbage = "head -c 5000 /dev/urandom; echo; echo bestmove banana";
    loses("garbage", &script("garbage", garbage), "`bestmove banana` is no");
    loses("flood", &script("flood", "exec yes garbage"), "wrote garbage");
}

/// A player that cannot start ends the match before the first game: a win
/// that was not played is none.
#[test]
fn one_that_is_not_there() {
    for player in ["ugi:/no/such/program", "ugi:true", "so:/no/such/library.so"]
    {
        for sides in [["--a", "--b"], ["--b", "--a"]] {
            let refused = cargo_bin_cmd!("host-sim")
                .args(["match", sides[0], player, sides[1], "random"])
                .args(["--games", "2"])
                .assert()
                .code(2);
            let output = refused.get_output();
            assert!(output.stdout.is_empty(), "{player}");
            let text = String::from_utf8_lossy(&output.stderr);
            let why = format!("{player} cannot play: the program ended");
            assert!(text.contains(&why), "{text}");
        }
    }
}

/// Two players who make the same moves from the same seeds.
fn play_the_same(one: (&str, &str), two: (&str, &str)) {
    let [(score, one), (_, two)] =
        [one, two].map(|(name, player)| play(name, player, 4));
    assert!(score.starts_with("+4 =0 -0"), "{score}");
    for game in one {
        let other = two.iter().find(|other| other.game == game.game);
        assert_eq!(other.unwrap().moves, game.moves);
    }
}

#[test]
fn a_program_plays_the_same_as_the_engine() {
    let own = env!("CARGO_BIN_EXE_host-sim");
    let program = format!("ugi:nodes=200:{own} ugi");
    let engine = "engine:nodes=200,pool=1000000";
    play_the_same(("engine", engine), ("program", &program));
}

#[test]
#[ignore = "needs QEMU and the image of cargo xtask firmware"]
fn the_chip_plays_the_same_as_the_engine() {
    let engine = "engine:chip=m4,nodes=12000";
    play_the_same(("chip", engine), ("qemu", "qemu:nodes=12000"));
}

/// A library from `data/players`, with a fault or without.
fn library(fault: Option<&str>) -> String {
    let name = format!("lib{}.so", fault.unwrap_or("leftmost"));
    let path = folder().join(name);
    let source =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/players/leftmost.rs");
    let mut rustc = Command::new("rustc");
    rustc.args(["--edition", "2024", "--crate-type", "cdylib", "-o"]);
    rustc.arg(&path).arg(source);
    if let Some(fault) = fault {
        rustc.env("FAULT", fault);
    }
    assert!(rustc.status().unwrap().success());
    format!("so:movetime=300,grace=400:{}", path.display())
}

#[test]
fn libraries_of_the_judge() {
    let (score, games) = play("leftmost", &library(None), 4);
    assert!(score.starts_with('+'), "{score}");
    for game in games {
        let outcome = game.replay().unwrap().outcome();
        assert!(outcome.is_some(), "{}", game.reason);
    }
    loses("lib crash", &library(Some("crash")), "signal: 6");
    loses("lib hang", &library(Some("hang")), "no answer in time");
    loses("lib nothing", &library(Some("nothing")), "is no move");
    loses("lib floats", &library(Some("floats")), "(0,0)` is no move");
}

/// The engine's own library, built as a user would build it.
fn own_library() -> PathBuf {
    let target = folder().join("libpocketfour");
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

#[test]
fn the_engine_enters_the_judge() {
    let player = format!("so:{}", own_library().display());
    let (score, games) = play("own library", &player, 4);
    assert!(score.starts_with("+4 =0 -0"), "{score}");
    assert!(games.iter().all(|game| game.replay().is_some()));
}
