//! Libraries in C++, as they are written for the original judge.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The sources in C++.
const PLAYERS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/players");

/// How a library is linked.
#[derive(Clone, Copy)]
pub(crate) enum Linked {
    /// With everything that it needs.
    Whole,
    /// Without the C++ runtime, which its host has to bring.
    Bare,
}

/// Makes a library from `column.cpp`, with these macros.
pub(crate) fn library(path: &Path, linked: Linked, macros: &[&str]) {
    compile("column.cpp", path, linked, macros);
}

/// Makes a library from one of the sources.
pub(crate) fn compile(
    source: &str,
    path: &Path,
    linked: Linked,
    macros: &[&str],
) {
    let source = Path::new(PLAYERS).join(source);
    let mut compiler = Command::new("g++");
    compiler.args(["-O1", "-shared", "-fPIC", "-o"]).arg(path).arg(source);
    compiler.args(macros.iter().map(|it| format!("-D{it}")));
    if let Linked::Bare = linked {
        compiler.args(["-nodefaultlibs", "-lc"]);
    }
    let made = compiler.status().expect(
        "these tests compile libraries in C++: install g++ (Debian: g++)",
    );
    assert!(made.success(), "{compiler:?}");
    let bytes = fs::read(path).unwrap();
    let runtime = b"libstdc++.so";
    let names_it = bytes.windows(runtime.len()).any(|it| it == runtime);
    assert_eq!(names_it, matches!(linked, Linked::Whole), "{path:?}");
}
