//! The CMSDK watchdog.
//!
//! It counts down twice: the first time it raises the non-maskable
//! interrupt, where the firmware can still say what happened; the second
//! time it restarts the board.

use embassy_time::Duration;

use crate::register::registers;
use crate::tasks::Watchdog;

registers! { 0x4000_8000;
    LOAD = 0x0,
    CONTROL = 0x8,
    CLEAR = 0xc,
    LOCK = 0xc00,
}
const KEY: u32 = 0x1acc_e551;
const INTERRUPT_ENABLE: u32 = 1 << 0;
const RESTART_ENABLE: u32 = 1 << 1;

/// The board's watchdog, running.
#[derive(Debug)]
pub struct ApbWatchdog(());

impl ApbWatchdog {
    /// Starts it; it has to be fed within `patience`.
    pub(crate) fn start(patience: Duration) -> Self {
        let counts = patience.as_millis() as u32 * (super::CLOCK_HZ / 1000);
        LOCK.write(KEY);
        LOAD.write(counts);
        CONTROL.write(INTERRUPT_ENABLE | RESTART_ENABLE);
        LOCK.write(0);
        ApbWatchdog(())
    }
}

impl Watchdog for ApbWatchdog {
    fn feed(&mut self) {
        LOCK.write(KEY);
        CLEAR.write(1);
        LOCK.write(0);
    }
}
