//! Long conversations with the firmware: `cargo xtask test soak`, a hundred
//! games without a restart in QEMU and a few over a slow line, and `states`, a
//! part of the table of every line in every state, on every emulated board.
//! `cargo xtask test --nightly` does all of it.

use boards::DevBoard;
use boards::emulator::{Emulator, Model};

use crate::failure::Failure;
use crate::firmware;
use crate::side_by_side::{self, Task};
use crate::steps::{Site, StepResult};

pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let mut tasks: Vec<Task<'_>> = vec![Box::new(|| {
        firmware::image(site, DevBoard::Qemu)?;
        let soak = site.workspace.host_sim("soak");
        let soak = soak.args(["--games", "100", "--movetime", "5"]);
        Ok(soak.last_line()?.into_iter().collect())
    })];
    for board in [DevBoard::Qemu, DevBoard::MicrobitV2, DevBoard::Pico2] {
        let (baud, size) = (Some(9600), Some("6x7"));
        let slow = Slow { board, games: 2, baud, size };
        tasks.push(Box::new(move || Ok(vec![slow.play(site)?])));
    }
    Ok(side_by_side::all(tasks)?.concat())
}

/// Games that a board plays against itself in the console as fast as it can,
/// with coloured boards, read by a computer over a slow line: none of the text
/// is dropped, and every result is told.
pub(crate) struct Slow {
    pub(crate) board: DevBoard,
    pub(crate) games: u32,
    /// As fast as USB goes, without one.
    pub(crate) baud: Option<u32>,
    /// All large sizes in turn, without one.
    pub(crate) size: Option<&'static str>,
}

impl Slow {
    pub(crate) fn play(&self, site: &Site<'_>) -> Result<String, Failure> {
        let &Slow { board, games, baud, size } = self;
        firmware::image(site, board)?;
        let mut soak = site
            .workspace
            .host_sim("soak")
            .args(["--board", board.name(), "--console", "--movetime", "10"])
            .args(["--games", &games.to_string(), "--unplug", "0"])
            .args(["--seed", &baud.unwrap_or(1).to_string()]);
        let mut speed = "without a limit".to_owned();
        if let Some(baud) = baud {
            soak = soak.args(["--baud", &baud.to_string()]);
            speed = format!("at {baud} baud");
        }
        if let Some(size) = size {
            soak = soak.args(["--size", size]);
        }
        let last = soak.last_line()?.unwrap_or_default();
        Ok(format!("{} {speed}: {last}", board.name()))
    }
}

/// As many cells as the emulator has time for; the night has the others.
pub(crate) fn check_states(site: &Site<'_>) -> StepResult {
    let tasks = DevBoard::emulated().map(|(board, emulator)| -> Task<'_, _> {
        let cells = match emulator {
            Emulator::Qemu(Model::Mps2An386) => 42,
            Emulator::Qemu(Model::Virt) => 21,
            // With fewer, none of them thinks for longer than the watchdog waits.
            Emulator::Pico => 3,
            Emulator::Unicorn(_) if board.has_two_cores() => 3,
            Emulator::Unicorn(_) => 12,
        };
        let cells = Cells::Sample(cells);
        Box::new(move || try_states(site, board, emulator, cells))
    });
    let mut told = side_by_side::all(tasks.collect())?;
    told.push("the other cells: cargo xtask test --nightly states".into());
    Ok(told)
}

/// Which cells of the table are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cells {
    All,
    /// This number of them, spread over the table.
    Sample(u32),
    /// The part of this number, from 0, of this number of parts.
    Part(u64, u64),
}

impl Cells {
    /// How `host-sim states` calls them.
    fn arguments(self) -> Vec<String> {
        match self {
            Cells::All => Vec::new(),
            Cells::Sample(cells) => vec!["--sample".into(), cells.to_string()],
            Cells::Part(index, of) => {
                vec!["--shard".into(), format!("{}/{of}", index + 1)]
            }
        }
    }
}

/// Tries these cells. Each is waited on for longer than the board's watchdog
/// has patience.
pub(crate) fn try_states(
    site: &Site<'_>,
    board: DevBoard,
    emulator: Emulator,
    cells: Cells,
) -> Result<String, Failure> {
    let wait = match emulator {
        Emulator::Qemu(_) => "2500",
        Emulator::Pico | Emulator::Unicorn(_) => "3500",
    };
    firmware::image(site, board)?;
    let states = site.workspace.host_sim("states");
    let states = states.args(["--board", board.name()]);
    let states = states.args(["--wait", wait]).args(cells.arguments());
    let last = states.last_line()?.unwrap_or_default();
    let part = match cells {
        Cells::Part(index, of) => format!(", part {} of {of}", index + 1),
        Cells::All | Cells::Sample(_) => String::new(),
    };
    Ok(format!("{}: {last}{part}", board.name()))
}
