//! The boards that the firmware is built for.

use std::ops::Range;

use clap::ValueEnum;

use crate::emulator::{Emulator, Model};

/// The Rust target of Cortex-M0 and M0+: the smallest cores, without
/// compare-and-swap.
pub const CORTEX_M0: &str = "thumbv6m-none-eabi";
/// The Rust target of Cortex-M4 and M7 with a floating-point unit.
pub const CORTEX_M4: &str = "thumbv7em-none-eabihf";
/// The Rust target of Cortex-M33.
pub const CORTEX_M33: &str = "thumbv8m.main-none-eabihf";
/// The Rust target of RISC-V cores with atomic instructions.
pub const RISCV: &str = "riscv32imac-unknown-none-elf";

/// The Rust target of the ESP32-C3, a RISC-V core without them.
pub const RISCV_C3: &str = "riscv32imc-unknown-none-elf";

/// A development board with firmware, or an emulated machine in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DevBoard {
    /// QEMU's mps2-an386, a Cortex-M4
    Qemu,
    /// Raspberry Pi Pico
    Pico,
    /// Raspberry Pi Pico 2
    Pico2,
    /// BBC micro:bit v2
    MicrobitV2,
    /// QEMU's virt machine, a RISC-V core
    Riscv,
    /// Any board with an ESP32-C3
    #[value(name = "esp32-c3")]
    Esp32C3,
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

/// What distinguishes a board's drive from others: a file and how a line in it
/// begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drive {
    /// The name of the file.
    pub file: &'static str,
    /// How a line in it begins, one way or the other.
    pub lines: &'static [&'static str],
    /// What to do so that the drive appears.
    pub press: &'static str,
}

/// All that the host has to know about a board.
struct Facts {
    name: &'static str,
    target: &'static str,
    format: Format,
    /// In kilobytes; of a board in QEMU, as much as is used.
    ram: u32,
    /// Where it begins.
    ram_at: u32,
    drive: Option<Drive>,
    /// Whether its port is the chip's own USB, with a cable that its emulator
    /// can unplug.
    has_cable: bool,
    /// Whether a second core works for the first.
    has_two_cores: bool,
    /// What runs its image without the board, if something does.
    emulator: Option<Emulator>,
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

impl DevBoard {
    /// All of them.
    pub const ALL: [DevBoard; 6] = [
        DevBoard::Qemu,
        DevBoard::Pico,
        DevBoard::Pico2,
        DevBoard::MicrobitV2,
        DevBoard::Riscv,
        DevBoard::Esp32C3,
    ];

    const fn facts(self) -> Facts {
        const BOOTSEL: &str =
            "hold its BOOTSEL button while you connect it by USB";
        /// Where every Cortex-M has its RAM.
        const SRAM: u32 = 0x2000_0000;
        match self {
            DevBoard::Qemu => Facts {
                name: "qemu",
                target: CORTEX_M4,
                format: Format::Elf,
                ram: 264,
                ram_at: SRAM,
                drive: None,
                has_cable: false,
                has_two_cores: false,
                emulator: Some(Emulator::Qemu(Model::Mps2An386)),
            },
            DevBoard::Pico => Facts {
                name: "pico",
                target: CORTEX_M0,
                format: Format::Uf2(0xe48b_ff56),
                ram: 264,
                ram_at: SRAM,
                drive: Some(Drive {
                    file: "INFO_UF2.TXT",
                    lines: &["Board-ID: RPI-RP2"],
                    press: BOOTSEL,
                }),
                has_cable: true,
                has_two_cores: true,
                emulator: Some(Emulator::Pico),
            },
            DevBoard::Pico2 => Facts {
                name: "pico2",
                target: CORTEX_M33,
                format: Format::Uf2(0xe48b_ff59),
                ram: 520,
                ram_at: SRAM,
                drive: Some(Drive {
                    file: "INFO_UF2.TXT",
                    lines: &["Board-ID: RP2350"],
                    press: BOOTSEL,
                }),
                has_cable: true,
                has_two_cores: true,
                emulator: Some(Emulator::Unicorn(self)),
            },
            DevBoard::MicrobitV2 => Facts {
                name: "microbit-v2",
                target: CORTEX_M4,
                format: Format::Hex,
                ram: 128,
                ram_at: SRAM,
                drive: Some(Drive {
                    file: "DETAILS.TXT",
                    // Revisions 2.0 to 2.21, by the board's number.
                    lines: &[
                        "Unique ID: 9903",
                        "Unique ID: 9904",
                        "Unique ID: 9905",
                        "Unique ID: 9906",
                    ],
                    press: "connect it by USB",
                }),
                has_cable: false,
                has_two_cores: false,
                emulator: Some(Emulator::Unicorn(self)),
            },
            DevBoard::Riscv => Facts {
                name: "riscv",
                target: RISCV,
                format: Format::Elf,
                ram: 264,
                ram_at: 0x8040_0000,
                drive: None,
                has_cable: false,
                has_two_cores: false,
                emulator: Some(Emulator::Qemu(Model::Virt)),
            },
            DevBoard::Esp32C3 => Facts {
                name: "esp32-c3",
                target: RISCV_C3,
                format: Format::Elf,
                ram: 313,
                ram_at: 0x3fc8_0000,
                drive: None,
                has_cable: false,
                has_two_cores: false,
                emulator: None,
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

    /// The addresses of its RAM; of a board in QEMU, as much as is used.
    #[must_use]
    pub const fn ram(self) -> Range<u32> {
        let Facts { ram, ram_at, .. } = self.facts();
        ram_at..ram_at + 1024 * ram
    }

    /// The drive that takes its image, if it has one.
    #[must_use]
    pub const fn drive(self) -> Option<Drive> {
        self.facts().drive
    }

    /// Whether its port is the chip's own USB, in an emulator whose cable can
    /// be unplugged.
    #[must_use]
    pub const fn has_cable(self) -> bool {
        self.facts().has_cable
    }

    /// Whether a second core works for the first.
    #[must_use]
    pub const fn has_two_cores(self) -> bool {
        self.facts().has_two_cores
    }

    /// What runs its image without the board, if something does.
    #[must_use]
    pub const fn emulator(self) -> Option<Emulator> {
        self.facts().emulator
    }

    /// Those that can be run without the board, and by what.
    pub fn emulated() -> impl Iterator<Item = (DevBoard, Emulator)> {
        let pair = |board: DevBoard| Some((board, board.emulator()?));
        DevBoard::ALL.into_iter().filter_map(pair)
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
        for board in DevBoard::ALL {
            assert_eq!(DevBoard::from_str(board.name(), false), Ok(board));
        }
        assert_eq!(DevBoard::value_variants().len(), DevBoard::ALL.len());
    }
}
