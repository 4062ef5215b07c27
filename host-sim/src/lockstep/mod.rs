//! The engine's search against the reference's, playout by playout.
//!
//! Each search has a number, which together with the seed decides
//! everything: the board, the moves to the position, the configuration, who
//! runs the rollouts, how many playouts are done between two comparisons, how
//! small the pool is, and the moves with which the game goes on. Every node of
//! both trees is compared each time.

mod compare;
mod drive;
mod long_wins;
mod trial;

use std::fmt;
use std::num::NonZeroUsize;

use engine::{Engine, generator};

use crate::BoardSize;
use crate::OwnedEngine;
use crate::dice::Dice;
use crate::diff::{Difference, panics_differ};
use crate::parallel::in_parallel;
use crate::reference::Search;
use compare::compare;
use drive::Driver;
use trial::Trial;

/// Large enough for every tree of a trial that is not to fill its pool.
const NODES: usize = 200_000;

/// A difference between the two searches. It prints as one line that ends
/// with the command that shows it again.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// What differs.
    pub difference: Difference,
    number: u64,
    seed: u64,
    size: Option<BoardSize>,
    at: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Divergence { difference, number, seed, size, at } = self;
        write!(f, "mismatch: {at}: {difference}; to see it again: ")?;
        write!(f, "host-sim diff --search --seed {seed} --only {number}")?;
        size.map_or(Ok(()), |size| write!(f, " --size {size}"))
    }
}

/// Compares the searches with these numbers on this many threads, on all
/// sizes or on one. `done` is called after each.
///
/// # Errors
///
/// The difference with the lowest number.
pub fn run(
    numbers: impl Iterator<Item = u64> + Send,
    seed: u64,
    size: Option<BoardSize>,
    threads: NonZeroUsize,
    done: impl Fn() + Sync,
) -> Result<(), Box<Divergence>> {
    let worker = || OwnedEngine::new(NODES);
    in_parallel(numbers, threads, worker, |engine, number| {
        let mut at = String::from("before the search");
        let compare = || compare_trial(engine, number, seed, size, &mut at);
        panics_differ(compare).map(|()| done()).map_err(|difference| {
            Box::new(Divergence { difference, number, seed, size, at })
        })
    })
}

fn compare_trial(
    engine: &mut Engine<'_>,
    number: u64,
    seed: u64,
    size: Option<BoardSize>,
    at: &mut String,
) -> Result<(), Difference> {
    let mut dice = Dice::new(seed, number);
    let mut trial = Trial::new(number, size, &mut dice);
    let seed = dice.seed();
    let mut ours = generator(trial.seed.unwrap_or(seed));
    let mut theirs = ours.clone();
    let mut search = Search::new(trial.config, trial.game.clone(), trial.nodes);
    search.set_max_in_flight(trial.in_flight);
    let mut driver = Driver::new(trial.drive);
    engine.set_config(trial.config);
    engine.set_pool_limit(Some(trial.nodes));
    engine.set_max_in_flight(trial.in_flight);
    engine.set_position(&trial.position());
    for stage in trial.stages(&mut dice) {
        let mut left = stage;
        while left > 0 {
            let some = left.min(1 + dice.below(50) as u32);
            // After the proof of a long win, all the rest at once: the
            // reference begins every search for a shorter one anew.
            let is_proven = search.root.proof.is_some();
            let at_once = is_proven && trial.seed.is_some();
            let playouts = if at_once { left } else { some };
            left -= playouts;
            let reference = search.step(playouts, &mut ours);
            let engines = driver.step(engine, playouts, &mut theirs);
            *at = trial.describe(search.playouts);
            compare::same_count(reference, engines)?;
            compare(&search, engine)?;
            compare::same_state(&ours, &theirs)?;
            if reference < playouts {
                break;
            }
        }
        if driver.hands_out() && dice.one_in(4) {
            search.break_off();
            engine.end_in_flight();
            driver.abandon();
        } else {
            search.settle();
            driver.settle(engine);
        }
        compare(&search, engine)?;
        if !trial.go_on(search.choose(), &mut dice) {
            break;
        }
        search.set_game(&trial.game);
        engine.set_position(&trial.position());
        *at = trial.describe(search.playouts);
        compare(&search, engine)?;
    }
    Ok(())
}
