//! A soak notices what is wrong, and nothing where nothing is.

fn soak(program: &[&str]) -> (Option<i32>, String) {
    let options = ["soak", "--games", "4", "--movetime", "20", "--"];
    crate::common::outcome(&[&options, program].concat())
}

/// A program that answers `go` with these lines, and tells these times.
fn script(answer: &str, uptime: &str) -> String {
    format!(
        r#"up={uptime}
while read -r word rest; do case "$word" in
ugi) echo ugiok;; isready) echo readyok;;
sysinfo) up=$((up - 1)); echo "sysinfo uptime $up ms"
echo "sysinfo stack 10 of 20 bytes"; echo "sysinfo pool 1 nodes"
echo "sysinfo dropped 0 lines of output, lost 0 of input";;
go) {answer};; quit) exit;; esac; done"#
    )
}

#[cfg(unix)]
#[test]
fn wrong_answers_are_named() {
    for (answer, told) in [
        ("echo info time 1; echo bestmove 99", "the move 99 is illegal"),
        ("echo info time 1; echo bestmove x", "bestmove x came"),
        ("echo info time 1; echo bestmove 0", "bestmove 0 came"),
        ("echo info time 41; echo bestmove 1", "21 ms late"),
        ("echo bestmove 1", "no time was told"),
        ("echo hello", "'hello' came"),
        ("exit 7", "the program ended"),
    ] {
        let script = script(answer, "50");
        let (code, text) = soak(&["sh", "-c", &script]);
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains(told), "{told}: {text}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_started_is_named() {
    let (code, text) = soak(&["no-such-program"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("cannot start"), "{text}");
}
