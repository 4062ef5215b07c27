//! Hands the board's memory map to the linker.

use std::path::{Path, PathBuf};
use std::{env, fs};

const COMMON: &str = "memory/common.x";

fn main() {
    let manifest = env::var("CARGO_MANIFEST_DIR").expect("set by cargo");
    let here = Path::new(&manifest);
    let out = PathBuf::from(env::var("OUT_DIR").expect("set by cargo"));
    let boards: Vec<String> = env::vars()
        .filter_map(|(name, _)| {
            let board = name.strip_prefix("CARGO_FEATURE_BOARD_")?;
            Some(board.to_lowercase().replace('_', "-"))
        })
        .collect();
    let [board] = boards.as_slice() else {
        println!(
            "cargo::error=choose one board: \
             --no-default-features --features board-NAME"
        );
        return;
    };
    let memory = format!("memory/{board}.x");

    // The project's memory.x says `INCLUDE board.x`. In OUT_DIR it is found
    // from whatever folder the linker is started in, and a change of board
    // changes nothing in the source tree.
    let read =
        |file: &str| fs::read_to_string(here.join(file)).expect("readable");
    let mut text = read(&memory);
    // Where there is none, the HAL has a place of its own for the stack.
    if text.contains("STACK :") {
        text += &read(COMMON);
    }
    fs::write(out.join("board.x"), text).expect("OUT_DIR is writable");
    println!("cargo:rustc-link-search={}", out.display());

    // Only the image logs.
    if env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "none") {
        println!("cargo:rustc-link-arg-bin=pocketfour=-Tdefmt.x");
    }

    for file in [&memory, COMMON, "build.rs"] {
        println!("cargo:rerun-if-changed={}", here.join(file).display());
    }
}
