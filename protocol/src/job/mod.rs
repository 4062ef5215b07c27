//! Work that takes time, done in portions.

mod perft;
mod search;
mod think;

use engine::{Bench, Stats};

pub(crate) use perft::Perft;
pub(crate) use search::{Limits, Purpose, Search};

/// What a session is busy with. The tag is a byte of its own, so that no
/// work is all zeros.
#[derive(Debug)]
#[repr(u8)]
pub(crate) enum Job {
    None,
    Search(Search),
    Perft(Perft),
    Bench { bench: Bench, stats: Stats, started: u32 },
}
