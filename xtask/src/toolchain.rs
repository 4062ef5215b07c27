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

/// Debian's Rust, its sources and its `rust-lld`.
const DEBIAN_PACKAGES: [&str; 4] =
    ["rustc-web", "cargo-web", "rust-web-src", WITH_LINKER];
/// In it, `rust-lld` is no more than a link to the linker of an LLVM.
const WITH_LINKER: &str = "rust-web-llvm";

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

/// The packages of Debian's Rust that are not installed. Which linker it takes
/// is known where apt-get has fetched its lists, and changes from one release
/// to the next.
pub(crate) fn missing_debian_packages() -> Vec<String> {
    let depends = CommandLine::new("apt-cache")
        .args(["depends", WITH_LINKER])
        .env("LC_ALL", "C")
        .ok()
        .unwrap_or_default();
    let packages = DEBIAN_PACKAGES.map(str::to_owned).into_iter();
    let packages = packages.chain(linker(&depends));
    packages.filter(|package| !is_installed(package)).collect()
}

/// The linker's package, by the LLVM that belongs to it.
fn linker(depends: &str) -> Option<String> {
    let mut names = depends
        .lines()
        .filter_map(|line| line.trim().strip_prefix("Depends: "));
    names.find_map(|name| {
        let rest = ["llvm-", "libllvm"].map(|it| name.strip_prefix(it));
        let rest = rest.into_iter().flatten().next()?;
        let end = rest.find(|c: char| !c.is_ascii_digit());
        let number = &rest[..end.unwrap_or(rest.len())];
        (!number.is_empty()).then(|| format!("lld-{number}"))
    })
}

fn is_installed(package: &str) -> bool {
    CommandLine::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", package])
        .ok()
        .is_ok_and(|status| status == "installed")
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
    fn the_linker_is_that_of_the_llvm() {
        let depends = |name: &str| {
            let before = "rust-web-llvm\n  Depends: libc6\n";
            linker(&format!("{before}  Depends: {name}\n  Suggests: llvm-3\n"))
        };
        assert_eq!(depends("llvm-22").unwrap(), "lld-22");
        assert_eq!(depends("libllvm23t64").unwrap(), "lld-23");
        assert_eq!(depends("llvm-dev"), None);
    }

    #[test]
    fn debian_comes_first_on_the_path() {
        assert_eq!(debian_path(Some("/a:/b".into())), "/usr/bin:/a:/b");
        assert_eq!(debian_path(None), "/usr/bin");
    }
}
