//! Building what runs on a chip.

use crate::failure::Failure;
use crate::shell::Run;
use crate::steps::Site;
use crate::toolchain::CORTEX_M4;

/// Builds the default board's firmware as it is flashed.
pub(crate) fn build(site: &Site<'_>) -> Result<(), Failure> {
    cargo(site, "build").arg("--release").ok()?;
    Ok(())
}

/// Looks for warnings in the default board's firmware.
pub(crate) fn lint(site: &Site<'_>) -> Result<(), Failure> {
    let lint = site.toolchain.lint();
    let run = cargo(site, lint);
    if lint == "clippy" {
        run.args(["--", "-D", "warnings"]).ok()?;
    } else {
        run.ok()?;
    }
    Ok(())
}

fn cargo(site: &Site<'_>, command: &str) -> Run {
    site.toolchain
        .cargo(site.workspace, command, CORTEX_M4)
        .args(["-p", "firmware"])
}
