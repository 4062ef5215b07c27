//! The Pico's image in rp2040js, which `firmware/emulator/pico.js` drives.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{EmulatorError, RunOptions};
use crate::{Link, Project};

pub(super) const PROGRAM: &str = "node";

/// The script that runs an image.
pub(super) fn script(project: &Project) -> Result<PathBuf, EmulatorError> {
    let folder = project.emulators();
    if folder.join("node_modules").exists() {
        Ok(folder.join("pico.js"))
    } else {
        Err(EmulatorError::NotInstalled(folder))
    }
}

/// Runs the image and gives the line to the player's port.
pub(super) fn link(
    project: &Project,
    image: &Path,
    options: &RunOptions,
) -> Result<Link, EmulatorError> {
    let mut node = Command::new(PROGRAM);
    node.arg(script(project)?).arg(image);
    options.link(PROGRAM, node)
}
