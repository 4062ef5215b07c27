//! An engine that owns its pool.
//!
//! The engine borrows its nodes, so that a chip can keep them in a `static`.
//! On a desktop a player wants to own both: here the nodes are leaked once
//! and lent again to the next engine that asks for as many.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

use engine::{Engine, Node};

/// Pools that wait for the next engine.
static SPARE: Mutex<Vec<&'static mut [Node]>> = Mutex::new(Vec::new());

/// An engine with a pool of its own.
///
/// ```
/// use host_sim::OwnedEngine;
///
/// let engine = OwnedEngine::new(500);
/// assert_eq!(engine.capacity(), 500);
/// ```
#[derive(Debug)]
pub struct OwnedEngine(Engine<'static>);

impl OwnedEngine {
    /// An engine with a pool of this many nodes.
    #[must_use]
    pub fn new(nodes: usize) -> OwnedEngine {
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = spare.iter().position(|pool| pool.len() == nodes);
        let pool = fits.map(|place| spare.swap_remove(place));
        let pool = pool.unwrap_or_else(|| vec![Node::EMPTY; nodes].leak());
        OwnedEngine(Engine::new(pool))
    }
}

impl Deref for OwnedEngine {
    type Target = Engine<'static>;

    fn deref(&self) -> &Engine<'static> {
        &self.0
    }
}

impl DerefMut for OwnedEngine {
    fn deref_mut(&mut self) -> &mut Engine<'static> {
        &mut self.0
    }
}

impl Drop for OwnedEngine {
    fn drop(&mut self) {
        let engine = std::mem::replace(&mut self.0, Engine::new(&mut []));
        let mut spare = SPARE.lock().unwrap_or_else(PoisonError::into_inner);
        spare.push(engine.into_nodes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_is_lent_again() {
        for _ in 0..3 {
            drop(OwnedEngine::new(777));
        }
        let spare = SPARE.lock().unwrap();
        assert_eq!(spare.iter().filter(|pool| pool.len() == 777).count(), 1);
    }
}
