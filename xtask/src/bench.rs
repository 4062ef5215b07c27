//! `cargo xtask bench`: how the engine plays, and what its work costs.
//!
//! The bench's number must be the same on the host and on every emulated
//! board; the cost of a ply is measured on those whose clocks count
//! instructions (QEMU) and cycles (the Pico's emulator). One figure a line, for
//! scripts.

use boards::Board;
use boards::emulator::{Emulator, Model};
use clap::Args;

use crate::emulate;
use crate::failure::Failure;
use crate::figures::Figures;
use crate::firmware;
use crate::playouts;
use crate::setup::{self, Need};
use crate::steps::{Site, StepResult};
use crate::workspace::Workspace;

const CONVERSATION: &str = "> ugi
< ugiok
> sysinfo
< sysinfo dropped*
> bench
< bench signature*
> quit
";

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
    board: Option<Board>,

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
    for line in measure(&site)? {
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

/// The figures, one a line; the signatures must be the same.
pub(crate) fn measure(site: &Site<'_>) -> Result<Vec<String>, Failure> {
    let text = site.workspace.host_sim("bench").ok()?;
    let host = figure(&text, "signature")?;
    let rate = figure(&text, "second")?;
    let mut told = vec![format!("signature host {host}")];
    let mut costs = Vec::new();
    let mut others = Vec::new();
    for (board, emulator) in Board::emulated() {
        // What a ply costs is told of the processor.
        let (name, unit) = match emulator {
            Emulator::Qemu(Model::Mps2An386) => ("m4", Some("instructions")),
            Emulator::Qemu(Model::Virt) => ("riscv", Some("instructions")),
            Emulator::Pico => ("m0", Some("cycles")),
            Emulator::Unicorn(_) => (board.name(), None),
        };
        let image = firmware::image(site, board)?;
        let lines = emulate::ask(site, board, &image, CONVERSATION)?;
        let text = lines.join("\n");
        let signature = figure(&text, "signature")?;
        told.push(format!("signature {} {signature}", board.name()));
        if signature != host {
            others.push(board.name());
        }
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
    fn figures_are_found_by_name() {
        let text = "bench signature 0ab1 positions 17 of 17 plies 300";
        assert_eq!(figure(text, "signature").ok(), Some("0ab1"));
        assert_eq!(number(text, "plies").ok(), Some(300));
        assert!(number(text, "signature").is_err());
        assert!(figure(text, "spent").is_err());
    }
}
