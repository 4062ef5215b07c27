//! The Rust that builds for microcontrollers.
//!
//! rustup's ready-made `core` for each target is the usual one. Where it
//! cannot be had, Debian's newest Rust builds `core` from source.

use std::env;
use std::ffi::OsString;
use std::fs;

use clap::ValueEnum;

use crate::remap;
use crate::shell::CommandLine;
use crate::workspace::Workspace;

/// Debian's Rust, its sources, its `rust-lld`, and the linker to which that is
/// a link.
pub(crate) const DEBIAN_PACKAGES: [&str; 5] =
    ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld-22"];

/// Who provides `core` for a microcontroller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Toolchain {
    /// rustup's compiled `core`
    Rustup,
    /// `core` built from Debian's sources by Debian's cargo
    Debian,
}

impl Toolchain {
    /// Cargo for a microcontroller, started in the project's folder. What it
    /// builds does not know this computer's folders.
    pub(crate) fn cargo(
        self,
        workspace: &Workspace,
        command: &str,
        target: &str,
    ) -> CommandLine {
        let (root, build) = (workspace.root(), workspace.target());
        let remap = remap::setting(root, build);
        self.bare_cargo(workspace, command)
            .unsaid(["--config", &remap])
            .args(["--target", target])
    }

    /// The same, without a word on where it is or what it builds for.
    pub(crate) fn bare_cargo(
        self,
        workspace: &Workspace,
        command: &str,
    ) -> CommandLine {
        match self {
            Toolchain::Rustup => workspace.cargo(command),
            Toolchain::Debian => CommandLine::new("/usr/bin/cargo")
                .arg(command)
                .arg("-Zbuild-std=core")
                .env("RUSTC_BOOTSTRAP", "1")
                .env("PATH", debian_path(env::var_os("PATH")))
                .without_env("CARGO")
                .without_env("RUSTC")
                .without_env("RUSTUP_TOOLCHAIN")
                .dir(workspace.root()),
        }
    }

    /// The cargo command that looks at code most closely: Debian's newest
    /// Rust comes without clippy.
    pub(crate) fn lint(self) -> &'static str {
        match self {
            Toolchain::Rustup => "clippy",
            Toolchain::Debian => "check",
        }
    }
}

/// Has the Rust in use a compiled `core` for this target?
pub(crate) fn has_core(target: &str) -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder = CommandLine::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .ok();
    let Ok(folder) = folder else { return false };
    let Ok(files) = fs::read_dir(folder.trim()) else {
        return false;
    };
    files
        .flatten()
        .any(|file| file.file_name().to_string_lossy().starts_with("libcore-"))
}

fn debian_path(path: Option<OsString>) -> OsString {
    let mut first = OsString::from("/usr/bin");
    if let Some(path) = path {
        first.push(":");
        first.push(path);
    }
    first
}

#[cfg(test)]
mod tests {
    use boards::CORTEX_M0;

    use super::*;

    #[test]
    fn debian_builds_core_itself() {
        let workspace = Workspace::find();
        let run = Toolchain::Debian.cargo(&workspace, "build", CORTEX_M0);
        assert_eq!(
            run.line(),
            "cargo build -Zbuild-std=core --target thumbv6m-none-eabi"
        );
    }

    #[test]
    fn debian_comes_first_on_the_path() {
        assert_eq!(debian_path(Some("/a:/b".into())), "/usr/bin:/a:/b");
        assert_eq!(debian_path(None), "/usr/bin");
    }
}
