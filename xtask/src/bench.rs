//! `cargo xtask bench`: what the engine's work costs, in instructions.

use clap::Args;

use crate::failure::Failure;
use crate::setup::{self, Need};
use crate::workspace::Workspace;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only the benches whose name contains this
    filter: Option<String>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        setup::ensure(workspace, &[Need::Gungraun], None)?;
        workspace
            .cargo("bench")
            .args(["-p", "engine"])
            .args(self.filter.iter().flat_map(|name| ["--", name]))
            .show()?;
        Ok(true)
    }
}
