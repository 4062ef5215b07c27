//! The machines that QEMU emulates, and how to look into one from outside.

use std::time::Duration;

/// A machine of QEMU's that there is firmware for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Model {
    /// `mps2-an386`, a Cortex-M4.
    Mps2An386,
    /// `virt`, with a RISC-V core.
    Virt,
}

/// How one sees that the core sleeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sleep {
    /// These bits of a register are 0: the board's own code sees to it.
    Led { register: u32, bit: u32 },
    /// The instruction before the program counter is this one, after which
    /// the core sleeps.
    Instruction(u32),
}

/// The clock, of 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ModelClock {
    pub(super) register: u32,
    pub(super) counts_down: bool,
}

impl Model {
    /// The program that emulates it.
    pub(super) const fn program(self) -> &'static str {
        match self {
            Model::Mps2An386 => "qemu-system-arm",
            Model::Virt => "qemu-system-riscv32",
        }
    }

    /// The program's arguments.
    pub(super) const fn arguments(self) -> &'static [&'static str] {
        match self {
            Model::Mps2An386 => &["-M", "mps2-an386", "-cpu", "cortex-m4"],
            Model::Virt => &["-M", "virt", "-bios", "none"],
        }
    }

    /// The file of its log, beside the images.
    pub(super) const fn log(self) -> &'static str {
        match self {
            Model::Mps2An386 => "qemu.defmt",
            Model::Virt => "riscv.defmt",
        }
    }

    /// How often its clock counts in a microsecond.
    #[must_use]
    pub const fn counts_per_microsecond(self) -> u32 {
        match self {
            Model::Mps2An386 => 25,
            Model::Virt => 10,
        }
    }

    pub(super) const fn clock(self) -> ModelClock {
        match self {
            Model::Mps2An386 => {
                ModelClock { register: 0x4000_0004, counts_down: true }
            }
            Model::Virt => {
                ModelClock { register: 0x0200_bff8, counts_down: false }
            }
        }
    }

    pub(super) const fn sleep(self) -> Sleep {
        match self {
            Model::Mps2An386 => {
                Sleep::Led { register: 0x4002_8000, bit: 1 << 1 }
            }
            Model::Virt => Sleep::Instruction(0x1050_0073),
        }
    }

    /// The time between two readings of its clock.
    pub(super) fn between(self, before: u32, now: u32) -> Duration {
        let counts = match self.clock().counts_down {
            true => before.wrapping_sub(now),
            false => now.wrapping_sub(before),
        };
        Duration::from_micros(counts.into()) / self.counts_per_microsecond()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_go_round_in_both_directions() {
        let second = Duration::from_secs(1);
        let down = Model::Mps2An386;
        assert_eq!(down.between(25_000_000, 0), second);
        assert_eq!(down.between(0, 0_u32.wrapping_sub(25_000_000)), second);
        let up = Model::Virt;
        assert_eq!(up.between(0, 10_000_000), second);
        assert_eq!(up.between(u32::MAX, 9_999_999), second);
    }
}
