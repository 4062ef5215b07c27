//! Chips as players of a match: what each does in its three seconds.

use clap::ValueEnum;

use crate::DevBoard;

/// A chip that the engine can have in a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chip {
    /// As in `engine:chip=NAME`.
    pub name: String,
    /// The board whose image was measured.
    pub board: DevBoard,
    /// The playouts of `go movetime 3000`: the median of several positions, but
    /// for the unit.
    pub playouts: u32,
    /// The nodes of its pool.
    pub pool: usize,
    /// How many rollouts are in flight.
    pub in_flight: usize,
    /// The playouts of a few short searches, for a quick check.
    pub quick: u32,
}

impl Chip {
    /// Where the table lies in the project.
    pub const FILE: &str = "host-sim/boards/chips.txt";

    /// The row that is a fixed unit and stands for no chip: nothing measured
    /// is compared with its playouts, or changes them.
    pub const UNIT: &str = "m4";

    /// Whether its playouts are agreed upon, and not measured.
    #[must_use]
    pub fn is_unit(&self) -> bool {
        self.name == Chip::UNIT
    }

    /// All of them.
    #[must_use]
    pub fn all() -> Vec<Chip> {
        let table = include_str!("../chips.txt");
        let rows = table.lines().filter(|line| is_row(line));
        rows.filter_map(Chip::read).collect()
    }

    /// Reads a row of the table.
    #[must_use]
    pub fn read(row: &str) -> Option<Chip> {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [name, board, playouts, pool, in_flight, quick] = words[..] else {
            return None;
        };
        Some(Chip {
            name: name.into(),
            board: DevBoard::from_str(board, false).ok()?,
            playouts: playouts.parse().ok()?,
            pool: pool.parse().ok()?,
            in_flight: in_flight.parse().ok()?,
            quick: quick.parse().ok()?,
        })
    }

    /// Its row of the table.
    #[must_use]
    pub fn row(&self) -> String {
        let Chip { name, board, playouts, pool, in_flight, quick } = self;
        let board = board.name();
        format!(
            "{name:<12} {board:<12} {playouts:>6} {pool:>6} {in_flight:>2} \
             {quick:>6}"
        )
    }

    /// The table with this chip's row in the place of the old one.
    #[must_use]
    pub fn put_into(&self, table: &str) -> String {
        let mut text = String::new();
        for line in table.lines() {
            let is_own = Chip::read(line)
                .is_some_and(|old| is_row(line) && old.name == self.name);
            text += &if is_own { self.row() } else { line.into() };
            text.push('\n');
        }
        text
    }
}

/// Whether a line is no remark.
fn is_row(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = include_str!("../chips.txt");

    #[test]
    fn every_row_is_a_chip() {
        let rows: Vec<&str> = TABLE.lines().filter(|it| is_row(it)).collect();
        let chips = Chip::all();
        assert_eq!(chips.len(), rows.len());
        let names: Vec<_> = chips.iter().map(|it| &*it.name).collect();
        assert_eq!(names, ["m4", "pico", "pico2", "microbit-v2"]);
        for (chip, row) in chips.iter().zip(rows) {
            assert_eq!(Chip::read(&chip.row()).as_ref(), Some(chip));
            assert_eq!(Chip::read(row).as_ref(), Some(chip));
            assert!(chip.board.emulator().is_some(), "{row}");
        }
        assert_eq!(Chip::read("m4 qemu 25000 15000 1"), None);
        assert_eq!(Chip::read("m4 nobody 25000 15000 1 1"), None);
    }

    #[test]
    fn a_row_is_replaced_and_nothing_else() {
        let pico = Chip::all().into_iter().find(|it| it.name == "pico");
        let chip = Chip { playouts: 12_345, ..pico.unwrap() };
        let table = chip.put_into(TABLE);
        let other = |text: &str| -> Vec<String> {
            let is_other = |it: &&str| !it.starts_with("pico ");
            text.lines().filter(is_other).map(str::to_owned).collect()
        };
        assert_eq!(other(&table), other(TABLE));
        let chips = table.lines().filter_map(Chip::read);
        assert_eq!(chips.filter(|it| *it == chip).count(), 1);
    }
}
