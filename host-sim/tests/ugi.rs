//! The engine on standard input and output.

use assert_cmd::cargo::cargo_bin_cmd;

/// What the program prints for this input.
fn said(arguments: &[&str], input: &str) -> String {
    let mut ugi = cargo_bin_cmd!("host-sim");
    let output = ugi.arg("ugi").args(arguments).write_stdin(input).unwrap();
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn it_says_nothing_before_it_is_asked() {
    assert_eq!(said(&[], ""), "");
    assert_eq!(said(&[], "isready\nquit\nisready\n"), "readyok\n");
}

#[test]
fn a_search_is_finished_before_the_program_ends() {
    let script = "setoption name Info value off\n\
                  position startpos moves 4 4\ngo nodes 3000";
    assert_eq!(said(&[], script), "bestmove 4\n");
    let endless = said(&[], "go infinite\n");
    assert!(endless.lines().last().unwrap().starts_with("bestmove "));
}

#[test]
fn the_clock_is_real() {
    let started = std::time::Instant::now();
    let answer = said(&[], "position startpos moves 4 4 4\ngo movetime 300\n");
    assert!(started.elapsed().as_millis() >= 300);
    assert!(answer.contains("info time "), "{answer}");
}

#[test]
fn a_bench_is_timed() {
    let answer = said(&[], "bench\n");
    let (_, spent) = answer.trim_end().rsplit_once(" spent ").unwrap();
    assert!(spent.parse::<u64>().unwrap() > 0, "{answer}");
}

#[test]
fn the_console_is_there_for_people() {
    let text = said(&["--console", "--seed", "1"], "level 1\n4\nquit\n");
    assert!(text.starts_with("Pocketfour "), "{text}");
    assert!(text.contains("I am thinking."), "{text}");
    assert!(text.ends_with("Good-bye.\n"), "{text}");
}
