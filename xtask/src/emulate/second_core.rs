//! Boards with two cores: what the second does, and what happens when it
//! does not.

use std::fs;

use boards::Board;

use super::sessions::{emulator, hold_with};
use crate::failure::Failure;
use crate::firmware;
use crate::steps::Site;

/// Two cores, one of which may give no answer.
const ONE_CORE: &str = "> ugi
< ugiok
> go nodes 100
< bestmove*
> sysinfo
< sysinfo cores 1 of 2, the second does not answer
> quit
";

/// The boards that have one.
pub(super) const BOARDS: [Board; 2] = [Board::Pico, Board::Pico2];

/// Lets the second core of every board that has one work, fail, and be
/// missing.
pub(super) fn check(site: &Site<'_>) -> Result<(), Failure> {
    let file = site.workspace.root().join("firmware/tests/second-core.txt");
    let faults = fs::read_to_string(&file).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", file.display()))
    })?;
    for board in BOARDS {
        let told = |what: String| {
            Failure::new(format!("{} second core: {what}", board.name()))
        };
        let image = firmware::fault_injection(site, board)?;
        let mut command = emulator(site.workspace, board, &image);
        command.arg("--restart");
        hold_with(command, &faults).map_err(told)?;
        let image = firmware::image(site, board)?;
        let mut command = emulator(site.workspace, board, &image);
        command.arg("--one-core");
        hold_with(command, ONE_CORE).map_err(told)?;
    }
    Ok(())
}
