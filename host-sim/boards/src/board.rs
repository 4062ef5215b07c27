//! The boards that the firmware is built for.

use clap::ValueEnum;

use crate::emulator::Emulator;

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

/// What distinguishes a board's drive from others: a file and a word in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drive {
    /// The name of the file.
    pub file: &'static str,
    /// The word in it.
    pub word: &'static str,
    /// What to do so that the drive appears.
    pub press: &'static str,
}

/// All that the host has to know about a board.
struct Facts {
    name: &'static str,
    target: &'static str,
    format: Format,
    /// In kilobytes; of the emulated board, as much as is used.
    ram: u64,
    drive: Option<Drive>,
    /// What runs its image without the board.
    emulator: Emulator,
}

impl Format {
    /// How the file's name ends.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Format::Elf => "elf",
            Format::Uf2(_) => "uf2",
            Format::Hex => "hex",
        }
    }
}

impl Board {
    /// All of them.
    pub const ALL: [Board; 4] =
        [Board::Qemu, Board::Pico, Board::Pico2, Board::MicrobitV2];

    const fn facts(self) -> Facts {
        const BOOTSEL: &str =
            "hold its BOOTSEL button while you connect it by USB";
        match self {
            Board::Qemu => Facts {
                name: "qemu",
                target: CORTEX_M4,
                format: Format::Elf,
                ram: 264,
                drive: None,
                emulator: Emulator::Qemu,
            },
            Board::Pico => Facts {
                name: "pico",
                target: CORTEX_M0,
                format: Format::Uf2(0xe48b_ff56),
                ram: 264,
                drive: Some(Drive {
                    file: "INFO_UF2.TXT",
                    word: "RPI-RP2",
                    press: BOOTSEL,
                }),
                emulator: Emulator::Pico,
            },
            Board::Pico2 => Facts {
                name: "pico2",
                target: CORTEX_M33,
                format: Format::Uf2(0xe48b_ff59),
                ram: 520,
                drive: Some(Drive {
                    file: "INFO_UF2.TXT",
                    word: "RP2350",
                    press: BOOTSEL,
                }),
                emulator: Emulator::Unicorn(self),
            },
            Board::MicrobitV2 => Facts {
                name: "microbit-v2",
                target: CORTEX_M4,
                format: Format::Hex,
                ram: 128,
                drive: Some(Drive {
                    file: "DETAILS.TXT",
                    word: "micro:bit",
                    press: "connect it by USB",
                }),
                emulator: Emulator::Unicorn(self),
            },
        }
    }

    /// Its name, as it is typed and as its files are called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// The Rust target of its processor.
    #[must_use]
    pub const fn target(self) -> &'static str {
        self.facts().target
    }

    /// What its image is put on it as.
    #[must_use]
    pub const fn format(self) -> Format {
        self.facts().format
    }

    /// Its RAM, in bytes; of the emulated board, as much as is used.
    #[must_use]
    pub const fn ram(self) -> u64 {
        1024 * self.facts().ram
    }

    /// The drive that takes its image, if it has one.
    #[must_use]
    pub const fn drive(self) -> Option<Drive> {
        self.facts().drive
    }

    /// What runs its image without the board.
    #[must_use]
    pub const fn emulator(self) -> Emulator {
        self.facts().emulator
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
