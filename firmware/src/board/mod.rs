//! The boards, one file each.
//!
//! A board's file has the same names as every other's: its `NAME`,
//! `CLOCK_HZ` and the `NODES` that its memory holds; a `STOPWATCH` for
//! measuring; the `Executor` of its tasks; the types of its port, led and
//! watchdog; `start`, which switches everything on; `loss`, which explains an
//! error of the port; `restart` after a panic, and `quit` after that command.
//! docs/PORTING.md adds a board.

/// Declares the boards, of which the features choose exactly one; the build
/// script makes sure of it.
macro_rules! boards {
    ($($feature:literal $module:ident)+) => {
        $(
            #[cfg(feature = $feature)]
            mod $module;
            #[cfg(feature = $feature)]
            pub use $module::*;
        )+
    };
}

boards! {
    "board-qemu" qemu
    "board-pico" pico
    "board-pico2" pico2
    "board-microbit-v2" microbit_v2
}

#[cfg(feature = "rp")]
mod rp;

/// A board that has been switched on.
#[expect(missing_debug_implementations, reason = "the HALs' types have none")]
pub struct Board {
    /// The half of the player's port that reads.
    pub input: Input,
    /// The half that writes.
    pub output: Output,
    /// The led that shows what is going on.
    pub led: Led,
    /// What restarts a board that hangs.
    pub watchdog: BoardWatchdog,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Why the board has restarted, if it is known to have.
    pub cause: Option<&'static str>,
}
