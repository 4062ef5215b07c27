//! Boards with two cores: what the second does, and what happens when it
//! does not.

use std::path::Path;

use boards::{CORTEX_M0, DevBoard};

use super::sessions::{emulator, hold_with, script};
use crate::failure::Failure;
use crate::firmware;
use crate::second_core::check_speed;
use crate::steps::{Site, StepResult};

/// Two cores, one of which may give no answer.
const ONE_CORE: &str = "> ugi
< ugiok
> go nodes 100
< bestmove*
> sysinfo
< sysinfo cores 1 of 2, the second does not answer
> quit
";

/// A second core that comes out of its reset, and then does not take the
/// program, restarts the board, once.
const RESTARTED: &str = "< It has just restarted: the watchdog was not fed*
< It is your turn*
";

/// Without any stack left, an Armv6-M core locks up, and another one tells.
fn overflow(board: DevBoard) -> String {
    let told = match board.target() {
        CORTEX_M0 => "the watchdog was not fed",
        _ => "the stack was too small",
    };
    format!(
        "< It is your turn*\n^ R\n< It has just restarted: {told}*\n\
         < It is your turn*\n> ugi\n< ugiok\n> quit\n"
    )
}

/// Lets the second core of a board work, fail, and be missing.
pub(super) fn check(site: &Site<'_>, board: DevBoard) -> StepResult {
    let faults = script(site.workspace, "second-core.txt")?;
    let told = |what: String| {
        Failure::new(format!("{} second core: {what}", board.name()))
    };
    let talk = |image: &Path, options: &[&str], lines: &str| {
        let mut command = emulator(site.workspace, board, image);
        command.args(options);
        hold_with(command, lines).map_err(told)
    };
    let image = firmware::fault_injection(site, board)?;
    let lines = talk(&image, &["--restart"], &faults)?;
    let compared = check_speed(site, board, &lines)?;
    talk(&image, &["--restart"], &overflow(board))?;
    let image = firmware::image(site, board)?;
    talk(&image, &["--one-core"], ONE_CORE)?;
    let deaf_core = format!("{RESTARTED}{ONE_CORE}");
    talk(&image, &["--deaf-core", "--restart"], &deaf_core)?;
    Ok(vec![compared])
}
