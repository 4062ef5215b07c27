//! Faults that are provoked: the board restarts, and says why.

use boards::DevBoard;
use boards::emulator::Emulator;

use super::sessions::{emulator, hold_with, script};
use crate::failure::Failure;
use crate::firmware;
use crate::steps::{Site, StepResult};

/// One fault after another on a board with one core.
pub(super) fn check(site: &Site<'_>, board: DevBoard) -> StepResult {
    let faults = script(site.workspace, "faults.txt")?;
    let image = firmware::fault_injection(site, board)?;
    let mut command = emulator(site.workspace, board, &image);
    if !matches!(board.emulator(), Some(Emulator::Qemu(_))) {
        command.arg("--restart");
    }
    let name = board.name();
    hold_with(command, &faults)
        .map_err(|what| Failure::new(format!("{name} faults: {what}")))?;
    Ok(vec![])
}
