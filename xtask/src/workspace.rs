//! The project, and the cargo that builds it.

use std::env;
use std::path::{Path, PathBuf};

use boards::Project;

use crate::apt::Consent;
use crate::shell::CommandLine;
use crate::toolchain::Toolchain;

/// The project's folder and its build folder.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    project: Project,
    toolchain: Option<Toolchain>,
    consent: Consent,
}

impl Workspace {
    /// The project that this program was started in.
    pub(crate) fn find() -> Self {
        Workspace {
            project: Project::find(),
            toolchain: None,
            consent: Consent::Missing,
        }
    }

    /// With the Rust for microcontrollers that the user asked for.
    pub(crate) fn with_toolchain(self, toolchain: Option<Toolchain>) -> Self {
        Workspace { toolchain, ..self }
    }

    /// The Rust for microcontrollers that the user asked for.
    pub(crate) fn toolchain(&self) -> Option<Toolchain> {
        self.toolchain
    }

    /// With what the user says about installing packages.
    pub(crate) fn with_consent(self, consent: Consent) -> Self {
        Workspace { consent, ..self }
    }

    /// Whether packages may be installed.
    pub(crate) fn consent(&self) -> Consent {
        self.consent
    }

    /// Where things lie.
    pub(crate) fn project(&self) -> &Project {
        &self.project
    }

    /// The folder of the top `Cargo.toml`.
    pub(crate) fn root(&self) -> &Path {
        self.project.root()
    }

    /// The folder that cargo builds in.
    pub(crate) fn target(&self) -> &Path {
        self.project.target()
    }

    /// A build folder apart from the usual one, so that a build in it
    /// neither waits for another nor undoes it.
    pub(crate) fn apart(&self, name: &str) -> PathBuf {
        self.project.target().join(name)
    }

    /// Cargo for this machine, started in the project's folder. It keeps
    /// nothing for a next build but what it has built: the rest would take
    /// gigabytes.
    pub(crate) fn cargo(&self, command: &str) -> CommandLine {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        CommandLine::new(cargo)
            .arg(command)
            .dir(self.root())
            .env("CARGO_INCREMENTAL", "0")
    }

    /// A command of host-sim, built for speed.
    pub(crate) fn host_sim(&self, command: &str) -> CommandLine {
        let program = ["--quiet", "--release", "-p", "host-sim", "--"];
        self.cargo("run").args(program).arg(command)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn no_build_of_a_check_is_incremental() {
        let workspace = Workspace::find();
        let cargo = workspace.cargo("build");
        assert_eq!(cargo.variable("CARGO_INCREMENTAL"), Some("0".as_ref()));
    }
}
