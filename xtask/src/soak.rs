//! `cargo xtask test soak`: a hundred games with the firmware in QEMU,
//! without a restart. `host-sim soak` plays any number.

use boards::Board;

use crate::firmware;
use crate::steps::{Site, StepResult};

const GAMES: &str = "100";
const MOVETIME: &str = "5";

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    firmware::image(site, Board::Qemu)?;
    let text = site
        .workspace
        .cargo("run")
        .args(["--quiet", "--release", "-p", "host-sim", "--", "soak"])
        .args(["--games", GAMES, "--movetime", MOVETIME])
        .ok()?;
    let last = text.lines().rfind(|line| !line.trim().is_empty());
    Ok(last.map(str::to_owned).into_iter().collect())
}
