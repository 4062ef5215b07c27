//! Tools that some checks use where they are installed. They take long to
//! build or come with nightly Rust, so nothing installs them by itself:
//! `cargo xtask setup --extras` does.

use crate::failure::Failure;
use crate::shell::CommandLine;
use crate::status::say;
use crate::steps::NOT_RUN;
use crate::workspace::Workspace;

/// A tool that is not part of the usual installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// Nightly Rust with Miri.
    Miri,
    /// cargo-fuzz, which needs nightly Rust.
    Fuzz,
    /// cargo-deny.
    Deny,
}

impl Extra {
    const ALL: [Extra; 3] = [Extra::Miri, Extra::Fuzz, Extra::Deny];

    const fn name(self) -> &'static str {
        match self {
            Extra::Miri => "nightly Rust with Miri",
            Extra::Fuzz => "cargo-fuzz with nightly Rust",
            Extra::Deny => "cargo-deny",
        }
    }

    fn is_there(self, workspace: &Workspace) -> bool {
        match self {
            Extra::Miri => nightly(workspace, "miri").arg("--version").works(),
            Extra::Fuzz => nightly(workspace, "fuzz").arg("--version").works(),
            Extra::Deny => workspace.cargo("deny").arg("--version").works(),
        }
    }

    fn install(self, workspace: &Workspace) -> Result<(), Failure> {
        let program = match self {
            Extra::Miri => {
                return CommandLine::new("rustup")
                    .args(["toolchain", "install", "nightly"])
                    .args(["--profile", "minimal"])
                    .args(["--component", "miri,rust-src"])
                    .show();
            }
            Extra::Fuzz => "cargo-fuzz",
            Extra::Deny => "cargo-deny",
        };
        workspace.cargo("install").args([program, "--locked"]).show()
    }

    /// What a step says that it could not run for want of this, or nothing.
    pub(crate) fn missing(self, workspace: &Workspace) -> Option<Vec<String>> {
        if self.is_there(workspace) {
            return None;
        }
        let name = self.name();
        Some(vec![format!(
            "{NOT_RUN}{name} is not installed: cargo xtask setup --extras"
        )])
    }
}

/// Installs all of them.
pub(crate) fn install(workspace: &Workspace) -> Result<(), Failure> {
    for extra in Extra::ALL {
        if !extra.is_there(workspace) {
            say(&format!("Installing {}.", extra.name()));
            extra.install(workspace)?;
        }
    }
    Ok(())
}

/// A command of nightly's cargo, started in the project's folder.
pub(crate) fn nightly(workspace: &Workspace, command: &str) -> CommandLine {
    CommandLine::new("rustup")
        .args(["run", "nightly", "cargo", command])
        .without_env("CARGO")
        .without_env("RUSTC")
        .without_env("RUSTUP_TOOLCHAIN")
        .dir(workspace.root())
}
