//! `cargo xtask bench`: how the engine plays, and what its work costs.
//!
//! The bench's number must be the same on the host and on every emulated
//! board; the cost of a ply is measured on those whose clocks count
//! instructions (QEMU) and cycles (the Pico's emulator). One figure a line, for
//! scripts.

use boards::Board;
use boards::emulator::Emulator;
use clap::Args;

use crate::emulate;
use crate::failure::Failure;
use crate::firmware;
use crate::setup::{self, Need};
use crate::workspace::Workspace;

/// Instructions or cycles per microsecond, on the two whose cost is told.
const MEGAHERTZ: u64 = 125;

const CONVERSATION: &str = "> ugi
< ugiok
> bench
< bench signature*
> quit
";

#[derive(Args)]
pub(crate) struct Arguments {
    /// Count the host's instructions instead, by valgrind
    #[arg(long)]
    instructions: bool,

    /// Only the benches whose name contains this
    #[arg(requires = "instructions")]
    filter: Option<String>,
}

impl Arguments {
    pub(crate) fn run(&self, workspace: &Workspace) -> Result<bool, Failure> {
        if self.instructions { self.count() } else { compare(workspace) }
    }

    fn count(&self) -> Result<bool, Failure> {
        let workspace = Workspace::find();
        setup::ensure(&workspace, &[Need::Gungraun])?;
        workspace
            .cargo("bench")
            .args(["-p", "pocketfour-engine", "--bench", "instructions"])
            .args(self.filter.iter().flat_map(|name| ["--", name]))
            .show()?;
        Ok(true)
    }
}

/// Prints the figures; are the signatures the same?
fn compare(workspace: &Workspace) -> Result<bool, Failure> {
    let site = setup::ensure(workspace, &emulate::NEEDS)?;
    let text = workspace.host_sim("bench").ok()?;
    let host = figure(&text, "signature")?;
    let rate = figure(&text, "second")?;
    println!("signature host {host}");
    let mut costs = Vec::new();
    let mut others = Vec::new();
    for board in Board::ALL {
        let (name, unit) = match board.emulator() {
            Emulator::Qemu => ("m4", Some("instructions")),
            Emulator::Pico => ("m0", Some("cycles")),
            Emulator::Unicorn(_) => (board.name(), None),
        };
        let image = firmware::image(&site, board)?;
        let lines = emulate::ask(&site, board, &image, CONVERSATION)?;
        let text = lines.join("\n");
        let signature = figure(&text, "signature")?;
        println!("signature {name} {signature}");
        if signature != host {
            others.push(name);
        }
        if let Some(unit) = unit {
            let spent = number(&text, "spent")? * MEGAHERTZ;
            let plies = number(&text, "plies")?.max(1);
            costs.push(format!("{name}-{unit}-per-ply {}", spent / plies));
        }
    }
    for cost in costs {
        println!("{cost}");
    }
    println!("host-playouts-per-second {rate}");
    if others.is_empty() {
        return Ok(true);
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
    fn figures_are_found_by_name() {
        let text = "bench signature 0ab1 positions 17 of 17 plies 300";
        assert_eq!(figure(text, "signature").ok(), Some("0ab1"));
        assert_eq!(number(text, "plies").ok(), Some(300));
        assert!(number(text, "signature").is_err());
        assert!(figure(text, "spent").is_err());
    }
}
