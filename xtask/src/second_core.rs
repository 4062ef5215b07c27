//! What the second core of the Picos takes of their memory, and how much faster
//! two cores are than one: both stand in `docs/figures.txt`.

use std::path::Path;

use boards::DevBoard;
use boards::elf::{self, Symbol};

use crate::failure::Failure;
use crate::figures::Figures;
use crate::firmware;
use crate::steps::{Site, StepResult};

/// What a node of the pool takes.
const NODE: u32 = 16;

/// Looks whether the sizes are those that are stated; of a board that no page
/// tells of, none are.
pub(crate) fn check_sizes(site: &Site<'_>, figures: &Figures) -> StepResult {
    let mut told = Vec::new();
    for board in DevBoard::ALL.into_iter().filter(|it| it.has_two_cores()) {
        let figure = format!("rollout-{}", board.name());
        if !figures.has(&figure) {
            continue;
        }
        let image = firmware::image(site, board)?;
        let symbols = elf::symbols(&image)?;
        let found = |part| size_of(&symbols, &image, part);
        let function = found(&["Rollout", "7run_for"])?;
        figures.expect(&figure, &thousands(function))?;
        if board == DevBoard::Pico {
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
        let name = board.name();
        told.push(format!("{name}: the second core's memory, as stated"));
    }
    Ok(told)
}

/// How far a time may be off, in percent: it changes with every line.
const TIME: u32 = 3;

/// Looks at what the image says that compares its cores: the times for every
/// number of rollouts in flight are about those that are stated, if any are.
pub(crate) fn check_speed(
    site: &Site<'_>,
    board: DevBoard,
    lines: &[String],
) -> Result<String, Failure> {
    let figures = Figures::load(site.workspace)?;
    let name = board.name();
    let found = lines.iter().find_map(|line| Times::read(line));
    let found = found.ok_or_else(|| {
        Failure::new(format!("{name} did not compare its cores"))
    })?;
    for (cores, times) in [("two-cores", &found.two), ("one-core", &found.one)]
    {
        let figure = format!("{cores}-{name}");
        if figures.has(&figure) && !is_near(figures.get(&figure)?, times) {
            figures.expect(&figure, &row(times))?;
        }
    }
    let (two, one) = (row(&found.two), row(&found.one));
    Ok(format!("{name}: {two} ms on both cores, {one} ms on one"))
}

/// The milliseconds for the same work with one rollout in flight, with two,
/// and so on.
#[derive(Debug, PartialEq, Eq)]
struct Times {
    two: Vec<u32>,
    one: Vec<u32>,
}

impl Times {
    /// Those in `…, 177% as fast: [148231, 84012] us, the one [148685, …] us`.
    fn read(line: &str) -> Option<Times> {
        let (_, rest) = line.split_once("% as fast: [")?;
        let (two, rest) = rest.split_once("] us, the one [")?;
        let (one, _) = rest.split_once("] us")?;
        let milliseconds = |micros: &str| -> Option<Vec<u32>> {
            let times = micros.split(", ").map(|it| it.parse::<u32>().ok());
            times.map(|it| Some((it? + 500) / 1000)).collect()
        };
        Some(Times { two: milliseconds(two)?, one: milliseconds(one)? })
    }
}

/// As they stand on the page.
fn row(times: &[u32]) -> String {
    let times: Vec<_> = times.iter().map(u32::to_string).collect();
    times.join(" | ")
}

/// Whether as many times are stated, each near enough.
fn is_near(stated: &str, found: &[u32]) -> bool {
    let stated: Vec<_> =
        stated.split(" | ").map(|it| it.parse::<u32>().ok()).collect();
    let near =
        |stated: u32, found: u32| stated.abs_diff(found) * 100 <= stated * TIME;
    let pairs = || stated.iter().zip(found);
    stated.len() == found.len()
        && pairs().all(|(a, &b)| a.is_some_and(|a| near(a, b)))
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
    use boards::Chip;

    use super::*;
    use crate::workspace::Workspace;

    #[test]
    fn the_times_are_found_in_what_the_image_says() {
        let line = "It has just restarted: both cores grew the tree of one, \
                    166% as fast: [149301, 89247] us, the one \
                    [149700, 148685] us (a.rs:1:1)";
        let expected = Times { two: vec![149, 89], one: vec![150, 149] };
        assert_eq!(Times::read(line), Some(expected));
        for other in ["It is your turn, with x.", &line.replace("89247", "x")] {
            assert_eq!(Times::read(other), None);
        }
    }

    /// A board whose playouts stand on the pages has its cores there, too.
    #[test]
    fn the_chips_with_two_cores_have_their_figures() {
        let figures = Figures::load(&Workspace::find()).unwrap();
        let chips = Chip::all().into_iter().map(|chip| chip.board);
        let boards = chips.filter(|board| board.has_two_cores());
        let names: Vec<&str> = boards.map(DevBoard::name).collect();
        assert!(names.contains(&"pico"), "{names:?}");
        for name in names {
            for figure in ["rollout", "two-cores", "one-core"] {
                let figure = format!("{figure}-{name}");
                assert!(figures.has(&figure), "no {figure} in figures.txt");
            }
        }
    }

    #[test]
    fn every_time_is_held_to_a_few_percent() {
        assert_eq!(row(&[149, 89]), "149 | 89");
        assert!(is_near("149 | 100", &[149, 103]));
        assert!(is_near("149 | 100", &[153, 97]));
        for other in [&[149, 104][..], &[149, 96], &[149], &[149, 100, 9]] {
            assert!(!is_near("149 | 100", other), "{other:?}");
        }
        assert!(!is_near("149 | x", &[149, 100]));
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
