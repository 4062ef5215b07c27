//! One engine's playouts on several threads.

use std::num::NonZeroUsize;

use desktop::Threads;
use engine::{Engine, Generator, MAX_IN_FLIGHT};

/// The threads that think for one engine: the caller's walks the tree, the
/// others run rollouts. What is found depends on how many rollouts may be in
/// flight, but not on the number of threads.
#[derive(Debug)]
pub(crate) struct Workers {
    others: Option<Threads>,
}

impl Workers {
    /// This number of threads, the caller's included.
    pub(crate) fn new(threads: NonZeroUsize) -> Workers {
        let others = NonZeroUsize::new(threads.get() - 1);
        Workers { others: others.map(Threads::new) }
    }

    /// How many rollouts are in flight unless something else is said: enough
    /// for this number of threads.
    pub(crate) fn in_flight(threads: NonZeroUsize) -> usize {
        threads.get().min(MAX_IN_FLIGHT)
    }

    /// Does up to this number of playouts, and says how many.
    pub(crate) fn step(
        &mut self,
        engine: &mut Engine<'_>,
        playouts: u32,
        rng: &mut Generator,
    ) -> u32 {
        match &mut self.others {
            // To wait for the only one would take longer than to run it.
            Some(others) if engine.max_in_flight() > 1 => {
                engine.step_on(playouts, rng, others)
            }
            _ => engine.step(playouts, rng),
        }
    }

    /// Waits for everything in flight, and takes it into the tree.
    pub(crate) fn settle(&mut self, engine: &mut Engine<'_>) {
        if let Some(others) = &mut self.others {
            engine.settle_on(others);
        }
        engine.end_in_flight();
    }
}
