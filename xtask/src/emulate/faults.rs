//! Faults that are provoked: the board restarts, and says why.

use boards::DevBoard;
use boards::emulator::Emulator;

use super::sessions::{emulator, hold_with, script};
use crate::failure::Failure;
use crate::firmware;
use crate::steps::Site;

/// One fault after another on every emulated board with one core.
pub(super) fn check(site: &Site<'_>) -> Result<(), Failure> {
    let faults = script(site.workspace, "faults.txt")?;
    for (board, runner) in DevBoard::emulated() {
        if board.has_two_cores() {
            continue;
        }
        let image = firmware::fault_injection(site, board)?;
        let mut command = emulator(site.workspace, board, &image);
        if !matches!(runner, Emulator::Qemu(_)) {
            command.arg("--restart");
        }
        let name = board.name();
        hold_with(command, &faults)
            .map_err(|what| Failure::new(format!("{name} faults: {what}")))?;
    }
    Ok(())
}
