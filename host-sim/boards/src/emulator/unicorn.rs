//! The images of the Pico 2 and the micro:bit v2 in Unicorn, which the
//! programs in `firmware/emulator/unicorn` drive.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{EmulatorError, RunOptions};
use crate::{DevBoard, Link, Project};

const PROGRAM: &str = "python";

/// The Python that knows Unicorn.
pub(super) fn python(project: &Project) -> Result<PathBuf, EmulatorError> {
    let folder = project.unicorn_python();
    let python = folder.join("bin").join(PROGRAM);
    if python.exists() {
        Ok(python)
    } else {
        Err(EmulatorError::NotInstalled(folder))
    }
}

/// Runs the image and gives the line to the player's port.
pub(super) fn link(
    project: &Project,
    board: DevBoard,
    image: &Path,
    options: &RunOptions,
) -> Result<Link, EmulatorError> {
    let mut run = Command::new(python(project)?);
    // Nothing is written among the sources.
    run.arg("-B").arg(project.unicorn_emulator().join("run.py"));
    run.args(["--board", board.name()]).arg(image);
    if options.hurry {
        run.arg("--hurry");
    }
    options.link(PROGRAM, run)
}
