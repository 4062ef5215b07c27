//! `cargo xtask bench --playouts`: how many playouts the chips make in three
//! seconds, by the clocks of their emulators, and whether the table of chips
//! says so; with `--safe-clock`, what one core and both of a Pico make at its first
//! years' clock. The positions are in `xtask/playouts.txt`.

use std::fs;
use std::path::Path;
use std::time::Instant;

use boards::{Chip, DevBoard};

use crate::emulate;
use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::side_by_side::{self, Task};
use crate::status::{say, showing, since};
use crate::steps::{Amount, Site, StepResult};
use crate::workspace::Workspace;

const POSITIONS: &str = include_str!("../playouts.txt");
/// The stages of a game; the quick check takes the first position of each.
const STAGES: [&str; 3] = ["opening", "middle", "late"];
/// The time for a move, in milliseconds.
const MOVETIME: u32 = 3000;
/// The time of the quick check.
const QUICK: u32 = 300;
/// How often a search tells how far it has come.
const INFO: u32 = 100;
/// How far the table may be off, in percent.
const TOLERANCE: u32 = 5;
/// What is written is a multiple of this.
const STEP: u32 = 100;

/// Counts the playouts of these boards, prints them, and compares them with
/// the table or writes it. Is the table right?
pub(crate) fn run(
    workspace: &Workspace,
    board: Option<DevBoard>,
    write: bool,
) -> Result<bool, Failure> {
    let mut chips = Chip::all();
    chips.retain(|chip| board.is_none_or(|board| chip.board == board));
    if chips.is_empty() {
        let names = Chip::all().into_iter().map(|chip| chip.board.name());
        let names = Vec::from_iter(names).join(", ");
        let what = "there is no chip of this board in the table";
        return Err(
            Failure::new(what).next(format!("--board is one of {names}"))
        );
    }
    let mut rows = Vec::new();
    let mut wrong = Vec::new();
    for chip in chips {
        let board = chip.board;
        let needs = [emulate::need(board)?, Need::Chip(board.target())];
        let site = setup::ensure(workspace, &needs)?;
        let image = firmware::image(&site, board)?;
        let counts = count_all(&site, &chip, &image)?;
        let measured = Measured::of(counts);
        rows.push(measured.row(&chip));
        let quick = quick(&site, &chip, &image)?;
        if write {
            let rounded = measured.rounded();
            let playouts = if chip.is_unit() { chip.playouts } else { rounded };
            save(workspace, &Chip { playouts, quick, ..chip.clone() })?;
            continue;
        }
        wrong.extend(measured.complaint(&chip));
        if is_off(chip.quick, quick) {
            wrong.push(format!(
                "{}: the quick check is {quick}, not {}",
                chip.name, chip.quick
            ));
        }
    }
    say(&heading());
    for row in rows {
        say(&row);
    }
    for line in &wrong {
        say(line);
    }
    Ok(wrong.is_empty())
}

/// Counts what a Pico makes at 125 MHz, with its second core missing and with
/// both, and prints it: the table has no such chips.
pub(crate) fn run_safe_clock(workspace: &Workspace) -> Result<bool, Failure> {
    let board = DevBoard::Pico;
    let needs = [emulate::need(board)?, Need::Chip(board.target())];
    let site = setup::ensure(workspace, &needs)?;
    let image = firmware::safe_clock(&site)?;
    let chip = Chip::all().into_iter().find(|chip| chip.board == board);
    let chip = chip.ok_or_else(|| Failure::new("the table has no Pico"))?;
    let alone = Chip { in_flight: 1, ..chip.clone() };
    let one = Measured::of(count_with(&site, &alone, &image, &["--one-core"])?);
    let both = Measured::of(count_with(&site, &chip, &image, &[])?);
    say(&heading());
    for measured in [&one, &both] {
        say(&measured.row(&chip));
    }
    let ratio = |playouts: u32| {
        let one = one.median.max(1);
        format!("{:.2} times", f64::from(playouts) / f64::from(one))
    };
    let [both, table] = [both.median, chip.playouts].map(ratio);
    say(&format!(
        "one core at 125 MHz; both make {both} as many, and at 200 MHz {table}"
    ));
    Ok(true)
}

/// The quick check of every chip, for `cargo xtask test figures`.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let tasks = Chip::all().into_iter().map(|chip| -> Task<'_, _> {
        Box::new(move || check_quick(site, &chip))
    });
    side_by_side::all(tasks.collect())
}

fn check_quick(site: &Site<'_>, chip: &Chip) -> Result<String, Failure> {
    let image = firmware::image(site, chip.board)?;
    let found = quick(site, chip, &image)?;
    let Chip { name, quick, board, .. } = chip;
    if !is_off(*quick, found) {
        return Ok(format!("{name}: {found} playouts, as stated"));
    }
    let what = format!(
        "{name} makes {found} playouts in {} searches of {QUICK} ms, and {} \
         says {quick}",
        STAGES.len(),
        Chip::FILE,
    );
    let board = board.name();
    Err(Failure::new(what)
        .next(format!("cargo xtask bench --playouts --board {board} --write")))
}

