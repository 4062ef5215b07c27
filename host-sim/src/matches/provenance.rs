//! Where a game comes from: what played it, on what, and when.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::sync::OnceLock;

use engine::{BENCH_NODES, Bench};
use serde::{Deserialize, Serialize};

use crate::OwnedEngine;
use crate::date;
use crate::parallel::all_cores;

/// Where a game comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program that played it: see [`build`].
    pub build: String,
    /// What A and B are: the engine by its signature, the other players of
    /// this program by its build, a library by its digest, a program by what
    /// it calls itself.
    pub players: [String; 2],
    /// The seed of the match.
    pub seed: u64,
    /// The computer.
    pub machine: String,
    /// How many games were played at the same time.
    pub threads: usize,
    /// How many processes were busy when the game ended, as the mean over a
    /// minute, where the system says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// When the game ended.
    pub date: String,
}

/// The version of this program, and a digest of the sources that decide how
/// games are played: `0.1.0+8a7f30c2d1e4b596`.
#[must_use]
pub fn build() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), "+", env!("SOURCES_DIGEST"))
}

/// The engine: its version and its signature of play.
pub(crate) fn engine() -> &'static str {
    static ENGINE: OnceLock<String> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let mut engine = OwnedEngine::new(BENCH_NODES);
        let mut bench = Bench::new();
        while bench.step(&mut engine, 1_000) {}
        let version = env!("CARGO_PKG_VERSION");
        format!("Pocketfour {version} {:016x}", bench.signature())
    })
}

/// The computer: system, cores and processor.
fn machine() -> &'static str {
    static MACHINE: OnceLock<String> = OnceLock::new();
    MACHINE.get_or_init(|| {
        let cores = all_cores();
        let processor =
            processor().map_or(String::new(), |it| ", ".to_owned() + &it);
        format!("{OS} {ARCH}, cores: {cores}{processor}")
    })
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = model.split_once(':')?;
    Some(name.trim().to_owned())
}

fn load() -> Option<f64> {
    let text = fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

impl Provenance {
    /// Of a game that has just ended.
    pub(crate) fn now(
        players: [String; 2],
        seed: u64,
        threads: usize,
    ) -> Provenance {
        Provenance {
            build: build().into(),
            players,
            seed,
            machine: machine().into(),
            threads,
            load: load(),
            date: date::now(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_names_its_version_and_its_sources() {
        let (version, digest) = build().split_once('+').unwrap();
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        assert_eq!(digest.len(), 16);
        assert_ne!(digest, "cbf29ce484222325", "nothing was read");
    }
}
