//! `cargo xtask bench`: how the engine plays, and what its work costs.
//!
//! The bench's number must be the same on the host and on every emulated
//! board, with one rollout in flight and with several; the cost of a ply is
//! measured on those whose clocks count instructions (QEMU) and cycles (the
//! Pico's emulator). One figure a line, for scripts.

use boards::DevBoard;
use boards::emulator::{Emulator, Model};
use clap::Args;

use crate::emulate;
use crate::failure::Failure;
use crate::figures::Figures;
use crate::firmware;
use crate::playouts;
use crate::setup::{self, Need};
use crate::side_by_side::{self, Task};
use crate::steps::{Amount, Site, StepResult};
use crate::workspace::Workspace;

/// How many rollouts are in flight; each has a signature of its own. The first
/// is the one by which people call a state of the engine.
const IN_FLIGHT: [&str; 3] = ["1", "2", "4"];

/// How many of the signatures the boards with slow emulators tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// Another one each.
    Part,
    All,
}

impl Extent {
    /// The numbers of rollouts in flight that a board is asked about.
    fn of(self, board: DevBoard) -> &'static [&'static str] {
        match (self, board) {
            // It is what a ply costs on a Cortex-M0+.
            (Extent::Part, DevBoard::Pico) => &IN_FLIGHT[..1],
            (Extent::Part, DevBoard::MicrobitV2) => &IN_FLIGHT[1..2],
            (Extent::Part, DevBoard::Pico2) => &IN_FLIGHT[2..],
            _ => &IN_FLIGHT,
        }
    }
}

#[derive(Args)]
pub(crate) struct Arguments {
    /// Count the host's instructions instead, by valgrind
    #[arg(long)]
    instructions: bool,

    /// Compare the speed of the search with plain rollouts instead
    #[arg(long, conflicts_with = "instructions")]
    ratios: bool,

    /// Count the playouts of three seconds on the emulated boards instead, and
    /// compare them with the table of chips
    #[arg(long, conflicts_with_all = ["instructions", "ratios"])]
    playouts: bool,

    /// Only this board's playouts
    #[arg(long, value_enum, requires = "playouts")]
    board: Option<DevBoard>,

    /// The playouts of a Pico at 125 MHz, with one core and with both, and nothing else
    #[arg(long, requires = "playouts", conflicts_with_all = ["board", "write"])]
    safe_clock: bool,

    /// Write what was counted into the table
    #[arg(long, requires = "playouts")]
    write: bool,

    /// Only the benches whose name contains this
    #[arg(requires = "instructions")]
    filter: Option<String>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        if self.instructions {
            self.count(workspace)
        } else if self.ratios {
            let site = setup::ensure(workspace, &[])?;
            for row in check_ratios(&site)? {
                println!("{row}");
            }
            Ok(true)
        } else if self.safe_clock {
            playouts::run_safe_clock(workspace)
        } else if self.playouts {
            playouts::run(workspace, self.board, self.write)
        } else {
            compare(workspace)
        }
    }

    fn count(&self, workspace: &Workspace) -> Result<bool, Failure> {
        setup::ensure(workspace, &[Need::Gungraun])?;
        workspace
            .cargo("bench")
            .args(["-p", "pocketfour-engine", "--bench", "instructions"])
            .args(self.filter.iter().flat_map(|name| ["--", name]))
            .show()?;
        Ok(true)
    }
}

/// Prints the figures, and holds them against those on the pages.
fn compare(workspace: &Workspace) -> Result<bool, Failure> {
    let site = setup::ensure(workspace, &emulate::NEEDS)?;
    let figures = Figures::load(workspace)?;
    for line in measure(&site, Extent::All)? {
        println!("{line}");
        match line.split_once(' ') {
            Some((name, value)) if name.ends_with("-per-ply") => {
                figures.expect(name, value)?;
            }
            _ => {}
        }
    }
    Ok(true)
}

/// How far a ratio of speeds may be off, in percent.
const RATIO: f64 = 15.0;

/// The bench's table; its ratios have to be those on the pages.
pub(crate) fn check_ratios(site: &Site<'_>) -> StepResult {
    let figures = Figures::load(site.workspace)?;
    let bench = ["-p", "pocketfour-engine", "--bench", "playouts"];
    let text = site.workspace.cargo("bench").args(bench).ok()?;
    compare_ratios(&figures, &text)
}

