//! Which time counts for a player: what the processors do for it, or what
//! passes on the wall, on a machine that does other things as well.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::common::libraries::{Linked, compile, library};
use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

/// How a library that watches a clock fares against chance in two games.
struct Timing {
    /// The processor time of each of its moves, by its own count, in
    /// milliseconds.
    worked: Vec<f64>,
    /// The time on the wall that went by meanwhile.
    passed: Vec<f64>,
    code: Option<i32>,
    /// What the match prints.
    told: String,
}

/// How the library is asked to play.
#[derive(Clone, Copy)]
enum Player {
    /// As a library.
    Library,
    /// As a program that speaks UGI: a shell, and the judge as its child, whose
    /// clock is that of the processor.
    #[cfg(unix)]
    Program,
}

fn time(macros: &[&str], options: &str) -> Timing {
    time_as(Player::Library, macros, options)
}

fn time_as(player: Player, macros: &[&str], options: &str) -> Timing {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("1.so");
    let told = folder.path().join("told");
    library(&path, Linked::Whole, macros);
    let path = path.display();
    let player = match player {
        Player::Library => format!("so:{options}:{path}"),
        #[cfg(unix)]
        Player::Program => {
            let own = env!("CARGO_BIN_EXE_host-sim");
            format!("ugi:{options}:sh -c '{own} judge {path} --cpu; exit $?'")
        }
    };
    let ended = cargo_bin_cmd!("host-sim")
        .args(["match", "--games=2", "--size=9x9", "--b=random", "--a"])
        .arg(player)
        .env("COUNTED", &told)
        .assert();
    let output = ended.get_output();
    let lines = fs::read_to_string(told).unwrap_or_default();
    let numbers = lines.lines().filter_map(|line| line.split_once(' '));
    let number = |text: &str| -> f64 { text.parse().unwrap() };
    let (worked, passed) = numbers.map(|(a, b)| (number(a), number(b))).unzip();
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    Timing { worked, passed, code: output.status.code(), told }
}

/// The processor time of each move of a library that never fails.
fn counted(macros: &[&str], options: &str) -> Vec<f64> {
    let Timing { worked, code, told, .. } = time(macros, options);
    assert_eq!(code, Some(0), "{told}");
    assert!(!told.contains("forfeit"), "{told}");
    assert!(worked.len() > 4, "{worked:?}");
    worked
}

/// Keeps every core busy while something is done.
fn under_load<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    let cores = thread::available_parallelism().map_or(2, |it| it.get());
    thread::scope(|scope| {
        for _ in 0..2 * cores {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        let result = work();
        done.store(true, Ordering::Relaxed);
        result
    })
}

/// However busy the machine is, a library that looks at the clock on the
/// wall has its full time on the processor.
#[test]
fn nothing_else_takes_time_from_a_library() {
    for scale in [1, 4] {
        let options = format!("movetime=3000,clock=cpu,scale={scale}");
        let macros = ["WALL_MS=60"];
        let moves = under_load(|| counted(&macros, &options));
        let least = 60.0 / f64::from(scale);
        assert!(moves.iter().all(|&ms| ms >= least), "{moves:?}");
    }
}

/// Against the limit counts what the processors did for a library, and
/// nothing else: not how long it waited for one, and not what the clock on the
/// wall says.
#[test]
fn the_processor_time_is_what_decides() {
    // It is done in 60 ms of the processor, for which it has 160. Twice as
    // many others as there are cores let it wait for longer.
    let enough = "movetime=60,grace=100,clock=cpu";
    let busy = under_load(|| time(&["CPU_MS=60"], enough));
    assert_eq!(busy.code, Some(0), "{}", busy.told);
    assert!(!busy.told.contains("forfeit"), "{}", busy.told);
    let passed = busy.passed.iter().copied().fold(0.0, f64::max);
    assert!(passed > 160.0, "nothing was in its way: {passed} ms");

    // However fast the machine is, this is too much.
    let late = time(&["CPU_MS=400"], enough);
    assert_eq!(late.code, Some(3), "{}", late.told);
    assert!(late.told.ends_with(": A time 2\n"), "{}", late.told);
    assert!(late.worked.iter().all(|&ms| ms >= 400.0), "{:?}", late.worked);
}

/// The same for a program of which a child does the work: what that does
/// counts, and nothing else.
#[cfg(unix)]
#[test]
fn the_processor_time_of_children_counts() {
    let enough = "movetime=60,grace=100,clock=cpu";
    let busy = under_load(|| time_as(Player::Program, &["CPU_MS=60"], enough));
    assert_eq!(busy.code, Some(0), "{}", busy.told);
    assert!(!busy.told.contains("forfeit"), "{}", busy.told);
    assert!(busy.worked.iter().all(|&ms| ms >= 60.0), "{:?}", busy.worked);
    let passed = busy.passed.iter().copied().fold(0.0, f64::max);
    assert!(passed > 160.0, "nothing was in its way: {passed} ms");

    let late = time_as(Player::Program, &["CPU_MS=400"], enough);
    assert_eq!(late.code, Some(3), "{}", late.told);
    assert!(late.told.ends_with(": A time 2\n"), "{}", late.told);
}

/// A library that takes the ticks of `clock()` for milliseconds has as many
/// of them as it wants, and only then.
#[test]
fn ticks_are_what_they_are_said_to_be() {
    let macros = ["CLOCK_MS=40"];
    let milliseconds = counted(&macros, "movetime=3000,ticks=1000");
    assert!(milliseconds.iter().all(|&ms| ms >= 39.0), "{milliseconds:?}");
    let tenths = counted(&macros, "movetime=3000,ticks=10000");
    assert!(tenths.iter().all(|&ms| ms >= 3.9), "{tenths:?}");
    let quickest = tenths.iter().copied().fold(f64::MAX, f64::min);
    assert!(quickest < 20.0, "{tenths:?}");
}

/// What each of the clocks says is scaled, and so is what the C++ library
/// makes of them.
#[test]
fn every_clock_runs_faster() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("1.so");
    library(&path, Linked::Whole, &["ALL_CLOCKS"]);
    // It works until the real clock of its thread has counted 50 ms.
    let fast = told(&path, &["--scale=1000", "--cpu"]);
    assert_eq!(fast.len(), 10, "{fast:?}");
    for (name, ms) in fast {
        assert!(ms >= 40_000.0, "{name} {ms}");
    }
}

/// What a library says about one move, as numbers by name, under these options
/// of the judge.
fn told(library: &Path, options: &[&str]) -> Vec<(String, f64)> {
    let ended = cargo_bin_cmd!("host-sim")
        .arg("judge")
        .arg(library)
        .args(options)
        .write_stdin("position fen 4/4/4/4 x\ngo\nquit\n")
        .timeout(Duration::from_secs(90))
        .assert()
        .success();
    let text = String::from_utf8_lossy(&ended.get_output().stderr);
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    let number = |(name, ms): (&str, &str)| {
        ms.parse().ok().map(|ms: f64| (name.to_owned(), ms))
    };
    lines.filter_map(number).collect()
}

/// A library that waits until its clock shows a moment waits until then, and not
/// until the system's clock shows it, which is minutes behind by now.
#[test]
fn waits_end_by_the_clock_that_is_seen() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("1.so");
    compile("waiting.cpp", &path, Linked::Whole, &[]);
    let waits = told(&path, &["--scale=1000"]);
    assert_eq!(waits.len(), 8, "{waits:?}");
    for (name, ms) in waits {
        // A hundred seconds of a clock that runs a thousand times as fast.
        assert!(ms >= 99.0, "{name} {ms}");
    }
}
