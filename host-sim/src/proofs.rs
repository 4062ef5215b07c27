//! What the engine's search proves, before a judge.
//!
//! The judge is [`Solver`], plain alpha-beta: it says who wins, and within
//! how many plies as far as that is quick to find out. The cases are the
//! boards up to five by five with each forbidden cell and none, from the
//! start and from random positions, and late positions of the large
//! boards.

use std::collections::VecDeque;
use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Mutex;

use engine::{NodeRef, Position, Proof, Wdl, generator};

use crate::OwnedEngine;

use crate::dice::Dice;
use crate::games::{cautious_move, cells_left, large_setup, on_reference};
use crate::parallel::in_parallel;
use crate::reference::{Solver, loss_within, win_within};
use crate::{BoardSize, Setup};

const NODES: usize = 16_000;
/// Positions that the judge looks at for one of them.
const EFFORT: u64 = 400_000;
/// Distances up to this one are checked, too.
const FAR: u8 = 9;
/// Proofs checked for each search.
const PROOFS: u64 = 200;
/// Playouts in which the engine may prove something.
const PLAYOUTS: u32 = 10_000;

/// A proof that the judge does not confirm. It prints as one line that ends
/// with the command that shows it again.
#[derive(Clone, Debug)]
pub struct WrongProof {
    /// The position that the proof is about.
    pub position: String,
    /// What the engine says.
    pub proof: Proof,
    /// What the judge says.
    pub judge: String,
    number: u64,
    seed: u64,
}

impl fmt::Display for WrongProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WrongProof { position, proof, judge, number, seed } = self;
        let Proof { wdl, distance } = proof;
        write!(f, "wrong: {position}: engine {wdl:?} in {distance}, ")?;
        write!(f, "judge {judge}; to see it again: ")?;
        write!(f, "host-sim diff --proofs --seed {seed} --only {number}")
    }
}

/// How many proofs came before the judge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofCounts {
    /// Proofs that the judge confirmed.
    pub checked: u64,
    /// Searches that were decided.
    pub roots: u64,
    /// Proofs that were too difficult for the judge.
    pub skipped: u64,
}

/// The number of cases with `late` late positions.
#[must_use]
pub fn cases(late: u64) -> u64 {
    small_setups().len() as u64 + late
}

/// Checks the cases with these numbers on this many threads. `done` is
/// called after each.
///
/// # Errors
///
/// The wrong proof of the lowest number.
pub fn run(
    numbers: impl Iterator<Item = u64> + Send,
    seed: u64,
    threads: NonZeroUsize,
    done: impl Fn() + Sync,
) -> Result<ProofCounts, Box<WrongProof>> {
    let small = small_setups();
    let sum = Mutex::new(ProofCounts::default());
    let worker = || OwnedEngine::new(NODES);
    in_parallel(numbers, threads, worker, |engine, number| {
        let mut dice = Dice::new(seed, number);
        let mut solver = Solver::default();
        let positions = match small.get(number as usize) {
            Some(&setup) => small_positions(setup, &mut dice),
            None => vec![late_position(number, &mut dice, &mut solver)],
        };
        for position in positions {
            let mut rng = generator(dice.seed());
            engine.clear();
            engine.set_position(&position);
            engine.step(PLAYOUTS, &mut rng);
            let wrong = |(position, proof, judge): Claim| {
                let position = Position::to_string(&position);
                WrongProof { position, proof, judge, number, seed }
            };
            let counts = check_tree(position, engine.root(), &mut solver)
                .map_err(|claim| Box::new(wrong(*claim)))?;
            let mut sum = sum.lock().expect("no panic inside");
            sum.checked += counts.checked;
            sum.roots += counts.roots;
            sum.skipped += counts.skipped;
        }
        done();
        Ok(())
    })
    .map(|()| *sum.lock().expect("no panic inside"))
}

fn small_setups() -> Vec<Setup> {
    [(4, 4), (4, 5), (5, 4), (5, 5)]
        .into_iter()
        .flat_map(|(rows, columns)| BoardSize { rows, columns }.setups())
        .collect()
}

/// The start and some positions on the way to the end.
fn small_positions(setup: Setup, dice: &mut Dice) -> Vec<Position> {
    let mut positions = vec![setup.position()];
    for _ in 0..4 {
        let mut position = setup.position();
        for _ in 0..1 + dice.below(10) {
            let Some(column) = cautious_move(&position, dice) else { break };
            position.play(column).expect("a legal move");
        }
        positions.push(position);
    }
    positions
}

/// A position of a large board that is so far on that the judge can solve
/// it.
fn late_position(
    number: u64,
    dice: &mut Dice,
    solver: &mut Solver,
) -> Position {
    loop {
        let setup = large_setup(number, dice);
        let mut position = setup.position();
        let left = 12 + dice.below(20) as u32;
        while let Some(column) = cautious_move(&position, dice) {
            if cells_left(&position) <= left {
                break;
            }
            position.play(column).expect("a legal move");
        }
        if position.outcome().is_none()
            && solver.solve(&on_reference(&position), EFFORT).is_some()
        {
            return position;
        }
    }
}

/// A position, what the engine says about it, and what the judge says.
type Claim = (Position, Proof, String);

/// Checks the proofs of a tree, those near the root first.
fn check_tree(
    position: Position,
    root: NodeRef<'_>,
    solver: &mut Solver,
) -> Result<ProofCounts, Box<Claim>> {
    let roots = u64::from(root.proof().is_some());
    let mut counts = ProofCounts { roots, ..ProofCounts::default() };
    let mut open = VecDeque::from([(position, root)]);
    while let Some((position, node)) = open.pop_front() {
        if let Some(proof) = node.proof() {
            match judge(&position, proof, solver) {
                Some(Ok(())) => counts.checked += 1,
                Some(Err(text)) => {
                    return Err(Box::new((position, proof, text)));
                }
                None => counts.skipped += 1,
            }
        }
        if counts.checked >= PROOFS {
            break;
        }
        for child in node.children() {
            let mut after = position.clone();
            let played =
                child.column().and_then(|column| after.play(column).ok());
            played.expect("a child is a legal move");
            open.push_back((after, child));
        }
    }
    Ok(counts)
}

/// Whether the proof holds, or `None` if that takes too long to find out.
fn judge(
    position: &Position,
    proof: Proof,
    solver: &mut Solver,
) -> Option<Result<(), String>> {
    let Proof { wdl, distance } = proof;
    let game = on_reference(position);
    if distance <= FAR {
        let plies = u32::from(distance);
        let in_time = match wdl {
            Wdl::Win => win_within(&game, plies),
            Wdl::Loss => loss_within(&game, plies),
            Wdl::Draw => true,
        };
        if !in_time {
            return Some(Err(format!("not within {distance}")));
        }
    }
    let found = solver.solve(&game, EFFORT)?;
    Some(if found == wdl { Ok(()) } else { Err(format!("{found:?}")) })
}