/// Holds the ratios of a table against the figures; its rows.
fn compare_ratios(figures: &Figures, text: &str) -> StepResult {
    let mut rows = Vec::new();
    for board in ["9x12", "12x12"] {
        let row =
            text.lines().find(|it| it.starts_with(&format!("| {board} |")));
        let row = row.ok_or_else(|| {
            Failure::new(format!("the bench did not tell of {board}"))
                .output(text)
        })?;
        rows.push(row.to_owned());
        let last = row.trim_end_matches([' ', '|']).rsplit(' ').next();
        let found: Option<f64> = last.and_then(|it| it.parse().ok());
        let name = format!("ratio-{board}");
        let stated: Option<f64> = figures.get(&name)?.parse().ok();
        let off = found.zip(stated).map(|(a, b)| (a / b - 1.0).abs() * 100.0);
        if off.is_none_or(|off| off > RATIO) {
            figures.expect(&name, last.unwrap_or_default())?;
        }
    }
    Ok(rows)
}

/// All signatures of all boards, at night; for a trial, those of every check.
pub(crate) fn check_signatures(site: &Site<'_>) -> StepResult {
    let extent = match site.amount {
        Amount::Trial => Extent::Part,
        Amount::Check | Amount::Night => Extent::All,
    };
    let told = measure(site, extent)?.into_iter();
    Ok(told.filter(|line| line.starts_with("signature")).collect())
}

/// The figures, one a line; the signatures must be the same.
pub(crate) fn measure(site: &Site<'_>, extent: Extent) -> StepResult {
    let mut hosts = Vec::new();
    for in_flight in IN_FLIGHT {
        let bench = site.workspace.host_sim("bench");
        hosts.push(bench.args(["--in-flight", in_flight]).ok()?);
    }
    let rate = figure(&hosts[0], "second")?;
    let mut host = Vec::new();
    for text in &hosts {
        host.push(figure(text, "signature")?.to_owned());
    }
    let host = Vec::from_iter(IN_FLIGHT.into_iter().zip(host));
    let mut told = signatures("host", &host);
    let mut costs = Vec::new();
    let mut others = Vec::new();
    let talk = |board: DevBoard| {
        let image = firmware::image(site, board)?;
        emulate::ask(site, board, &image, &conversation(extent.of(board)))
    };
    let tasks = DevBoard::emulated()
        .map(|(board, _)| -> Task<'_, _> { Box::new(move || talk(board)) });
    let heard = side_by_side::all(tasks.collect())?;
    for ((board, emulator), lines) in DevBoard::emulated().zip(heard) {
        // What a ply costs is told of the processor.
        let (name, unit) = match emulator {
            Emulator::Qemu(Model::Mps2An386) => ("m4", Some("instructions")),
            Emulator::Qemu(Model::Virt) => ("riscv", Some("instructions")),
            Emulator::Pico => ("m0", Some("cycles")),
            Emulator::Unicorn(_) => (board.name(), None),
        };
        let asked = extent.of(board);
        let found = Vec::from_iter(asked.iter().copied().zip(benches(&lines)));
        told.extend(signatures(board.name(), &found));
        let is_same = found.iter().all(|it| host.contains(it));
        if found.len() != asked.len() || !is_same {
            others.push(board.name());
        }
        // The first bench's, where a name stands in several lines.
        let text = lines.join("\n");
        if let Some(unit) = unit {
            // Microseconds become instructions or cycles.
            let megahertz = number(&text, "clock")? / 1_000_000;
            let spent = number(&text, "spent")? * megahertz;
            let plies = number(&text, "plies")?.max(1);
            costs.push(format!("{name}-{unit}-per-ply {}", spent / plies));
        }
    }
    told.extend(costs);
    told.push(format!("host-playouts-per-second {rate}"));
    if others.is_empty() {
        return Ok(told);
    }
    let what = format!("the signature differs: {}", others.join(", "));
    Err(Failure::new(what)
        .next("look for a number whose width depends on the processor"))
}

/// What a board is asked.
fn conversation(in_flight: &[&str]) -> String {
    let bench = |it| format!("> bench {it}\n< bench signature*\n");
    let benches = String::from_iter(in_flight.iter().map(bench));
    format!("> ugi\n< ugiok\n> sysinfo\n< sysinfo dropped*\n{benches}> quit\n")
}

/// The signatures that a board has told, in their order.
fn benches(lines: &[String]) -> Vec<String> {
    let told =
        lines.iter().filter_map(|it| it.strip_prefix("bench signature "));
    let words = told.filter_map(|it| it.split_whitespace().next());
    words.map(str::to_owned).collect()
}

/// The lines about them.
fn signatures(whose: &str, found: &[(&str, String)]) -> Vec<String> {
    let line = |(in_flight, found): &(&str, String)| match *in_flight {
        "1" => format!("signature {whose} {found}"),
        _ => format!("signature-{in_flight}-in-flight {whose} {found}"),
    };
    found.iter().map(line).collect()
}

/// The word after this one.
fn figure<'a>(text: &'a str, name: &str) -> Result<&'a str, Failure> {
    let mut words = text.split_whitespace().skip_while(|word| *word != name);
    words.nth(1).ok_or_else(|| {
        Failure::new(format!("the bench did not tell its {name}: {text}"))
    })
}

