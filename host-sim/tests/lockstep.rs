//! The engine searches as the specification says, node by node.

use std::num::NonZeroUsize;

use host_sim::{BoardSize, lockstep};

#[test]
fn the_searches_are_the_same() {
    let threads = NonZeroUsize::new(2).unwrap();
    // The long wins after the first.
    let long = [199, 299, 399];
    let result = lockstep::run((0..160).chain(long), 1, None, threads, || {});
    assert!(result.is_ok(), "{}", result.unwrap_err());
}

#[test]
fn they_are_the_same_on_the_smallest_board() {
    let size = Some(BoardSize { rows: 4, columns: 4 });
    let result = lockstep::run(0..200, 2, size, NonZeroUsize::MIN, || {});
    assert!(result.is_ok(), "{}", result.unwrap_err());
}
