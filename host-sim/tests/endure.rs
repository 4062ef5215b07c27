//! A tree that grows for long stays sound.

use assert_cmd::cargo::cargo_bin_cmd;

fn endure(arguments: &[&str]) -> (Option<i32>, String) {
    let output = cargo_bin_cmd!("host-sim")
        .arg("endure")
        .args(arguments)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    (output.status.code(), text + &errors)
}

#[test]
fn a_tree_stays_sound() {
    let few = ["--playouts", "300000", "--every", "60000"];
    let (code, text) = endure(&few);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("300000 playouts on 12x12: sound"), "{text}");
    assert!(!text.contains(" 0 entries used again"), "{text}");
}

#[test]
fn a_board_that_is_none_is_refused() {
    let (code, text) = endure(&["--board", "3x3"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("both from 4 to 12"), "{text}");
}
