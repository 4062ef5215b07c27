//! Drivers for the devices of QEMU's `virt` machine for RISC-V: its UART, its
//! timer, what leads interrupts to the processor, and what restarts it.

mod clock;
mod interrupts;
mod power;
pub(crate) mod uart;

pub(crate) use clock::{CLOCK_HZ, TimerWatchdog, count, start as start_clock};
pub(crate) use power::{power_off, restart};
