//! A run depends on its seed alone, and on nothing else.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use host_sim::diff::{Plan, read, replay, run};

#[test]
fn every_position_is_counted_on_any_number_of_threads() {
    for threads in [1, 3] {
        let counted = AtomicU64::new(0);
        let threads = NonZeroUsize::new(threads).unwrap();
        let plan = Plan::new(12_345, 3, None);
        let result = run(plan, 3, threads, |positions| {
            counted.fetch_add(positions, Ordering::Relaxed);
        });
        assert!(result.is_ok(), "{}", result.unwrap_err());
        assert_eq!(counted.into_inner(), 12_345);
    }
}

#[test]
fn a_whole_game_is_replayed() {
    let case = "4x4#4,1 1 2 1 2 1 2 3 3 3 4 4 3 2 4 4 - - ~ - 4 4".parse();
    let end = replay(&case.unwrap()).unwrap();
    assert_eq!(end, "#xox/xoxo/xoox/xoxo o");
}

#[test]
fn texts_are_read_by_both() {
    let texts = ["4/4/4/4 x", "4/4/4/4 o", "4/4/ooo1/xxxx o", ""];
    let texts = texts.map(str::to_owned);
    assert_eq!(read(&texts).unwrap(), 2);
}
