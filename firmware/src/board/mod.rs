//! The boards, one file each.
//!
//! A board's file has the same names as every other's: its `NAME`,
//! `CLOCK_HZ` and the `NODES` that its memory holds; a `STOPWATCH` for
//! measuring; the `Executor` of its tasks; the types of its port, led and
//! watchdog; `start`, which switches everything on; `loss`, which explains an
//! error of the port; `second_core_status`, which tells how that core is
//! doing; `is_first_panic`, `restart` after a panic, and `quit` after that
//! command.
//! docs/PORTING.md adds a board.

#[cfg(not(feature = "rp"))]
use core::sync::atomic::{AtomicBool, Ordering};

use crate::second_core::RolloutClient;

// The features choose exactly one board; the build script makes sure of it.

#[cfg(feature = "board-qemu")]
mod qemu;
#[cfg(feature = "board-qemu")]
pub use qemu::*;

#[cfg(feature = "board-pico")]
mod pico;
#[cfg(feature = "board-pico")]
pub use pico::*;

#[cfg(feature = "board-pico2")]
mod pico2;
#[cfg(feature = "board-pico2")]
pub use pico2::*;

#[cfg(feature = "board-microbit-v2")]
mod microbit_v2;
#[cfg(feature = "board-microbit-v2")]
pub use microbit_v2::*;

#[cfg(feature = "board-riscv")]
mod riscv;
#[cfg(feature = "board-riscv")]
pub use riscv::*;

#[cfg(feature = "board-esp32-c3")]
mod esp32_c3;
#[cfg(feature = "board-esp32-c3")]
pub use esp32_c3::*;

#[cfg(feature = "rp")]
mod rp;

/// How the second core is doing: there is none.
#[cfg(not(feature = "rp"))]
#[must_use]
pub fn second_core_status() -> protocol::SecondCore {
    protocol::SecondCore::None
}

/// Is this the first panic since the start? To be asked with interrupts off:
/// on the only core, nothing comes between the look and the mark.
#[cfg(not(feature = "rp"))]
#[must_use]
pub fn is_first_panic() -> bool {
    static HAS_PANICKED: AtomicBool = AtomicBool::new(false);
    let is_first = !HAS_PANICKED.load(Ordering::Relaxed);
    HAS_PANICKED.store(true, Ordering::Relaxed);
    is_first
}

/// What a board consists of, switched on.
#[expect(missing_debug_implementations, reason = "the HALs' types have none")]
pub struct Hardware {
    /// The half of the player's port that reads.
    pub input: Input,
    /// The half that writes.
    pub output: Output,
    /// The led that shows what is going on.
    pub led: Led,
    /// What restarts a board that hangs.
    pub watchdog: BoardWatchdog,
    /// The way to a second core that runs rollouts, if one does.
    pub rollout_client: Option<RolloutClient>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Why the board has restarted, if it is known to have.
    pub cause: Option<&'static str>,
    /// The clock as it was set.
    pub clock_hz: u32,
}
