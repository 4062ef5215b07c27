//! Players in other processes: good ones play, bad ones lose, and the match
//! goes on.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::own_library;
use assert_cmd::cargo::cargo_bin_cmd;
#[cfg(target_os = "linux")]
use boards::serial::pseudo_terminal;
use host_sim::matches::{GameResult, Record};
use host_sim::players::Forfeit;
#[cfg(target_os = "linux")]
use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

fn folder() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
}

/// The last line of a match and its games, from the view of a player, and
/// the exit code.
fn ended(
    name: &str,
    player: &str,
    games: u64,
    more: &[&str],
) -> (String, Vec<Record>, Option<i32>) {
    let out = folder().join(format!("{name}.jsonl"));
    let _ = fs::remove_file(&out);
    let ended = cargo_bin_cmd!("host-sim")
        .args(["match", "--a", player, "--b", "random", "--size", "9x9"])
        .args(["--games", &games.to_string(), "--out"])
        .arg(&out)
        .args(more)
        .env("POCKETFOUR_MOVETIME", "20")
        .assert();
    let output = ended.get_output();
    let text = fs::read_to_string(&out).unwrap();
    let games = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let printed = String::from_utf8(output.stdout.clone()).unwrap();
    (printed, games.collect(), output.status.code())
}

/// The last line of a match that has a result, and its games.
fn play(name: &str, player: &str, games: u64) -> (String, Vec<Record>) {
    let (score, games, code) = ended(name, player, games, &[]);
    assert_eq!(code, Some(0), "{name}: {score}");
    (score, games)
}

