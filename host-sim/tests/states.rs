//! Every line in every state of a session, and a program that fails there.

use host_sim::states::StateTable;

fn states(options: &[&str], program: &[&str]) -> (Option<i32>, String) {
    let start = ["states", "--wait", "0"];
    crate::common::outcome(&[&start, options, &["--"], program].concat())
}

#[test]
fn a_sample_that_leaves_lines_out_is_refused() {
    let every = (2..).find(|&it| !StateTable::is_even(it)).unwrap();
    let options = ["--every", &every.to_string()];
    let (code, text) = states(&options, &["true"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("never try some of the lines"), "{text}");
}

/// Every cell is in one part and no other.
#[test]
fn the_session_bears_every_line_in_every_state_in_parts() {
    let own = env!("CARGO_BIN_EXE_host-sim");
    let tried = |part: &str| -> usize {
        let options = ["--shard", part];
        let (code, text) = states(&options, &[own, "ugi", "--pool", "1000"]);
        assert_eq!(code, Some(0), "{text}");
        let (before, _) = text.split_once(" cells, all as").unwrap();
        before.rsplit(['\n', ' ']).next().unwrap().parse().unwrap()
    };
    let all = ["1/3", "2/3", "3/3"].map(tried).iter().sum::<usize>();
    assert_eq!(all, StateTable::cells());
    let both = ["--shard", "1/3", "--sample", "9"];
    let (code, text) = states(&both, &["true"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("cannot be used with"), "{text}");
}

/// A session that knows no `go` answers none.
#[cfg(unix)]
#[test]
fn a_move_that_does_not_come_is_told() {
    let own = env!("CARGO_BIN_EXE_host-sim");
    let script = format!("sed -u /^go/d | {own} ugi --pool 1000");
    let options = ["--sample", "20"];
    let (code, text) = states(&options, &["sh", "-c", &script]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("1 times go, 0 times bestmove"), "{text}");
}
