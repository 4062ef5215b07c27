//! Alpha-beta agrees with what the engine proves, and finds its moves good.

use std::num::NonZeroUsize;

use host_sim::Shard;
use host_sim::proofs;
use host_sim::suite::{Category, Puzzle, make, read, run};

fn threads() -> NonZeroUsize {
    NonZeroUsize::new(2).unwrap()
}

fn puzzles(wanted: impl Fn(Category) -> bool) -> Vec<Puzzle> {
    let mut puzzles = read(include_str!("data/tactics.txt")).unwrap();
    assert!(puzzles.len() >= 500);
    puzzles.retain(|puzzle| wanted(puzzle.category));
    puzzles
}

fn is_deep(category: Category) -> bool {
    matches!(category, Category::Win(5 | 7))
}

#[test]
fn every_proof_holds() {
    let cases = 0..proofs::cases(200);
    let result = proofs::run(cases, 1, threads(), || {});
    let counts = result.unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(counts.checked > 10_000 && counts.roots > 200, "{counts:?}");
}

#[test]
fn what_is_three_plies_away_is_never_missed() {
    let puzzles = puzzles(|category| !is_deep(category));
    for score in run(&puzzles, 2_000, 1, Shard::WHOLE, threads(), || {}) {
        assert_eq!(score.failures, Vec::<String>::new());
    }
}

#[test]
fn wins_in_five_and_seven_plies_are_seldom_missed() {
    let puzzles = puzzles(is_deep);
    for score in run(&puzzles, 20_000, 1, Shard::WHOLE, threads(), || {}) {
        assert!(score.solved * 100 >= score.puzzles * 95, "{score:?}");
    }
}

#[test]
fn the_tasks_are_those_of_their_seed() {
    let text = include_str!("data/tactics.txt");
    let made: Vec<String> =
        make(1, || {}).iter().map(Puzzle::to_string).collect();
    let kept: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(made, kept);
}
