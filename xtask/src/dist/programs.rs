//! The desktop programs and the library, built apart from the usual builds:
//! without symbols, and with no path of this computer in them.

use super::Release;
use super::sbom::{self, Artifact};
use crate::failure::Failure;
use crate::remap;
use crate::shell::CommandLine;

/// A package, what it is built as, and where that goes.
const PROGRAMS: [(&str, &str, &str, &str); 3] = [
    ("desktop", "pocketfour", "bin/pocketfour", "application"),
    ("host-sim", "host-sim", "bin/host-sim", "application"),
    ("libpocketfour", "libpocketfour.so", "lib/libpocketfour.so", "library"),
];
const HEADER: &str = "host-sim/libpocketfour/include/pocketfour.h";

/// Builds them and puts them into the release.
pub(super) fn make(release: &Release<'_>) -> Result<Vec<Artifact>, Failure> {
    let workspace = release.workspace;
    let build = workspace.apart("dist-build");
    let target = this_computer()?;
    let remap = remap::setting(workspace.root(), &build);
    let packages = PROGRAMS.iter().flat_map(|(package, ..)| ["-p", package]);
    workspace
        .cargo("build")
        .args(["--release", "--locked", "--target", &target])
        .unsaid(["--config", &remap])
        .args(packages)
        .arg("--target-dir")
        .arg(&build)
        .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
        .env("CARGO_PROFILE_RELEASE_STRIP", "symbols")
        .show()?;
    let mut artifacts = Vec::new();
    for (package, built, file, kind) in PROGRAMS {
        release.copy(&build.join(&target).join("release").join(built), file)?;
        let packages = sbom::packages(workspace, &["-p", package], &[])?;
        artifacts.push(Artifact { file: file.into(), kind, packages });
    }
    let header = workspace.root().join(HEADER);
    release.copy(&header, "include/pocketfour.h")?;
    Ok(artifacts)
}

/// The Rust target of this computer.
fn this_computer() -> Result<String, Failure> {
    let text =
        CommandLine::new("rustc").args(["--version", "--verbose"]).ok()?;
    let target = text.lines().find_map(|line| line.strip_prefix("host: "));
    target.map(str::to_owned).ok_or_else(|| {
        Failure::new("rustc does not say what it builds for").output(&text)
    })
}