/// The playouts of every chip in three seconds, at night; for a trial, the
/// quick check.
pub(crate) fn check_all(site: &Site<'_>) -> StepResult {
    if site.amount == Amount::Trial {
        return check(site);
    }
    let mut told = Vec::new();
    let chips = Chip::all().into_iter();
    // The unit's playouts are agreed upon.
    for chip in chips.filter(|chip| !chip.is_unit()) {
        let image = firmware::image(site, chip.board)?;
        let measured = Measured::of(count_all(site, &chip, &image)?);
        if let Some(what) = measured.complaint(&chip) {
            return Err(Failure::new(what));
        }
        told.push(measured.row(&chip));
    }
    Ok(told)
}

/// The positions, each with its stage.
fn positions() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|line| line.split_once(' '))
}

/// The playouts for each position.
fn count_all(
    site: &Site<'_>,
    chip: &Chip,
    image: &Path,
) -> Result<Vec<u32>, Failure> {
    count_with(site, chip, image, &[])
}

/// The same in an emulator with these options.
fn count_with(
    site: &Site<'_>,
    chip: &Chip,
    image: &Path,
    options: &[&str],
) -> Result<Vec<u32>, Failure> {
    let start = Instant::now();
    let all = positions().count();
    let mut counts = Vec::new();
    for (place, (stage, position)) in positions().enumerate() {
        let status = || {
            let number = place + 1;
            format!("{}: {number} of {all}, {}", chip.name, since(start))
        };
        let search = Search { chip, image, options, movetime: MOVETIME };
        let count = showing(status, || search.count(site, position))?;
        say(&format!("{:<12} {count:>6} {stage} {position}", chip.name));
        counts.push(count);
    }
    Ok(counts)
}

/// The playouts of short searches, one in each stage, in all.
fn quick(site: &Site<'_>, chip: &Chip, image: &Path) -> Result<u32, Failure> {
    let mut sum = 0;
    for stage in STAGES {
        let first = positions().find(|(name, _)| *name == stage);
        let (_, position) = first.ok_or_else(|| {
            Failure::new(format!("there is no position of stage {stage}"))
        })?;
        let search = Search { chip, image, options: &[], movetime: QUICK };
        sum += search.count(site, position)?;
    }
    Ok(sum)
}

/// A search on a board that has just been started.
struct Search<'a> {
    chip: &'a Chip,
    image: &'a Path,
    /// The emulator's.
    options: &'a [&'a str],
    movetime: u32,
}

impl Search<'_> {
    /// Its playouts. The board must have the chip's pool and as many rollouts
    /// in flight.
    fn count(&self, site: &Site<'_>, position: &str) -> Result<u32, Failure> {
        let &Search { chip, image, options, movetime } = self;
        let Chip { board, in_flight, pool, .. } = chip;
        let script = format!(
            "> ugi\n\
             < option name InFlight type spin default {in_flight} *\n\
             < option name Pool type spin default {pool} *\n\
             < ugiok\n\
             > setoption name Seed value 1\n\
             > setoption name Book value false\n\
             > position fen {position}\n\
             > go movetime {movetime}\n\
             < bestmove*\n\
             > stats\n\
             < stats playouts*\n\
             > quit\n"
        );
        let lines = emulate::ask_with(site, *board, image, options, &script)?;
        playouts(&lines, movetime).map_err(|what| {
            Failure::new(format!("{}: {what}", chip.name)).output(position)
        })
    }
}

/// The playouts of a search that has had all its time.
fn playouts(lines: &[String], movetime: u32) -> Result<u32, String> {
    let after = |words: &str| {
        let line = lines.iter().rev().find_map(|it| it.strip_prefix(words));
        let word = line.and_then(|it| it.split_whitespace().next());
        word.and_then(|it| it.parse::<u32>().ok())
    };
    let time = after("info time ").ok_or("the search told nothing")?;
    if time + INFO < movetime {
        return Err(format!("the search ended early, after {time} ms"));
    }
    after("stats playouts ").ok_or_else(|| "stats told no playouts".into())
}

/// What was counted.
#[derive(Debug, PartialEq, Eq)]
struct Measured {
    median: u32,
    min: u32,
    max: u32,
}

impl Measured {
    fn of(mut counts: Vec<u32>) -> Measured {
        counts.sort_unstable();
        let at = |place: usize| counts.get(place).copied().unwrap_or(0);
        let half = counts.len() / 2;
        let median = match counts.len() % 2 {
            0 => at(half.saturating_sub(1)).midpoint(at(half)),
            _ => at(half),
        };
        let last = counts.len().saturating_sub(1);
        Measured { median, min: at(0), max: at(last) }
    }

    /// As it stands in the table.
    fn rounded(&self) -> u32 {
        (self.median + STEP / 2) / STEP * STEP
    }

    fn row(&self, chip: &Chip) -> String {
        let Measured { median, min, max } = self;
        let name = chip.board.name();
        let stated = match chip.is_unit() {
            true => "-".to_owned(),
            false => chip.playouts.to_string(),
        };
        format!("{name:<12} {median:>7} {min:>7} {max:>7} {stated:>7}")
    }

