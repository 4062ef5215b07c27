//! Which key belongs to which position.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The keys met in a batch.
#[derive(Debug, Default)]
pub(crate) struct Keys(HashMap<u64, Box<str>>);

impl Keys {
    /// Takes note of a position, or returns a different one that was met
    /// with the same key.
    pub(crate) fn note(&mut self, key: u64, text: &str) -> Result<(), &str> {
        match self.0.entry(key) {
            Entry::Vacant(entry) => {
                entry.insert(text.into());
                Ok(())
            }
            Entry::Occupied(entry) if &**entry.get() == text => Ok(()),
            Entry::Occupied(entry) => Err(entry.into_mut()),
        }
    }
}
