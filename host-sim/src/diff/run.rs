//! A whole run over all cores, and its parts one at a time.

use std::fmt;
use std::num::NonZeroUsize;

use super::compare::compare_reading;
use super::keys::Keys;
use super::pair::Pair;
use super::panics::panics_differ;
use super::walk::{shared_key, walk};
use super::{Case, Difference, RandomWalk, WalkStep};
use crate::Setup;
use crate::parallel::in_parallel;

/// What is being compared: a game, or texts to be read.
#[derive(Clone, Debug)]
pub(crate) enum Reproduction {
    Steps(Case),
    Texts(Vec<String>),
}

impl Reproduction {
    pub(crate) fn steps(setup: Setup) -> Reproduction {
        Reproduction::Steps(Case::new(setup))
    }

    pub(crate) fn push(&mut self, step: WalkStep) {
        if let Reproduction::Steps(case) = self {
            case.steps.push(step);
        }
    }
}

impl fmt::Display for Reproduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reproduction::Steps(case) => write!(f, " --replay '{case}'"),
            Reproduction::Texts(texts) => {
                texts.iter().try_for_each(|text| write!(f, " --read '{text}'"))
            }
        }
    }
}

/// A difference and where it was found. It prints as one line that ends
/// with the command that shows it again.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// What differs.
    pub difference: Difference,
    reproduction: Reproduction,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Mismatch { difference, reproduction } = self;
        write!(f, "mismatch: {difference}; ")?;
        write!(f, "to see it again: host-sim diff{reproduction}")
    }
}

/// Runs a comparison and turns its difference, or the engine's panic, into
/// a mismatch.
fn mismatch_of(
    mut reproduction: Reproduction,
    comparison: impl FnOnce(&mut Reproduction) -> Result<(), Difference>,
) -> Result<(), Box<Mismatch>> {
    panics_differ(|| comparison(&mut reproduction))
        .map_err(|difference| Box::new(Mismatch { difference, reproduction }))
}

/// Compares everything in the plan, or in a part of its batches, on this many threads. `done` is told the
/// number of positions of each batch as it is finished.
///
/// # Errors
///
/// The first mismatch in the plan's order.
pub fn run(
    plan: impl Iterator<Item = Vec<RandomWalk>> + Send,
    seed: u64,
    threads: NonZeroUsize,
    done: impl Fn(u64) + Sync,
) -> Result<(), Box<Mismatch>> {
    in_parallel(
        plan,
        threads,
        || (),
        |(), batch| run_batch(&batch, seed).map(&done),
    )
}

fn run_batch(batch: &[RandomWalk], seed: u64) -> Result<u64, Box<Mismatch>> {
    let mut keys = Keys::default();
    let mut positions = 0;
    for &next in batch {
        mismatch_of(Reproduction::steps(next.setup), |reproduction| {
            walk(next, seed, &mut keys, reproduction)
        })?;
        positions += next.positions;
    }
    Ok(positions)
}

/// Takes the steps of a case and compares after each of them. Returns the
/// text of the last position.
///
/// # Errors
///
/// The first mismatch.
pub fn replay(case: &Case) -> Result<String, Box<Mismatch>> {
    let mut text = String::new();
    mismatch_of(Reproduction::steps(case.setup), |reproduction| {
        let mut pair = Pair::new(case.setup)?;
        for &step in &case.steps {
            reproduction.push(step);
            pair.step(step)?;
        }
        text = pair.text;
        Ok(())
    })?;
    Ok(text)
}

/// Lets both read these texts. Different positions among them must have
/// different keys. Returns how many are positions.
///
/// # Errors
///
/// The first mismatch.
pub fn read(texts: &[String]) -> Result<usize, Box<Mismatch>> {
    let mut keys = Keys::default();
    let mut positions = 0;
    for text in texts {
        mismatch_of(Reproduction::Texts(vec![text.clone()]), |reproduction| {
            let Some(position) = compare_reading(text)? else {
                return Ok(());
            };
            positions += 1;
            keys.note(position.key(), text).map_err(|other| {
                *reproduction =
                    Reproduction::Texts(vec![other.into(), text.clone()]);
                shared_key(other, text)
            })
        })?;
    }
    Ok(positions)
}