fn number(text: &str, name: &str) -> Result<u64, Failure> {
    let word = figure(text, name)?;
    word.parse().map_err(|_| {
        Failure::new(format!("the bench's {name} is no number: {word}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_that_is_no_more_is_told() {
        let figures =
            "ratio-9x12 = 1.9 : # times\nratio-12x12 = 4.0 : #, and\n";
        let figures = Figures::read(figures).unwrap();
        let table = |small: &str, large: &str| {
            format!("| 9x12 | 7 | {small} |\n| 12x12 | 7 | {large} |\n")
        };
        assert!(compare_ratios(&figures, &table("2.1", "3.6")).is_ok());
        for (small, large) in [("2.3", "4.0"), ("1.9", "3.2"), ("1.9", "-")] {
            let told = compare_ratios(&figures, &table(small, large));
            assert!(told.is_err(), "{small} {large}");
        }
        assert!(compare_ratios(&figures, "").is_err());
    }

    #[test]
    fn every_number_in_flight_is_compared() {
        let lines = |last: &str| {
            let talk = format!(
                "ugiok\nbench signature 0ab1 positions 17\n\
                 bench signature 2cd3 positions 17\n{last}"
            );
            Vec::from_iter(talk.lines().map(str::to_owned))
        };
        let all = benches(&lines("bench signature 4ef5 positions 17\nbye"));
        assert_eq!(all, ["0ab1", "2cd3", "4ef5"]);
        assert_ne!(benches(&lines("bye")), all);
        let all = Vec::from_iter(IN_FLIGHT.into_iter().zip(all));
        let told = signatures("pico", &all);
        assert_eq!(told[0], "signature pico 0ab1");
        assert_eq!(told[2], "signature-4-in-flight pico 4ef5");
        let talk = conversation(&IN_FLIGHT);
        assert!(talk.contains("> bench 4\n< bench signature*\n"));
    }

    #[test]
    fn the_part_of_every_check_has_every_number_on_slow_boards_as_well() {
        let mut slow: Vec<&str> = Vec::new();
        for (board, emulator) in DevBoard::emulated() {
            assert_eq!(Extent::All.of(board), IN_FLIGHT);
            match emulator {
                Emulator::Qemu(_) => {
                    assert_eq!(Extent::Part.of(board), IN_FLIGHT);
                }
                _ => slow.extend(Extent::Part.of(board)),
            }
        }
        slow.sort_unstable();
        assert_eq!(slow, IN_FLIGHT);
    }

    #[test]
    fn figures_are_found_by_name() {
        let text = "bench signature 0ab1 positions 17 of 17 plies 300";
        assert_eq!(figure(text, "signature").ok(), Some("0ab1"));
        assert_eq!(number(text, "plies").ok(), Some(300));
        assert!(number(text, "signature").is_err());
        assert!(figure(text, "spent").is_err());
    }
}
