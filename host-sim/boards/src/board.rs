//! The boards that the firmware is built for.

use clap::ValueEnum;

/// The Rust target of Cortex-M0 and M0+: the smallest cores, without
/// compare-and-swap.
pub const CORTEX_M0: &str = "thumbv6m-none-eabi";
/// The Rust target of Cortex-M4 and M7 with a floating-point unit.
pub const CORTEX_M4: &str = "thumbv7em-none-eabihf";
/// The Rust target of Cortex-M33.
pub const CORTEX_M33: &str = "thumbv8m.main-none-eabihf";

/// A board with firmware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Board {
    /// QEMU's mps2-an386, a Cortex-M4
    Qemu,
    /// Raspberry Pi Pico
    Pico,
    /// Raspberry Pi Pico 2
    Pico2,
    /// BBC micro:bit v2
    MicrobitV2,
}

/// How an image gets onto a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The ELF file itself, for an emulator.
    Elf,
    /// A UF2 file, of this family of chips.
    Uf2(u32),
    /// An Intel HEX file.
    Hex,
}

impl Board {
    /// All of them.
    pub const ALL: [Board; 4] =
        [Board::Qemu, Board::Pico, Board::Pico2, Board::MicrobitV2];

    /// Its name, as it is typed and as its files are called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Board::Qemu => "qemu",
            Board::Pico => "pico",
            Board::Pico2 => "pico2",
            Board::MicrobitV2 => "microbit-v2",
        }
    }

    /// The Rust target of its processor.
    #[must_use]
    pub const fn target(self) -> &'static str {
        match self {
            Board::Pico => CORTEX_M0,
            Board::Qemu | Board::MicrobitV2 => CORTEX_M4,
            Board::Pico2 => CORTEX_M33,
        }
    }

    /// What its image is put on it as.
    #[must_use]
    pub const fn format(self) -> Format {
        match self {
            Board::Qemu => Format::Elf,
            Board::Pico => Format::Uf2(0xe48b_ff56),
            Board::Pico2 => Format::Uf2(0xe48b_ff59),
            Board::MicrobitV2 => Format::Hex,
        }
    }

    /// Its RAM, in bytes; of the emulated board, as much as is used.
    #[must_use]
    pub const fn ram(self) -> u64 {
        1024 * match self {
            Board::Qemu | Board::Pico => 264,
            Board::Pico2 => 520,
            Board::MicrobitV2 => 128,
        }
    }

    /// The arguments with which cargo builds for it and no other.
    #[must_use]
    pub fn features(self) -> [String; 3] {
        [
            "--no-default-features".into(),
            "--features".into(),
            format!("board-{}", self.name()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_are_typed() {
        for board in Board::ALL {
            assert_eq!(Board::from_str(board.name(), false), Ok(board));
        }
        assert_eq!(Board::value_variants().len(), Board::ALL.len());
    }
}
