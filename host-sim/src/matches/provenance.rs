//! Where a game comes from: what played it, on what, and when.

use std::env::consts::{ARCH, OS};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use engine::{BENCH_NODES, Bench};
use serde::{Deserialize, Serialize};

use super::Schedule;
use crate::OwnedEngine;
use crate::date;
use crate::digest::Digest;
use crate::parallel::all_cores;

/// Where a game comes from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The program that played it: see [`build`].
    pub build: String,
    /// What A and B are: the engine by its signature, the other players of
    /// this program by its build, a library and the image of an emulated board
    /// by their digests, a program by what it calls itself, and by its digest if
    /// it is named by its path.
    pub players: [String; 2],
    /// The seed of the match.
    pub seed: u64,
    /// What the games are drawn from beside the seed: see [`Schedule`]. Files
    /// from before this was written do not say so, nor how many games there
    /// were to be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schedule: Option<String>,
    /// How many games the whole match has, if no test may end it before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
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

/// The version of this program, and a digest of its sources and of how they
/// are compiled: `0.1.0+8a7f30c2d1e4b596`.
#[must_use]
pub fn build() -> &'static str {
    concat!(env!("CARGO_PKG_VERSION"), "+", env!("SOURCES_DIGEST"))
}

/// The program that played something, and this one, if that is another.
pub(crate) fn other_build(then: Option<&str>) -> Option<(String, String)> {
    match then {
        Some(then) if then == build() => None,
        Some(then) => Some((then.into(), build().into())),
        None => Some(("an unknown build".into(), build().into())),
    }
}

/// What a player is called that has not begun a single game: it may be any.
pub(crate) const NEVER_BEGAN: &str = "never began";

/// A library or an image: the name of the file, and a digest of what is in it.
pub(crate) fn file(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!("{name} {}", digest(path))
}

/// The digest of what is in a file.
pub(crate) fn digest(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    format!("{:016x}", Digest::new().with(&bytes).value())
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
        schedule: &Schedule,
        games: Option<u64>,
        threads: usize,
    ) -> Provenance {
        Provenance {
            build: build().into(),
            players,
            seed: schedule.seed,
            schedule: Some(schedule.to_string()),
            games,
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
    use crate::profiles::profiles;

    /// Two builds of the same sources are two if they are compiled otherwise.
    #[test]
    fn a_build_is_one_of_its_profile() {
        let settings = env!("SETTINGS");
        let (profile, level) = settings.split_once(' ').unwrap();
        let profile = profile.strip_prefix("profile=").unwrap();
        let program = std::env::current_exe().unwrap();
        let is_it = |path: &Path| path.ends_with(profile);
        assert!(program.ancestors().any(is_it), "{settings}");
        let level = level.strip_prefix("opt-level=").unwrap();
        let levels = ["0", "1", "2", "3", "s", "z"];
        assert!(levels.contains(&level), "{settings}");
    }

    #[test]
    fn a_build_names_its_version_and_its_sources() {
        let (version, digest) = build().split_once('+').unwrap();
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        assert_eq!(digest.len(), 16);
        assert_ne!(digest, "cbf29ce484222325", "nothing was read");
    }

    /// The folders of the project's crates that this one is built from, and its
    /// own.
    fn folders() -> Vec<String> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let read = |path: &str| fs::read_to_string(here.join(path)).unwrap();
        let (own, workspace) = (read("Cargo.toml"), read("../Cargo.toml"));
        let (_, own) = own.split_once("\n[dependencies]\n").unwrap();
        let (own, _) = own.split_once("\n[").unwrap();
        let names = own.lines().filter_map(|it| it.split(['.', ' ']).next());
        let path = |name: &str| {
            let is_it = |line: &&str| line.starts_with(&format!("{name} = "));
            let line = workspace.lines().find(is_it).unwrap();
            let (_, rest) = line.split_once(" path = \"")?;
            let (path, _) = rest.split_once('"').unwrap();
            let beside = format!("../{path}");
            let own = beside.strip_prefix("../host-sim/").map(str::to_owned);
            Some(own.unwrap_or(beside) + "/src")
        };
        names.filter_map(path).chain(["src".to_owned()]).collect()
    }

    fn files(folder: &str) -> Vec<String> {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut files = Vec::new();
        for entry in fs::read_dir(here.join(folder)).unwrap() {
            let entry = entry.unwrap();
            let path = format!("{folder}/{}", entry.file_name().display());
            match entry.file_type().unwrap().is_dir() {
                true => files.extend(self::files(&path)),
                false => files.push(path),
            }
        }
        files
    }

    /// The digest covers every file of every crate of the project that this
    /// program is made of, and what these read when they are compiled.
    #[test]
    fn the_digest_is_that_of_all_sources() {
        let sources: Vec<&str> = env!("SOURCES").split(' ').collect();
        let folders = folders();
        for folder in ["../engine/src", "../protocol/src", "desktop/src"] {
            assert!(folders.iter().any(|it| it == folder), "{folders:?}");
        }
        let read = ["../engine/openings/openings.txt", "boards/chips.txt"];
        let read = read.into_iter().chain(["../Cargo.lock"]).map(str::to_owned);
        let files = folders.iter().flat_map(|folder| files(folder));
        for part in files.chain(read) {
            assert!(sources.contains(&part.as_str()), "{part}: {sources:?}");
        }
        let mut digest = Digest::new();
        for source in sources {
            let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
            let bytes = fs::read(path).expect("a source of this build");
            digest = digest.with(source.as_bytes()).with(&bytes);
        }
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        let manifest = manifest.join("../Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap();
        let compiled = profiles(&manifest);
        assert!(compiled.contains("[profile.checked]"), "{compiled}");
        digest = digest.with(env!("SETTINGS").as_bytes());
        digest = digest.with(compiled.as_bytes());
        let expected = format!("+{:016x}", digest.value());
        assert!(build().ends_with(&expected), "{} {expected}", build());
    }
}
