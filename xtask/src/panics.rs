//! No panic can be reached in `engine` and `protocol`: read off the linked
//! images, not off the source.
//!
//! Two looks, since neither alone is enough:
//!
//! - An image with the whole session and nothing else has no panic handler in
//!   it. Link-time optimisation removes every branch that it proves dead, the
//!   linker every function that nothing calls; a panic that is left is one
//!   that the compiler could not rule out.
//! - No board's own image holds the name of a source file of these crates,
//!   which every panic carries with it as its place.

use boards::{CORTEX_M0, CORTEX_M4, CORTEX_M33, DevBoard, RISCV, elf};

use crate::failure::Failure;
use crate::firmware;
use crate::image_names;
use crate::steps::{Site, StepResult};

/// What every panic ends in.
const HANDLER: &str = "rust_begin_unwind";
/// The crates that must not panic, as a panic's place spells them.
const CRATES: [&str; 2] = ["engine/src/", "protocol/src/"];
/// The firmware may: a task that cannot be started at all, for example.
const FIRMWARE: &str = "firmware/src/";

/// `cargo xtask test no-panic`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let mut told = Vec::new();
    for target in [CORTEX_M0, CORTEX_M4, CORTEX_M33, RISCV] {
        let image = firmware::no_panic(site, target)?;
        let names = elf::symbols(&image)?;
        let names = names.iter().map(|symbol| symbol.name.as_str());
        let next = format!("see who calls them: {}", image.display());
        judge(target, &names.collect::<Vec<_>>())
            .map_err(|failure| failure.next(next))?;
        told.push(format!("{target}: no panic in the session"));
    }
    for board in DevBoard::ALL {
        let image = firmware::image(site, board)?;
        // The look is at something: the firmware's own panics are seen.
        let symbols = elf::symbols(&image)?;
        let segments = elf::segments(&image)?;
        let holds = |text: &str| {
            segments.iter().any(|segment| contains(&segment.bytes, text))
        };
        if !symbols.iter().any(|symbol| panics(&symbol.name))
            || !holds(FIRMWARE)
        {
            let what = format!("the panics of {} are hidden", board.name());
            return Err(Failure::new(what));
        }
        if let Some(place) = CRATES.iter().find(|place| holds(place)) {
            let what = format!("{} can panic in {place}", board.name());
            return Err(Failure::new(what));
        }
    }
    told.push("no image knows a place of a panic in engine or protocol".into());
    Ok(told)
}

/// Fails if a panic is among the names, or nothing that is always there.
fn judge(target: &str, names: &[&str]) -> Result<(), Failure> {
    image_names::are_told(&format!("the image for {target}"), names)?;
    let panics: Vec<&str> =
        names.iter().copied().filter(|name| panics(name)).collect();
    if panics.is_empty() {
        return Ok(());
    }
    let what = format!("a panic can be reached on {target}");
    Err(Failure::new(what).output(panics.join("\n")))
}

/// Is this what panics, or a way there?
fn panics(symbol: &str) -> bool {
    [HANDLER, "9panicking", "_failed"].iter().any(|part| symbol.contains(part))
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_to_a_panic_are_known() {
        for name in [
            "_RNvCs7yYR_7___rustc17rust_begin_unwind",
            "_ZN4core9panicking18panic_bounds_check17h12E",
            "_ZN4core6option13unwrap_failed17h12E",
        ] {
            assert!(panics(name), "{name}");
        }
        assert!(!panics("_ZN6engine8position8Position4play17h12E"));
    }

    #[test]
    fn an_image_without_names_is_no_image_without_a_panic() {
        assert!(judge("x", &["Reset", "main"]).is_ok());
        for names in [&[][..], &["main"]] {
            let told = judge("x", names).unwrap_err().to_string();
            assert!(told.contains("does not tell its names"), "{told}");
        }
        let panics = ["_start", "_RNvCs7yYR_7___rustc17rust_begin_unwind"];
        let told = judge("x", &panics).unwrap_err().to_string();
        assert!(told.contains("a panic can be reached on x"), "{told}");
    }

    #[test]
    fn a_place_is_found_anywhere() {
        assert!(contains(b"\0\0engine/src/lib.rs", CRATES[0]));
        assert!(!contains(b"engine/sr", CRATES[0]));
    }
}