/// All games are forfeits of this kind, for this reason, and there is no
/// result.
fn forfeits(name: &str, player: &str, kind: Forfeit, reason: &str) {
    let (told, games, code) = ended(name, player, 2, &[]);
    let none = "not a result: 2 of 2 games are forfeits, more than 10%: A";
    assert_eq!(told, format!("{none} {kind} 2\n"), "{name}");
    assert_eq!((code, games.len()), (Some(3), 2), "{name}");
    for game in games {
        assert_eq!(game.result, GameResult::B, "{name}");
        assert_eq!(game.forfeit, Some(kind), "{name}: {}", game.reason);
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
    let (told, games, code) = ended("unplugged", &player, 2, &[]);
    assert!(told.ends_with(": A crash 2\n") && code == Some(3), "{told}");
    let reasons: Vec<_> = games.iter().map(|game| &game.reason).collect();
    assert!(reasons[0].contains("it was unplugged"), "{reasons:?}");
    assert!(reasons[1].contains("there is no port"), "{reasons:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_last_answer_of_a_serial_port_is_waited_for() {
    let mut serial = cargo_bin_cmd!("host-sim");
    let port = board(None);
    let input = "ugi\nisready\ngo movetime 1500\n";
    let output = serial.args(["serial", &port]).write_stdin(input).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("ugiok\nreadyok\n"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("bestmove"), "{text}");
}

#[test]
fn one_that_crashes() {
    let kind = Forfeit::Crash;
    forfeits("crash", &script("crash", "kill -9 $$"), kind, "signal: 9");
    forfeits("leave", &script("leave", "exit 3"), kind, "exit status: 3");
    let flood = "seq 100000 >&2; echo that was it >&2; exit 3";
    let told = "exit status: 3 - that was it";
    forfeits("errors", &script("errors", flood), kind, told);
    let closed = script("deaf", "exec 1>&-; exec sleep 60");
    forfeits("deaf", &closed, kind, "closed its output");
}

#[test]
fn one_that_hangs() {
    let (kind, told) = (Forfeit::Hang, "no answer in time");
    forfeits("hang", &script("hang", "exec sleep 60"), kind, told);
    let blind = script("blind", "exec 0<&-; exec sleep 60");
    forfeits("blind", &blind, kind, told);
}

/// The answer comes, but later than it may.
#[test]
fn one_that_is_late() {
    let player = script("late", "sleep 3; echo bestmove 1");
    let player = player.replace("grace=400", "grace=2000");
    forfeits("late", &player, Forfeit::Time, " of 100 ms on the wall");
}

/// Who knows the position and does not say that he is ready has begun to think.
#[test]
fn one_that_thinks_before_it_is_ready() {
    let player = script("early", "echo bestmove 1");
    let path = folder().join("early.sh");
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replace("go*)", "position*) sleep 1;;\ngo*)");
    fs::write(&path, text).unwrap();
    forfeits("early", &player, Forfeit::Time, " of 100 ms on the wall");
}

#[test]
fn one_that_plays_illegally() {
    let kind = Forfeit::Illegal;
    let player = script("illegal", "echo bestmove 12");
    forfeits("illegal", &player, kind, "illegal move: no column 12");
    let twice = script("twice", "echo bestmove 1; echo bestmove 1");
    let (_, games, _) = ended("twice", &twice, 2, &[]);
    for game in games {
        // A second answer is none to the next question.
        assert_eq!(game.forfeit(), None, "{}", game.reason);
    }
}

#[test]
fn one_that_writes_garbage() {
    let garbage = "head -c 5000 /dev/urandom; echo; echo bestmove banana";
    let told = "`bestmove banana` is no";
    let player = script("garbage", garbage);
    forfeits("garbage", &player, Forfeit::Illegal, told);
    // Without an end, with lines and without.
    for (name, flood) in [("flood", "yes garbage"), ("zeros", "cat /dev/zero")]
    {
        let player = script(name, &format!("exec {flood}"));
        forfeits(name, &player, Forfeit::Hang, "no answer in time, but ");
    }
}

/// A player that says much while it thinks is no worse than others.
#[test]
fn one_that_talks_much() {
    let talk = "seq -f 'info nodes 7 string line %g' 60000; echo bestmove 1";
    let player = script("talkative", talk).replace("=400", "=20000");
    let (score, games) = play("talkative", &player, 2);
    assert!(!score.contains("forfeit"), "{score}");
    for game in games {
        let said = game.playouts.iter().flatten().copied().max();
        assert_eq!(said, Some(7), "{game:?}");
    }
}

/// A few forfeits are counted apart; how many are too many can be said.
#[test]
fn one_that_fails_now_and_then() {
    let player = script("unsteady", "exit 3");
    let (told, _, code) = ended("allowed", &player, 2, &["--forfeits", "100"]);
    assert!(told.starts_with("+0 =0 -2 0.0% Elo -inf"), "{told}");
    assert!(told.ends_with(", forfeits: A crash 2\n"), "{told}");
    assert_eq!(code, Some(0));
}

/// A player that cannot start ends the match before the first game: a win
/// that was not played is none.
#[test]
fn one_that_is_not_there() {
    let text = folder().join("text.so");
    fs::write(&text, "This is no library.").unwrap();
    let text = format!("so:{}", text.display());
    let closed = "ugi:sh -c 'exec 0<&-; echo ugiok; exec sleep 60'";
    let players = ["ugi:/no/such/program", "ugi:true", closed];
    let libraries = ["so:/no/such/library.so", text.as_str()];
    for player in players.into_iter().chain(libraries) {
        for sides in [["--a", "--b"], ["--b", "--a"]] {
            let refused = cargo_bin_cmd!("host-sim")
                .args(["match", sides[0], player, sides[1], "random"])
                .args(["--games", "2"])
                .assert()
                .code(2);
            let output = refused.get_output();
            assert!(output.stdout.is_empty(), "{player}");
            let text = String::from_utf8_lossy(&output.stderr);
            let why = format!("{player} cannot play: the program ");
            assert!(text.contains(&why), "{text}");
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    }
}

/// One that says nothing is waited for, but not for long.
#[test]
fn one_that_hangs_at_the_start() {
    let begun = Instant::now();
    let refused = cargo_bin_cmd!("host-sim")
        .args(["match", "--a=random", "--b=ugi:sleep 60", "--games=2"])
        .assert()
        .code(2);
    let output = refused.get_output();
    assert!(output.stdout.is_empty(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    let why = "error: ugi:sleep 60 cannot play: no answer in time\n";
    assert_eq!(told, why);
    assert!(begun.elapsed() >= Duration::from_secs(10), "{begun:?}");
    assert!(begun.elapsed() < Duration::from_secs(50), "{begun:?}");
}

/// Two players that begin once, for the look before the match, and then no
/// more: neither has won anything.
#[test]
fn two_that_do_not_begin() {
    let out = folder().join("neither.jsonl");
    let _ = fs::remove_file(&out);
    let player = |name: &str| {
        let count = folder().join(format!("{name}.count"));
        fs::write(&count, "").unwrap();
        let path = folder().join(format!("{name}.sh"));
        let text = format!(
            "n=$(cat {count}); echo \"x$n\" > {count}\n\
             [ \"$n\" ] && exit 3\n\
             while read -r line; do case $line in\n\
             ugi) echo ugiok;;\n\
             isready) echo readyok;;\n\
             quit) exit;;\n\
             esac; done\n",
            count = count.display()
        );
        fs::write(&path, text).unwrap();
        format!("ugi:sh {}", path.display())
    };
    let ended = cargo_bin_cmd!("host-sim")
        .args(["match", "--games=2", "--threads=1", "--a", &player("ill")])
        .args(["--b", &player("poorly"), "--out"])
        .arg(&out)
        .assert()
        .code(2);
    let output = ended.get_output();
    assert!(output.stdout.is_empty(), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    let why = "game 0: neither player can begin: A: the program ended: exit \
               status: 3; B: the program ended: exit status: 3; with --out";
    assert!(told.contains(why), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert_eq!(fs::read_to_string(&out).unwrap(), "");
}

/// The options of a program reach it; one that it does not have ends the match
/// before the first game, and so does a value that it refuses.
#[test]
fn one_with_options() {
    let heard = folder().join("options.txt");
    let path = folder().join("options.sh");
    let text = format!(
        "while read -r line; do echo \"$line\" >> {}; case $line in\n\
         ugi) echo option name Hash Size type spin; \
         echo option name Pool type spin; echo ugiok;;\n\
         *'value 13') echo error unlucky;;\n\
         isready) echo readyok;;\n\
         go*) echo bestmove 1;;\n\
         quit) exit;;\n\
         esac; done\n",
        heard.display()
    );
    fs::write(&path, text).unwrap();
    let of = |options: &str| format!("ugi:{options}:sh {}", path.display());
    let lines = |options: &str, code: i32| {
        let _ = fs::remove_file(&heard);
        let ended = cargo_bin_cmd!("host-sim")
            .args(["match", "--b=random", "--games=1", "--size=9x9", "--a"])
            .arg(of(options))
            .assert()
            .code(code);
        let told = String::from_utf8_lossy(&ended.get_output().stderr);
        (fs::read_to_string(&heard).unwrap(), told.into_owned())
    };
    let (said, _) = lines("set.hash size=64,pool=99", 0);
    let set: Vec<&str> =
        said.lines().filter(|line| line.starts_with("setoption")).collect();
    let (first, rest) = set.split_at(2);
    let expected =
        ["setoption name hash size value 64", "setoption name Pool value 99"];
    assert_eq!(first, expected);
    // Once more for the game itself, before any move.
    assert_eq!(rest, expected);
    let (before, _) = said.split_once("\ngo").unwrap();
    assert_eq!(before.matches("setoption").count(), 4, "{said}");

    for (options, why) in
        [("set.Depth=5", "it has no option Depth"), ("set.Pool=13", "unlucky")]
    {
        let (said, told) = lines(options, 2);
        assert!(!said.contains("uginewgame"), "{said}");
        let why = format!(" cannot play: {why}\n");
        assert!(told.ends_with(&why), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
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
    for (fault, kind, told) in [
        ("crash", Forfeit::Crash, "signal: 6"),
        ("hang", Forfeit::Hang, "no answer in time"),
        ("nothing", Forfeit::Illegal, "is no move"),
        ("floats", Forfeit::Illegal, "(0,0)` is no move"),
    ] {
        let name = format!("lib {fault}");
        forfeits(&name, &library(Some(fault)), kind, told);
    }
}

#[test]
fn the_engine_enters_the_judge() {
    let player = format!("so:{}", own_library().display());
    let (score, games) = play("own library", &player, 4);
    assert!(score.starts_with("+4 =0 -0"), "{score}");
    assert!(games.iter().all(|game| game.replay().is_some()));
}
