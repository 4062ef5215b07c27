//! `cargo xtask size`: what every board's image takes.

use std::path::Path;

use boards::DevBoard;
use boards::elf::{self, Section};

use crate::failure::Failure;
use crate::firmware;
use crate::steps::Site;

/// `cargo xtask size`, for one board.
pub(crate) fn run(site: &Site<'_>, board: DevBoard) -> Result<(), Failure> {
    let image = firmware::image(site, board)?;
    let sections = elf::sections(&image, &board.ram())?;
    print!("{}", table(board, &sections, stack(&image)?));
    Ok(())
}

/// Flash and RAM in all, the stack included.
pub(crate) fn totals(sections: &[Section], stack: u64) -> (u64, u64) {
    let sum = |is: fn(&Section) -> bool| -> u64 {
        sections.iter().filter(|it| is(it)).map(|it| it.size).sum()
    };
    (sum(|it| it.flash), stack + sum(|it| it.ram))
}

/// The stack that an image has.
pub(crate) fn stack(image: &Path) -> Result<u64, Failure> {
    let top = elf::address(image, "_stack_start")?;
    Ok(top.saturating_sub(elf::address(image, "_stack_end")?).into())
}

fn table(board: DevBoard, sections: &[Section], stack: u64) -> String {
    let row = |name: &str, flash: Option<u64>, ram: Option<u64>| {
        let cell = |size: Option<u64>| {
            size.map_or_else(String::new, |size| size.to_string())
        };
        let (flash, ram) = (cell(flash), cell(ram));
        let name = format!("{} {name}", board.name());
        format!("{name:<26} {flash:>9} {ram:>9}\n")
    };
    let mut text = format!("{:<26} {:>9} {:>9}\n", "", "flash", "RAM");
    let (flash, ram) = totals(sections, stack);
    for section in sections {
        let part = |is: bool| is.then_some(section.size);
        let (in_flash, in_ram) = (part(section.flash), part(section.ram));
        text += &row(&section.name, in_flash, in_ram);
    }
    text += &row("stack", None, Some(stack));
    text += &row("in all", Some(flash), Some(ram));
    let all = board.ram().len() as u64;
    text += &row("free", None, Some(all.saturating_sub(ram)));
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
            DevBoard::Pico,
            &[
                section(".text", 1000, true, false),
                section(".data", 100, true, true),
                section(".bss", 200_000, false, true),
            ],
            8192,
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
