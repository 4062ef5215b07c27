//! The engine before the tasks.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use engine::{Column, Proof, Wdl, generator};

use crate::OwnedEngine;

use super::{Category, Task};
use crate::parallel::in_parallel;
use crate::reference::loss_within;

const NODES: usize = 16_000;

/// The move chosen, and the proof at hand.
type Answer = (Option<Column>, Option<Proof>);

/// How many tasks of a category were solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The category.
    pub category: Category,
    /// Tasks and mirror images solved.
    pub solved: usize,
    /// Those not solved in which the move chosen wins as well, only later:
    /// the engine has a proof, and alpha-beta confirms it.
    pub later: usize,
    /// Tasks and mirror images.
    pub tasks: usize,
    /// What was not solved, and the move chosen instead.
    pub failures: Vec<String>,
}

/// Gives the engine each task and its mirror image, with this many playouts
/// each. The scores are in the order of [`Category::ALL`]. `done` is called
/// after each task and after each mirror image.
#[must_use]
pub fn run(
    tasks: &[Task],
    playouts: u32,
    seed: u64,
    threads: NonZeroUsize,
    done: impl Fn() + Sync,
) -> Vec<Score> {
    let answers = Mutex::new(vec![Answer::default(); 2 * tasks.len()]);
    let worker = || OwnedEngine::new(NODES);
    let numbers = 0..2 * tasks.len() as u64;
    let result = in_parallel(numbers, threads, worker, |engine, number| {
        let number = number as usize;
        let task = task(tasks, number);
        engine.clear();
        engine.set_position(&task.position);
        let mut random = generator(seed ^ task.position.key());
        engine.step(playouts, &mut random);
        let mut answers = answers.lock().expect("no panic inside");
        answers[number] = (engine.choose(), engine.report().proof);
        done();
        Ok::<(), ()>(())
    });
    let answers = answers.into_inner().expect("no panic inside");
    debug_assert!(result.is_ok());
    let score = |category| {
        let mut score = Score {
            category,
            solved: 0,
            later: 0,
            tasks: 0,
            failures: Vec::new(),
        };
        for (number, answer) in answers.iter().enumerate() {
            let task = task(tasks, number);
            if task.category != category {
                continue;
            }
            score.tasks += 1;
            match answer.0 {
                Some(column) if task.solutions.contains(&column) => {
                    score.solved += 1;
                }
                Some(column) => {
                    score.later += usize::from(wins_later(&task, *answer));
                    score.failures.push(format!("{task}: column {column}"));
                }
                None => score.failures.push(format!("{task}: no move")),
            }
        }
        score
    };
    Category::ALL.into_iter().map(score).collect()
}

/// The even numbers are the tasks, the odd ones their mirror images.
fn task(tasks: &[Task], number: usize) -> Task {
    let task = &tasks[number / 2];
    if number.is_multiple_of(2) { task.clone() } else { task.mirrored() }
}

fn wins_later(task: &Task, (column, proof): Answer) -> bool {
    let (Some(column), Some(Proof { wdl: Wdl::Win, distance })) =
        (column, proof)
    else {
        return false;
    };
    let mut after = task.position.clone();
    after.play(column).is_ok()
        && loss_within(&after, u32::from(distance).saturating_sub(1))
}
