//! A tree that grows for long stays sound.

use crate::common::outcome;

#[test]
fn a_tree_stays_sound() {
    let few = ["endure", "--playouts", "300000", "--every", "60000"];
    let (code, text) = outcome(&few);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.starts_with("300000 playouts on 12x12: sound"), "{text}");
    assert!(!text.contains(" 0 entries used again"), "{text}");
}

#[test]
fn a_board_that_is_none_is_refused() {
    let (code, text) = outcome(&["endure", "--board", "3x3"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("both from 4 to 12"), "{text}");
}
