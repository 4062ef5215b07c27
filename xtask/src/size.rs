//! `cargo xtask size`: what every board's image takes.

use boards::Board;
use boards::elf::{self, Section};

use crate::failure::Failure;
use crate::firmware;
use crate::steps::Site;

/// Every board's stack; the linker scripts set it aside.
const STACK: u64 = 8 * 1024;

/// `cargo xtask size`, for one board.
pub(crate) fn run(site: &Site<'_>, board: Board) -> Result<(), Failure> {
    let image = firmware::image(site, board)?;
    print!("{}", table(board, &elf::sections(&image)?));
    Ok(())
}

fn table(board: Board, sections: &[Section]) -> String {
    let row = |name: &str, flash: Option<u64>, ram: Option<u64>| {
        let cell = |size: Option<u64>| {
            size.map_or_else(String::new, |size| size.to_string())
        };
        let (flash, ram) = (cell(flash), cell(ram));
        let name = format!("{} {name}", board.name());
        format!("{name:<26} {flash:>9} {ram:>9}\n")
    };
    let mut text = format!("{:<26} {:>9} {:>9}\n", "", "flash", "RAM");
    let (mut flash, mut ram) = (0, STACK);
    for section in sections {
        let part = |is: bool| is.then_some(section.size);
        let (in_flash, in_ram) = (part(section.flash), part(section.ram));
        flash += in_flash.unwrap_or(0);
        ram += in_ram.unwrap_or(0);
        text += &row(&section.name, in_flash, in_ram);
    }
    text += &row("stack", None, Some(STACK));
    text += &row("in all", Some(flash), Some(ram));
    text += &row("free", None, Some(board.ram().saturating_sub(ram)));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_both_counts_in_both() {
        let section = |name: &str, size, flash, ram| Section {
            name: name.into(),
            size,
            flash,
            ram,
        };
        let text = table(
            Board::Pico,
            &[
                section(".text", 1000, true, false),
                section(".data", 100, true, true),
                section(".bss", 200_000, false, true),
            ],
        );
        let totals: Vec<_> = text
            .lines()
            .rev()
            .take(2)
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .collect();
        assert_eq!(totals[1], ["pico", "in", "all", "1100", "208292"]);
        assert_eq!(totals[0], ["pico", "free", "62044"]);
    }
}
