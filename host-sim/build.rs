//! Lets the libraries that the program loads find its clock, and tells the
//! program what it was built from.
//!
//! Libraries look for `clock_gettime` and the like in the program first, if
//! it says that it has them: see `src/library_clock.rs`. The digest of all
//! sources, and of how they are compiled, becomes part of every record: see
//! `src/matches/provenance.rs`.

#[path = "src/digest.rs"]
mod digest;
#[path = "src/profiles.rs"]
mod profiles;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use digest::Digest;
use profiles::profiles;

const EXPORTED: [&str; 14] = [
    "clock",
    "clock_gettime",
    "clock_nanosleep",
    "getrusage",
    "gettimeofday",
    "pthread_cond_clockwait",
    "pthread_cond_timedwait",
    "pthread_mutex_clocklock",
    "pthread_mutex_timedlock",
    "sem_clockwait",
    "sem_timedwait",
    "time",
    "times",
    "timespec_get",
];

/// What says how the profiles compile.
const WORKSPACE: &str = "../Cargo.toml";

/// What may decide how a game is played: this crate and those of the project
/// that it stands on, as whole folders, so that no file is forgotten; what they
/// read when they are compiled; and the crates of others.
const SOURCES: [&str; 9] = [
    "../Cargo.lock",
    "../engine/openings",
    "../engine/src",
    "../protocol/src",
    "boards/chips.txt",
    "boards/src",
    "desktop/src",
    "judge/src",
    "src",
];

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        for symbol in EXPORTED {
            let export = format!("-Wl,--export-dynamic-symbol={symbol}");
            println!("cargo::rustc-link-arg-bins={export}");
        }
    }
    let mut digest = Digest::new();
    let mut names = Vec::new();
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        for file in files(Path::new(source))? {
            let name = file.to_string_lossy().replace('\\', "/");
            digest = digest.with(name.as_bytes()).with(&fs::read(&file)?);
            names.push(name);
        }
    }
    println!("cargo::rerun-if-changed={WORKSPACE}");
    let workspace = fs::read_to_string(WORKSPACE)?;
    let settings = settings();
    digest = digest.with(settings.as_bytes());
    digest = digest.with(profiles(&workspace).as_bytes());
    println!("cargo::rustc-env=SOURCES_DIGEST={:016x}", digest.value());
    println!("cargo::rustc-env=SOURCES={}", names.join(" "));
    println!("cargo::rustc-env=SETTINGS={settings}");
    Ok(())
}

/// How this build is compiled: a game by the clock depends on it. The build
/// script's own folder is named after the profile.
fn settings() -> String {
    let variable = |name| env::var(name).unwrap_or_default();
    let out = PathBuf::from(variable("OUT_DIR"));
    let folder = out.ancestors().nth(3).and_then(Path::file_name);
    let profile = folder.unwrap_or_default().to_string_lossy();
    format!("profile={profile} opt-level={}", variable("OPT_LEVEL"))
}

/// A file, or all files of a folder and below, in order.
fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if path.is_file() {
        return Ok(vec![path.into()]);
    }
    let mut entries = Vec::new();
    for entry in fs::read_dir(path)? {
        entries.push(entry?.path());
    }
    entries.sort();
    let mut all = Vec::new();
    for entry in entries {
        all.extend(files(&entry)?);
    }
    Ok(all)
}
