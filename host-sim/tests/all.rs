//! The integration tests, as one program: each alone would be linked with all of
//! host-sim once more. `cargo test -p host-sim --test all NAME` runs one file.

use std::fs;

mod book;
mod clocks;
mod command_line;
mod common;
mod diff;
mod endure;
mod exit_codes;
mod foreign;
mod headlines;
mod interrupted;
mod judge;
mod judge_page;
mod ladder;
mod layers;
mod lockstep;
mod matching;
mod perft;
mod printing;
mod provenance;
mod rivals;
mod sharing;
mod soak;
mod states;
mod statistics;
mod threads;
mod tuning;
mod ugi;
mod viewing;

/// A file that is not named above would never be run.
#[test]
fn every_file_is_here() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let own = include_str!("all.rs");
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let Some(name) = name.strip_suffix(".rs") else { continue };
        let line = format!("mod {name};");
        assert!(name == "all" || own.lines().any(|it| it == line), "{line}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}
