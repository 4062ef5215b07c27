//! The program as it is released, without arguments and with wrong ones.

use assert_cmd::cargo::cargo_bin_cmd;

fn said(arguments: &[&str], input: &str) -> String {
    let mut program = cargo_bin_cmd!("pocketfour");
    let ended = program.args(arguments).write_stdin(input).assert().success();
    String::from_utf8(ended.get_output().stdout.clone()).unwrap()
}

#[test]
fn programs_are_answered_in_ugi() {
    let text = said(&["--pool", "1000"], "ugi\ngo nodes 50\nquit\n");
    assert!(text.starts_with("id name Pocketfour "), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("bestmove "), "{text}");
}

#[test]
fn people_have_a_console() {
    let text = said(&["--console"], "quit\n");
    assert!(text.starts_with("Pocketfour "), "{text}");
    let version = said(&["--version"], "");
    assert_eq!(
        version,
        concat!("pocketfour ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

#[test]
fn a_wrong_argument_is_refused() {
    let refused = cargo_bin_cmd!("pocketfour").arg("--pol").assert().code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr);
    assert!(text.contains("'--pool'"), "{text}");
}
