//! The engine before the puzzles.

use std::num::NonZeroUsize;
use std::sync::Mutex;

use engine::{Column, Proof, Wdl, generator};

use crate::OwnedEngine;

use super::{Category, Puzzle};
use crate::Shard;
use crate::games::on_reference;
use crate::parallel::in_parallel;
use crate::reference::loss_within;

const NODES: usize = 16_000;

/// The move chosen, and the proof at hand.
type PuzzleAnswer = (Option<Column>, Option<Proof>);

/// How many puzzles of a category were solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteScore {
    /// The category.
    pub category: Category,
    /// Puzzles and mirror images solved.
    pub solved: usize,
    /// Those not solved in which the move chosen wins as well, only later:
    /// the engine has a proof, and alpha-beta confirms it.
    pub later: usize,
    /// Puzzles and mirror images.
    pub puzzles: usize,
    /// What was not solved, and the move chosen instead.
    pub failures: Vec<String>,
}

/// Gives the engine each puzzle of this part and its mirror image, with this
/// many playouts each. The scores are in the order of [`Category::ALL`]. `done` is called
/// after each puzzle and after each mirror image.
#[must_use]
pub fn run(
    puzzles: &[Puzzle],
    playouts: u32,
    seed: u64,
    shard: Shard,
    threads: NonZeroUsize,
    done: impl Fn() + Sync,
) -> Vec<SuiteScore> {
    let answers = Mutex::new(vec![PuzzleAnswer::default(); 2 * puzzles.len()]);
    let worker = || OwnedEngine::new(NODES);
    let numbers = 0..2 * puzzles.len() as u64;
    let numbers = numbers.filter(|number| shard.has(number / 2));
    let result = in_parallel(numbers, threads, worker, |engine, number| {
        let number = number as usize;
        let puzzle = puzzle(puzzles, number);
        engine.clear();
        engine.set_position(&puzzle.position);
        let mut rng = generator(seed ^ puzzle.position.key());
        engine.step(playouts, &mut rng);
        let mut answers = answers.lock().expect("no panic inside");
        answers[number] = (engine.choose(), engine.report().proof);
        done();
        Ok::<(), ()>(())
    });
    let answers = answers.into_inner().expect("no panic inside");
    debug_assert!(result.is_ok());
    let score = |category| {
        let mut score = SuiteScore {
            category,
            solved: 0,
            later: 0,
            puzzles: 0,
            failures: Vec::new(),
        };
        for (number, answer) in answers.iter().enumerate() {
            let puzzle = puzzle(puzzles, number);
            if puzzle.category != category || !shard.has(number as u64 / 2) {
                continue;
            }
            score.puzzles += 1;
            match answer.0 {
                Some(column) if puzzle.solutions.contains(&column) => {
                    score.solved += 1;
                }
                Some(column) => {
                    score.later += usize::from(wins_later(&puzzle, *answer));
                    score.failures.push(format!("{puzzle}: column {column}"));
                }
                None => score.failures.push(format!("{puzzle}: no move")),
            }
        }
        score
    };
    Category::ALL.into_iter().map(score).collect()
}

/// The even numbers are the puzzles, the odd ones their mirror images.
fn puzzle(puzzles: &[Puzzle], number: usize) -> Puzzle {
    let puzzle = &puzzles[number / 2];
    if number.is_multiple_of(2) { puzzle.clone() } else { puzzle.mirrored() }
}

fn wins_later(puzzle: &Puzzle, (column, proof): PuzzleAnswer) -> bool {
    let (Some(column), Some(Proof { wdl: Wdl::Win, distance })) =
        (column, proof)
    else {
        return false;
    };
    let mut after = on_reference(&puzzle.position);
    after.play(column.index().into()).is_ok()
        && loss_within(&after, u32::from(distance).saturating_sub(1))
}
