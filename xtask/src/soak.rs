//! `cargo xtask test soak`: a hundred games with the firmware in QEMU,
//! without a restart. `host-sim soak` plays any number.

use boards::Board;

use crate::firmware;
use crate::steps::{Site, StepResult};

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    firmware::image(site, Board::Qemu)?;
    let soak = site.workspace.host_sim("soak");
    let last = soak.args(["--games", "100", "--movetime", "5"]).last_line()?;
    Ok(last.into_iter().collect())
}
