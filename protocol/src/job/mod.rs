//! Work that takes time, done in portions.

mod bench;
mod perft;
mod search;
mod think;

pub(crate) use bench::Workbench;
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
    Bench { started: u32 },
}
