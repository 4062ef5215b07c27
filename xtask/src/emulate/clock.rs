//! The clock that an image says it has, and the one that it sets.

use std::fs;
use std::path::Path;

use boards::DevBoard;

use super::sessions::{emulator, hold_with};
use crate::failure::Failure;
use crate::firmware;
use crate::steps::{Site, StepResult};

/// The Pico's two images: what each is to set, it says and it sets. A Pico 2
/// has one clock, and its emulator refuses an image that sets another.
pub(super) fn check(site: &Site<'_>) -> StepResult {
    let usual = (firmware::image(site, DevBoard::Pico)?, 200_000_000);
    let safe = (firmware::safe_clock(site)?, 125_000_000);
    for (image, hertz) in [usual, safe] {
        try_image(site, &image, hertz)
            .map_err(|what| Failure::new(format!("pico clock: {what}")))?;
    }
    Ok(vec![])
}

fn try_image(site: &Site<'_>, image: &Path, hertz: u32) -> Result<(), String> {
    let script = format!(
        "> ugi\n< ugiok\n> sysinfo\n< sysinfo clock {hertz} Hz\n\
         > go nodes 50\n< bestmove*\n> quit\n"
    );
    let trace = site.workspace.project().images().join("pico-clock.trace");
    let mut command = emulator(site.workspace, DevBoard::Pico, image);
    command.arg("--trace").arg(&trace);
    hold_with(command, &script)?;
    let trace = fs::read_to_string(&trace)
        .map_err(|error| format!("cannot read {}: {error}", trace.display()))?;
    match set(&trace) {
        Some(found) if found == hertz => Ok(()),
        Some(found) => Err(format!("it sets {found} Hz, not {hertz} Hz")),
        None => Err("it sets no clock".into()),
    }
}

/// The last clock in a trace that was set by registers of the chip.
fn set(trace: &str) -> Option<u32> {
    let mut lines = trace.lines().rev();
    lines.find_map(|line| {
        let (_, hertz) = line.strip_prefix("clock ")?.split_once(' ')?;
        hertz.parse().ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_clock_counts() {
        let trace = "clock 1 12000000\nclock 2 200000000\nin 3 ugi\n";
        assert_eq!(set(trace), Some(200_000_000));
        assert_eq!(set("in 3 clock 1 2\nout 4 clock\n"), None);
    }
}
