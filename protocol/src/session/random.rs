//! The random numbers of a session.

use engine::{Generator, below, generator};

/// The generator; it is `None` until the session starts, because a session
/// is made in a `const` and a generator cannot be.
#[derive(Debug)]
pub(super) struct Random(Option<Generator>);

impl Random {
    pub(super) const fn new() -> Random {
        Random(None)
    }

    pub(super) fn seed(&mut self, seed: u64) {
        self.0 = Some(generator(seed));
    }

    pub(super) fn generator(&mut self) -> &mut Generator {
        debug_assert!(self.0.is_some(), "the session has not started");
        self.0.get_or_insert_with(|| generator(0))
    }

    /// A random number below `bound`.
    pub(super) fn below(&mut self, bound: u32) -> u32 {
        below(self.generator(), bound)
    }
}
