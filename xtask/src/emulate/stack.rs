//! The most stack that is ever in use on either core, by the paint that is
//! left: after searches on every size and every command that prints much.

use boards::DevBoard;
use boards::emulator::Emulator;

use crate::failure::Failure;
use crate::figures::Figures;
use crate::firmware;
use crate::steps::{Site, StepResult};

/// What has to be left of the stack, in bytes: interrupts may come together
/// at worse moments than here.
const SPARE: u32 = 1024;

/// Looks at an emulated board.
pub(super) fn check(
    site: &Site<'_>,
    board: DevBoard,
    emulator: Emulator,
) -> StepResult {
    let figures = Figures::load(site.workspace)?;
    // Searches are as long as the emulator is fast.
    let nodes = match emulator {
        Emulator::Qemu(_) => 3000,
        Emulator::Pico | Emulator::Unicorn(_) => 150,
    };
    let image = firmware::image(site, board)?;
    let lines = super::ask(site, board, &image, &script(nodes))?;
    let name = board.name();
    let stated = figures.number("stack-under")?;
    let mut told = vec![margin(name, FIRST, &lines, stated)?];
    if board.has_two_cores() {
        let stated = figures.number("second-stack-under")?;
        told.push(margin(name, SECOND, &lines, stated)?);
    }
    Ok(told)
}

/// How lines begin that tell the stack of the first core and of the second.
const FIRST: &str = "sysinfo stack ";
const SECOND: &str = "sysinfo cores 2 of 2, stack of the second ";

/// Is enough left of the stack that such a line tells, and less in use than
/// the pages say?
fn margin(
    board: &str,
    start: &str,
    lines: &[String],
    stated: u32,
) -> Result<String, Failure> {
    let found = lines.iter().rev().find_map(|line| figures(start, line));
    let (used, size) = found.ok_or_else(|| {
        Failure::new(format!("{board} did not tell '{start}…'"))
    })?;
    let told = format!("{board}: {start}{used} of {size} bytes");
    if used + SPARE > size {
        return Err(Failure::new(format!("{told}: {SPARE} must be left")));
    }
    if used >= stated {
        let what = format!("{told}; the pages say under {stated}");
        return Err(Failure::new(what));
    }
    Ok(told)
}

fn script(nodes: u32) -> String {
    let mut script = String::from("> ugi\n< ugiok\n");
    let sizes = (9..=12).flat_map(|rows| (9..=12).map(move |it| (rows, it)));
    for (rows, columns) in sizes.chain([(6, 7)]) {
        script += &format!(
            "> setoption name Rows value {rows}\n\
             > setoption name Columns value {columns}\n\
             > setoption name Block value random\n\
             > uginewgame\n"
        );
        // A tree that grows with every playout is the deepest.
        for expand_at in [4, 0] {
            script += &format!(
                "> setoption name ExpandAt value {expand_at}\n\
                 > go nodes {nodes}\n\
                 < bestmove*\n\
                 > stats\n\
                 < stats dropped*\n"
            );
        }
    }
    script
        + "> d\n> perft 3\n< perft*\n> help\n> query result\n\
              < response*\n> position fen 9/9 x\n< error*\n\
              > console\n> 4\n> hint\n> undo\n> board\n> eval\n> moves\n\
              > save\n> load 7/7/7/7/3o3/3x3 x moves 3 3\n> ugi\n< ugiok\n\
              > sysinfo\n< sysinfo dropped*\n> quit\n"
}

/// The numbers of `sysinfo stack 4172 of 8192 bytes`.
fn figures(start: &str, line: &str) -> Option<(u32, u32)> {
    let rest = line.strip_prefix(start)?;
    let (used, size) = rest.strip_suffix(" bytes")?.split_once(" of ")?;
    Some((used.parse().ok()?, size.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_are_read() {
        let line = "sysinfo stack 4172 of 8192 bytes";
        assert_eq!(figures(FIRST, line), Some((4172, 8192)));
        assert_eq!(figures(SECOND, line), None);
        assert_eq!(figures(FIRST, "sysinfo clock 1 Hz"), None);
    }

    #[test]
    fn a_margin_is_held() {
        let line = |used: u32| {
            let first = "sysinfo stack 4172 of 8192 bytes".to_owned();
            vec![first, format!("{SECOND}{used} of 4096 bytes")]
        };
        let judge = |lines: &[String], stated| {
            let told = margin("x", SECOND, lines, stated);
            told.map_err(|failure| failure.to_string())
        };
        let held = judge(&line(4096 - SPARE), 4000);
        assert!(held.unwrap().ends_with("second 3072 of 4096 bytes"));
        let told = judge(&line(4097 - SPARE), 4000).unwrap_err();
        assert!(told.contains("1024 must be left"), "{told}");
        assert!(judge(&line(999), 1000).is_ok());
        let told = judge(&line(1000), 1000).unwrap_err();
        assert!(told.contains("the pages say under 1000"), "{told}");
        assert!(judge(&line(1)[..1], 4000).is_err());
    }
}
