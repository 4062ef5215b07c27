//! The part of a climb that another process plays.

use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Iteration, TuningError};
use crate::Shard;
use crate::archive::{ArchiveError, load};

/// The journal that another process writes, read as it grows.
#[derive(Debug)]
pub struct Follower {
    path: PathBuf,
    shard: Shard,
    entries: Vec<Iteration>,
    used: usize,
}

/// Between two looks at the file.
const PAUSE: Duration = Duration::from_millis(50);
/// After so long people are told what is being waited for.
const PATIENCE: Duration = Duration::from_secs(30);

impl Follower {
    /// The journal of this part, which need not be there yet.
    #[must_use]
    pub fn new(path: PathBuf, shard: Shard) -> Follower {
        Follower { path, shard, entries: Vec::new(), used: 0 }
    }

    /// What the first player gained in those of these pairs that the other
    /// process plays, in half points, as soon as it has played them.
    pub(super) fn gain(
        &mut self,
        pairs: &[Iteration],
    ) -> Result<i32, TuningError> {
        let mut sum = 0;
        let shard = self.shard;
        for pair in pairs.iter().filter(|it| shard.has(it.iteration)) {
            let played = self.next()?;
            if !played.belongs_with(pair) {
                let whole = "these options";
                let (path, line) = (self.path.clone(), self.used);
                return Err(ArchiveError::Foreign(path, line, whole).into());
            }
            sum += played.gain();
        }
        Ok(sum)
    }

    /// The next pair, as soon as it is there.
    fn next(&mut self) -> Result<Iteration, TuningError> {
        let mut told = Instant::now();
        loop {
            if let Some(entry) = self.entries.get(self.used) {
                self.used += 1;
                return Ok(entry.clone());
            }
            if self.path.exists() {
                self.entries = load(&self.path)?;
            }
            if self.entries.len() > self.used {
                continue;
            }
            if told.elapsed() > PATIENCE {
                told = Instant::now();
                let (shard, path) = (self.shard, self.path.display());
                eprintln!("waiting for the part {shard}, which writes {path}");
            }
            sleep(PAUSE);
        }
    }
}
