//! What can happen to the cable of a board: it is unplugged, or the computer
//! does not read, or has another baud rate.

use boards::DevBoard;

use super::sessions::{emulator, hold_with, script};
use crate::failure::Failure;
use crate::firmware;
use crate::steps::{Site, StepResult};

/// Pulls the cable of a board whose emulator has one.
pub(super) fn check(site: &Site<'_>, board: DevBoard) -> StepResult {
    let file = if board.has_cable() { "usb.txt" } else { "uart.txt" };
    let cable = script(site.workspace, file)?;
    let image = firmware::image(site, board)?;
    let mut command = emulator(site.workspace, board, &image);
    command.arg("--faults");
    let name = board.name();
    hold_with(command, &cable)
        .map_err(|what| Failure::new(format!("{name} cable: {what}")))?;
    Ok(vec![])
}
