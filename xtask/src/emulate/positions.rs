//! The same search in a device and on the desktop, with one core or thread
//! and with two: every root move has the same visits, every game the same
//! moves.

use std::fs;
use std::process::Command;

use boards::DevBoard;

use super::sessions::{emulator, hold_with};
use crate::failure::Failure;
use crate::firmware;
use crate::side_by_side::{self, Task};
use crate::steps::{Site, StepResult};
use crate::test;

const POSITIONS: usize = 50;
const PLAYOUTS: u32 = 200;
/// The most rollouts that can be in flight; the positions have from one to
/// this number in turn.
const MAX_IN_FLIGHT: usize = 4;
/// One position a line, behind two other words.
const TASKS: &str = "host-sim/tests/data/tactics.txt";

/// Searches the same positions on the desktop and on every emulated board.
pub(crate) fn check(site: &Site<'_>) -> StepResult {
    let file = site.workspace.root().join(TASKS);
    let tasks = fs::read_to_string(&file).map_err(|error| {
        Failure::new(format!("cannot read {}: {error}", file.display()))
    })?;
    let script = script(&tasks);
    let build = ["--release", "-p", "host-sim"];
    site.workspace.cargo("build").args(build).ok()?;
    let desktop = |threads: &str| {
        let mut command = Command::new("cargo");
        command.args(["run", "--quiet"]).args(build).args(["--", "ugi"]);
        command.args(["--threads", threads]);
        command.current_dir(site.workspace.root());
        command
    };
    let expected = visits("the desktop", desktop("1"), &script)?;
    let chosen = expected.iter().filter(|line| line.starts_with("bestmove"));
    if chosen.count() != POSITIONS {
        return Err(Failure::new("the desktop did not answer every go"));
    }
    let mut others = vec![("two threads".to_owned(), desktop("2"))];
    for (board, _) in DevBoard::emulated() {
        let image = firmware::image(site, board)?;
        let command = || emulator(site.workspace, board, &image);
        others.push((board.name().into(), command()));
        if board.has_two_cores() {
            let mut alone = command();
            alone.arg("--one-core");
            others.push((format!("{} with one core", board.name()), alone));
        }
    }
    let (script, expected) = (&script, &expected);
    let tasks = others.into_iter().map(|(whose, command)| -> Task<'_> {
        Box::new(move || {
            let found = visits(&whose, command, script)?;
            Ok(vec![compare(&whose, expected, &found)?])
        })
    });
    let mut tasks = Vec::from_iter(tasks);
    tasks.push(Box::new(|| whole_games(site)));
    Ok(side_by_side::all(tasks)?.concat())
}

/// Two searches of all positions, line by line.
fn compare(
    whose: &str,
    expected: &[String],
    found: &[String],
) -> Result<String, Failure> {
    let different = expected.iter().zip(found).find(|(a, b)| a != b);
    if let Some((desktop, other)) = different {
        return Err(Failure::new(format!(
            "the desktop says '{desktop}', {whose}: '{other}'"
        )));
    }
    if found.len() != expected.len() {
        let what = format!("{whose}: {} lines", found.len());
        return Err(Failure::new(what));
    }
    let lines = found.len();
    Ok(format!(
        "{whose}: {POSITIONS} searches as on the desktop, {lines} lines"
    ))
}

/// Whole games on QEMU and on the desktop, move by move.
fn whole_games(site: &Site<'_>) -> StepResult {
    // Without -p: with the features with which `unit` has built it.
    let test = ["--test", "all", "--", "--ignored", "the_chip_plays_the_same"];
    test::counted(&site.workspace.cargo("test").args(test).ok()?)?;
    Ok(vec!["qemu: whole games as on the desktop".into()])
}

fn script(tasks: &str) -> String {
    let positions: Vec<&str> = tasks
        .lines()
        .filter_map(|line| line.splitn(3, ' ').nth(2))
        .filter(|position| position.contains('/'))
        .collect();
    let stride = (positions.len() / POSITIONS).max(1);
    let mut script = String::from("> ugi\n< ugiok\n");
    let chosen = positions.iter().step_by(stride).take(POSITIONS);
    for (number, position) in chosen.enumerate() {
        script += &format!(
            "> setoption name Seed value {number}\n\
             > setoption name InFlight value {}\n\
             > position fen {position}\n\
             > go nodes {PLAYOUTS}\n\
             < bestmove*\n\
             > stats\n\
             < stats dropped*\n",
            1 + number % MAX_IN_FLIGHT,
        );
    }
    script + "> quit\n"
}

/// What does not depend on the clock or on the size of the pool.
fn visits(
    whose: &str,
    program: Command,
    script: &str,
) -> Result<Vec<String>, Failure> {
    let lines = hold_with(program, script)
        .map_err(|what| Failure::new(format!("{whose}: {what}")))?;
    let wanted = |line: &String| {
        line.starts_with("move ") || line.starts_with("bestmove ")
    };
    Ok(lines.into_iter().filter(wanted).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_compared() {
        let lines = |text: &str| -> Vec<String> {
            text.split(' ').map(str::to_owned).collect()
        };
        let expected = lines("a b c");
        assert!(compare("x", &expected, &lines("a b c")).is_ok());
        for other in ["a b", "a b d", "a b c d"] {
            assert!(compare("x", &expected, &lines(other)).is_err());
        }
    }

    #[test]
    fn a_script_asks_for_positions() {
        let tasks = "# made by a command\nwin-1 3 4/4/4/4 x\nblock 2 4/4/4/4 x";
        let script = script(tasks);
        assert_eq!(script.matches("position fen 4/4/4/4 x\n").count(), 2);
        assert!(script.ends_with("> quit\n"));
    }
}
