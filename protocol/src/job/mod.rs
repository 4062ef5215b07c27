//! Work that takes time, done in portions.

mod perft;
mod search;

use engine::{Bench, Stats};

pub(crate) use perft::Perft;
pub(crate) use search::{Limits, Purpose, Search, Until};

/// What a session is busy with.
#[derive(Debug)]
pub(crate) enum Job {
    None,
    Search(Search),
    Perft(Perft),
    Bench { bench: Bench, stats: Stats, started: u32 },
}
