//! Work that takes time, done in portions.

mod perft;
mod search;
mod stepper;

use engine::{Bench, Stats};

pub(crate) use perft::Perft;
pub(crate) use search::{Limits, Purpose, Search, Until};
pub(crate) use stepper::{Stepper, ThisCore};

/// What a session is busy with.
#[derive(Debug)]
pub(crate) enum Job {
    None,
    Search(Search),
    Perft(Perft),
    Bench { bench: Bench, stats: Stats, started: u32 },
}
