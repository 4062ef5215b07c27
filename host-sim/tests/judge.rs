//! Alpha-beta agrees with what the engine proves, and finds its moves good.

use std::num::NonZeroUsize;

use host_sim::proofs;
use host_sim::suite::{Category, Task, make, read, run};

fn threads() -> NonZeroUsize {
    NonZeroUsize::new(2).unwrap()
}

fn tasks(wanted: impl Fn(Category) -> bool) -> Vec<Task> {
    let mut tasks = read(include_str!("data/tactics.txt")).unwrap();
    assert!(tasks.len() >= 500);
    tasks.retain(|task| wanted(task.category));
    tasks
}

fn is_deep(category: Category) -> bool {
    matches!(category, Category::Win(5 | 7))
}

#[test]
fn every_proof_holds() {
    let cases = 0..proofs::cases(200);
    let result = proofs::run(cases, 1, threads(), || {});
    let tally = result.unwrap_or_else(|wrong| panic!("{wrong}"));
    assert!(tally.checked > 10_000 && tally.roots > 200, "{tally:?}");
}

#[test]
fn what_is_three_plies_away_is_never_missed() {
    let tasks = tasks(|category| !is_deep(category));
    for score in run(&tasks, 2_000, 1, threads(), || {}) {
        assert_eq!(score.failures, Vec::<String>::new());
    }
}

#[test]
fn wins_in_five_and_seven_plies_are_seldom_missed() {
    let tasks = tasks(is_deep);
    for score in run(&tasks, 20_000, 1, threads(), || {}) {
        assert!(score.solved * 100 >= score.tasks * 95, "{score:?}");
    }
}

#[test]
fn the_tasks_are_those_of_their_seed() {
    let text = include_str!("data/tactics.txt");
    let made: Vec<String> =
        make(1, || {}).iter().map(Task::to_string).collect();
    let kept: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(made, kept);
}
