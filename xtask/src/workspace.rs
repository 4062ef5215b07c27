//! Where the project lies, and the cargo that builds it.

use std::env;
use std::path::{Path, PathBuf};

use crate::shell::Run;

/// The project's folder and its build folder.
#[derive(Debug, Clone)]
pub(crate) struct Workspace {
    root: PathBuf,
    target: PathBuf,
}

impl Workspace {
    /// The project that this program was started in.
    pub(crate) fn find() -> Self {
        let here = env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
        let root = here.parent().unwrap_or(&here).to_path_buf();
        let target = env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root.join("target"), |dir| root.join(dir));
        Workspace { root, target }
    }

    /// The folder of the top `Cargo.toml`.
    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// A build folder apart from the usual one, so that a build in it
    /// neither waits for another nor undoes it.
    pub(crate) fn apart(&self, name: &str) -> PathBuf {
        self.target.join(name)
    }

    /// Cargo for this machine, started in the project's folder.
    pub(crate) fn cargo(&self, command: &str) -> Run {
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Run::new(cargo).arg(command).dir(&self.root)
    }
}
