//! The clock that a shared library sees.

use super::options::NamedValue;
use super::{Clock, SpecError};

/// The clock that a shared library sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tempo {
    /// What drives its clocks: with processor time, a library that looks at
    /// the clock on the wall is not starved by what else the machine does.
    pub clock: Clock,
    /// How many times as fast they run.
    pub scale: u32,
    /// How many ticks `clock()` counts in a second.
    pub ticks: u32,
}

impl Default for Tempo {
    fn default() -> Tempo {
        Tempo { clock: Clock::Wall, scale: 1, ticks: 1_000_000 }
    }
}

impl Tempo {
    /// The options that change it, but for the clock of the player.
    pub(crate) const NAMES: [&str; 2] = ["scale", "ticks"];

    /// Takes one of them.
    pub(crate) fn take(&mut self, s: NamedValue<'_>) -> Result<(), SpecError> {
        match s.name {
            "scale" => {
                self.scale = s.number(1..=1000, "a number from 1 to 1000")?;
            }
            _ => {
                let wanted = "a number of ticks a second from 1 to 1000000000";
                self.ticks = s.number(1..=1_000_000_000, wanted)?;
            }
        }
        Ok(())
    }

    /// What the judge's process is told.
    pub(crate) fn arguments(self) -> Vec<String> {
        let Tempo { clock, scale, ticks } = self;
        let mut arguments =
            vec![format!("--scale={scale}"), format!("--ticks={ticks}")];
        if clock == Clock::Cpu {
            arguments.push("--cpu".into());
        }
        arguments
    }
}
