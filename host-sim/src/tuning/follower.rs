//! The part of a climb that another process plays.

use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::{Iteration, TuningError};
use crate::Shard;
use crate::archive::{ArchiveError, load};
use crate::matches::Builds;
use crate::output::remark;

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
    /// process plays, in half points, as soon as it has played them. The other
    /// process has to be of this build, if that matters.
    pub(super) fn gain(
        &mut self,
        pairs: &[Iteration],
        builds: Builds,
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
            if let Some((then, now)) = played.other_build(builds) {
                let (path, line) = (self.path.clone(), self.used);
                return Err(ArchiveError::Changed(path, line, then, now).into());
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
                remark!("waiting for the part {shard}, which writes {path}");
            }
            sleep(PAUSE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::build;

    #[test]
    fn the_parts_of_a_climb_are_of_one_build() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("climb.1-of-2.jsonl");
        let pair = Iteration {
            iteration: 0,
            seed: 1,
            board: "9x9".into(),
            plus: "engine:rave=1".into(),
            minus: "engine:rave=2".into(),
            half_points: [2, 1],
            values: Vec::new(),
            build: Some(build().into()),
        };
        let gain = |build: Option<&str>, builds| {
            let build = build.map(str::to_owned);
            let played = Iteration { build, ..pair.clone() };
            let line = serde_json::to_string(&played).unwrap() + "\n";
            std::fs::write(&path, line).unwrap();
            let shard = "1/2".parse().unwrap();
            let mut follower = Follower::new(path.clone(), shard);
            let pairs = [pair.clone()];
            follower.gain(&pairs, builds).map_err(|why| why.to_string())
        };
        assert_eq!(gain(Some(build()), Builds::Same), Ok(1));
        for (other, name) in
            [(Some("0.0.1+00"), "0.0.1+00"), (None, "an unknown build")]
        {
            let told = gain(other, Builds::Same).unwrap_err();
            assert!(
                told.contains(&format!("played by {name}, and ")),
                "{told}"
            );
            assert_eq!(gain(other, Builds::Any), Ok(1));
        }
    }
}
