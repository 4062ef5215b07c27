//! What the second core of the Picos takes of their memory, and how much faster
//! two cores are than one: both stand in `docs/figures.txt`.

use std::path::Path;

use boards::Board;
use boards::elf::{self, Symbol};

use crate::failure::Failure;
use crate::figures::Figures;
use crate::firmware;
use crate::steps::{Site, StepResult};

/// What a node of the pool takes.
const NODE: u32 = 16;

/// Looks whether the sizes are those that are stated.
pub(crate) fn check_sizes(site: &Site<'_>, figures: &Figures) -> StepResult {
    let mut told = Vec::new();
    for board in Board::ALL.into_iter().filter(|it| it.has_two_cores()) {
        let image = firmware::image(site, board)?;
        let symbols = elf::symbols(&image)?;
        let found = |part| size_of(&symbols, &image, part);
        let function = found(&["Rollout", "7run_for"])?;
        let name = board.name();
        figures.expect(&format!("rollout-{name}"), &thousands(function))?;
        if board == Board::Pico {
            let stack = between(&symbols, &image)?;
            let buffers = found(&["start_second_core", "7BUFFERS"])?;
            let queues = found(&["start_second_core", "8HANDOVER"])?;
            let all = stack + buffers + queues;
            for (name, bytes) in [
                ("second-core-stack", stack),
                ("second-core-buffers", buffers),
                ("second-core-queues", queues),
                ("second-core-bytes", all),
                ("second-core-nodes", all / NODE),
                ("rollout-nodes", function.div_ceil(NODE)),
            ] {
                figures.expect(name, &thousands(bytes))?;
            }
        }
        told.push(format!("{name}: the second core's memory, as stated"));
    }
    Ok(told)
}

/// Looks at what the image says that compares its cores: it is stated, and in
/// whole milliseconds the same each time.
pub(crate) fn check_speed(
    site: &Site<'_>,
    board: Board,
    lines: &[String],
) -> Result<(), Failure> {
    let figures = Figures::load(site.workspace)?;
    let found = lines.iter().find_map(|line| speed(line)).ok_or_else(|| {
        Failure::new(format!("{} did not compare its cores", board.name()))
    })?;
    let name = board.name();
    figures.expect(&format!("two-cores-{name}"), &found.two)?;
    figures.expect(&format!("one-core-{name}"), &found.one)
}

/// The milliseconds for the same work.
#[derive(Debug, PartialEq, Eq)]
struct Speed {
    two: String,
    one: String,
}

/// The numbers in `…, 166% as fast: 89247 us, the one 148685 us (…`.
fn speed(line: &str) -> Option<Speed> {
    let (_, rest) = line.split_once("% as fast: ")?;
    let (two, rest) = rest.split_once(" us, the one ")?;
    let (one, _) = rest.split_once(" us")?;
    let milliseconds = |micros: &str| {
        let micros: u32 = micros.parse().ok()?;
        Some(((micros + 500) / 1000).to_string())
    };
    Some(Speed { two: milliseconds(two)?, one: milliseconds(one)? })
}

/// What the only thing takes whose name has these parts.
fn size_of(
    symbols: &[Symbol],
    image: &Path,
    parts: &[&str],
) -> Result<u32, Failure> {
    let is_it = |it: &&Symbol| parts.iter().all(|part| it.name.contains(part));
    let found: Vec<&Symbol> = symbols.iter().filter(is_it).collect();
    match found[..] {
        [symbol] if symbol.size > 0 => Ok(symbol.size),
        _ => {
            let (count, parts) = (found.len(), parts.join(" and "));
            let image = image.display();
            let what = format!("{image} has {count} things called {parts}");
            Err(Failure::new(what))
        }
    }
}

/// What the second stack takes, by the linker's names.
fn between(symbols: &[Symbol], image: &Path) -> Result<u32, Failure> {
    let at = |name| {
        let found = symbols.iter().find(|it| it.name == name);
        found.map(|symbol| symbol.address).ok_or_else(|| {
            Failure::new(format!("{} has no {name}", image.display()))
        })
    };
    Ok(at("_second_stack_start")? - at("_second_stack_end")?)
}

/// As the pages write numbers.
fn thousands(number: u32) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", number / 1000, number % 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_are_found_in_what_the_image_says() {
        let line = "It has just restarted: both cores grew the tree of one, \
                    166% as fast: 89247 us, the one 148685 us (a.rs:1:1)";
        let expected = Speed { two: "89".into(), one: "149".into() };
        assert_eq!(speed(line), Some(expected));
        assert_eq!(speed("It is your turn, with x."), None);
    }

    #[test]
    fn one_thing_is_meant() {
        let symbol = |name: &str| Symbol {
            name: name.into(),
            address: 0,
            size: 1234,
            is_part: true,
        };
        let symbols = ["a7BUFFERS", "b7BUFFERS", "a8HANDOVER"].map(symbol);
        let size = |parts: &[&str]| {
            size_of(&symbols, Path::new("x"), parts).ok().map(thousands)
        };
        assert_eq!(size(&["a", "BUFFERS"]), Some("1,234".into()));
        assert_eq!(size(&["BUFFERS"]), None);
        assert_eq!(size(&["c"]), None);
    }
}