    /// What to change, if the table is off.
    fn complaint(&self, chip: &Chip) -> Option<String> {
        let Chip { name, playouts, .. } = chip;
        if chip.is_unit() || !is_off(*playouts, self.median) {
            return None;
        }
        let (file, found) = (Chip::FILE, self.rounded());
        Some(format!(
            "{name}: the median is off by more than {TOLERANCE}%: in {file} \
             change {playouts} to {found}, or use --write"
        ))
    }
}

fn heading() -> String {
    let [board, median, min, max, stated] =
        ["board", "median", "min", "max", "table"];
    format!("\n{board:<12} {median:>7} {min:>7} {max:>7} {stated:>7}")
}

/// Whether what was found is too far from what is stated.
fn is_off(stated: u32, found: u32) -> bool {
    u64::from(stated.abs_diff(found)) * 100
        > u64::from(stated) * u64::from(TOLERANCE)
}

/// Puts the chip's row into the table.
fn save(workspace: &Workspace, chip: &Chip) -> Result<(), Failure> {
    let path = workspace.root().join(Chip::FILE);
    let table = fs::read_to_string(&path)
        .and_then(|table| fs::write(&path, chip.put_into(&table)));
    table.map_err(|error| {
        Failure::new(format!("cannot write {}: {error}", Chip::FILE))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{self, Figures};

    #[test]
    fn the_positions_are_of_all_sizes_and_stages() {
        assert!(positions().count() >= 10);
        for stage in STAGES {
            assert!(positions().filter(|(name, _)| *name == stage).count() > 2);
        }
        let rows = |it: &str| it.matches('/').count() + 1;
        for side in 9..=12 {
            assert!(positions().any(|(_, position)| rows(position) == side));
        }
    }

    /// The pools are those of the boards, by the pages.
    #[test]
    fn the_pools_are_those_of_the_boards() {
        let pages = figures::pages(Workspace::find().root()).unwrap();
        for Chip { board, pool, .. } in Chip::all() {
            for stated in figures::stated_sizes(&pages, board.name()).unwrap() {
                let stated = stated.rsplit("| ").next().unwrap();
                assert_eq!(stated.replace(',', ""), pool.to_string());
            }
        }
    }

    /// The playouts of every real chip are those of the table.
    #[test]
    fn the_playouts_on_the_pages_are_those_of_the_table() {
        let figures = Figures::load(&Workspace::find()).unwrap();
        let real = Chip::all().into_iter();
        for Chip { name, playouts, .. } in real.filter(|it| !it.is_unit()) {
            let stated = figures.get(&format!("playouts-{name}")).unwrap();
            assert_eq!(stated.replace(',', ""), playouts.to_string());
        }
    }

    #[test]
    fn the_median_is_compared() {
        let measured = Measured::of(vec![30, 10, 40, 21]);
        assert_eq!(measured, Measured { median: 25, min: 10, max: 40 });
        assert_eq!(Measured::of(vec![3, 1, 2]).median, 2);
        assert!(!is_off(10_000, 10_500) && !is_off(10_000, 9_500));
        assert!(is_off(10_000, 10_501) && is_off(10_000, 9_499));
        let row = "pico pico 10000 14800 2 1";
        let chip = Chip::read(row).unwrap();
        let measured = Measured::of(vec![10_551]);
        let told = measured.complaint(&chip).unwrap();
        assert!(told.contains("change 10000 to 10600"), "{told}");
        assert!(told.contains("or use --write"), "{told}");
        assert_eq!(Measured::of(vec![10_499]).complaint(&chip), None);
    }

    /// What is agreed upon is not held to what was measured.
    #[test]
    fn the_unit_claims_nothing_and_is_not_measured_away() {
        let chip = Chip::read("m4 qemu 25000 15000 1 1").unwrap();
        assert!(chip.is_unit());
        for median in [9_000, 25_000, 30_000] {
            let measured = Measured::of(vec![median]);
            assert_eq!(measured.complaint(&chip), None);
            let row = measured.row(&chip);
            assert!(row.ends_with(" -"), "{row}");
        }
        let real = Chip { name: "pico".into(), ..chip };
        let measured = Measured::of(vec![30_000]);
        assert!(measured.row(&real).ends_with(" 25000"));
        assert!(measured.complaint(&real).is_some());
    }

    #[test]
    fn a_search_that_ends_early_does_not_count() {
        let lines = |time: u32| {
            let info = format!("info time {time} nodes 7 nps 9");
            let stats = "stats playouts 2730 visits 2730 pool 9 of 10";
            vec![info, "bestmove 3".into(), stats.into()]
        };
        assert_eq!(playouts(&lines(3000), 3000), Ok(2730));
        let told = playouts(&lines(1), 3000).unwrap_err();
        assert!(told.contains("ended early, after 1 ms"), "{told}");
        assert!(playouts(&lines(3000)[..2], 3000).is_err());
        assert!(playouts(&[], 3000).is_err());
    }
}
