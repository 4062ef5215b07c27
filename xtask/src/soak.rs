//! Long conversations with the firmware: `cargo xtask test soak`, a hundred
//! games without a restart in QEMU, and `states`, a part of the table of every
//! line in every state, on every emulated board. `host-sim soak` and `host-sim
//! states` do all of it, on any board.

use boards::Board;
use boards::emulator::Emulator;

use crate::firmware;
use crate::steps::{Site, StepResult};

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    firmware::image(site, Board::Qemu)?;
    let soak = site.workspace.host_sim("soak");
    let last = soak.args(["--games", "100", "--movetime", "5"]).last_line()?;
    Ok(last.into_iter().collect())
}

/// As many cells as the emulator has time for: one in `every`, a number that
/// divides neither side of the table. Each is waited on for longer than the
/// board's watchdog has patience.
pub(crate) fn check_states(site: &Site<'_>) -> StepResult {
    let mut told = Vec::new();
    for (board, emulator) in Board::emulated() {
        let (every, wait) = match emulator {
            Emulator::Qemu(_) => ("11", "2500"),
            Emulator::Pico => ("241", "3500"),
            Emulator::Unicorn(_) => ("151", "3500"),
        };
        firmware::image(site, board)?;
        let states = site.workspace.host_sim("states");
        let states = states.args(["--board", board.name()]);
        let states = states.args(["--every", every, "--wait", wait]);
        let last = states.last_line()?.unwrap_or_default();
        told.push(format!("{}: {last}", board.name()));
    }
    Ok(told)
}
