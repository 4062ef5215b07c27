//! What a session is told about the machine it runs on, and tells in turn.

use core::num::{NonZeroU32, NonZeroU64};

/// The machine that a session runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Device {
    /// Its name, such as `Raspberry Pi Pico`.
    pub name: &'static str,
    /// The processor's clock, or 0 where that means nothing.
    pub clock_hz: u32,
    /// Seed of the random numbers, unless the option `Seed` is set.
    pub seed: u64,
    /// Why the machine has restarted, if it has; people are told.
    pub restart: Option<&'static str>,
}

/// How the machine is doing, for `sysinfo`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Diagnostics {
    /// The most stack that was ever in use, in bytes.
    pub stack_used: u32,
    /// The stack there is, in bytes; 0 where that is not known.
    pub stack_size: u32,
    /// The second core, if the machine has one for the engine.
    pub second_core: SecondCore,
    /// Milliseconds since the start.
    pub uptime: u64,
}

/// How a machine's second core is doing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SecondCore {
    /// There is none.
    #[default]
    None,
    /// There is one, but it did not answer: the machine plays on without.
    Silent,
    /// It works.
    Working {
        /// The most of its stack that was ever in use, in bytes.
        stack_used: u32,
        /// The stack that it has, in bytes.
        stack_size: u32,
    },
}

/// What a session is doing, for a led.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Status {
    /// It waits for input.
    Idle,
    /// It searches, or waits for `stop` in a search without an end.
    Thinking,
    /// It thinks about what a person may play, and no answer is awaited.
    Pondering,
    /// The last line was refused.
    Error,
}

/// How a port has lost input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum InputLoss {
    /// Bytes came faster than they were read.
    Overrun,
    /// A byte arrived garbled.
    Framing,
    /// The cable was unplugged and is plugged in again.
    Unplugged,
}

/// A clock for measuring: cheap to read, in steps of any length.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    /// Reads it. It counts upwards and may wrap around.
    pub read: fn() -> u32,
    /// How many steps a second has.
    pub hertz: NonZeroU32,
}

impl Stopwatch {
    /// One that stands still.
    pub(crate) const STOPPED: Stopwatch =
        Stopwatch { read: || 0, hertz: NonZeroU32::MIN };

    /// Steps in microseconds.
    pub(crate) fn micros(self, steps: u64) -> u64 {
        steps.saturating_mul(1_000_000) / NonZeroU64::from(self.hertz)
    }
}

/// Only the steps: a function has nothing to print.
#[cfg(feature = "defmt")]
impl defmt::Format for Stopwatch {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "Stopwatch {{ hertz: {} }}", self.hertz.get());
    }
}
