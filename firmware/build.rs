//! Hands the board's memory map to the linker.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let memory = Path::new(&manifest).join("../memory.x");
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));

    // cortex-m-rt's link.x says `INCLUDE memory.x`. A copy in OUT_DIR is found
    // from whatever folder the linker is started in, and a change of board
    // changes the copy, not the source tree.
    fs::copy(&memory, out.join("memory.x")).expect("memory.x is readable");
    println!("cargo:rustc-link-search={}", out.display());

    println!("cargo:rerun-if-changed={}", memory.display());
    println!("cargo:rerun-if-changed=build.rs");
}
