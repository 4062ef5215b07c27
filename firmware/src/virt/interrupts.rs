//! The interrupts of devices, which the platform's controller (PLIC) leads to
//! the processor, and the timer's, which has a line of its own.

use riscv::interrupt::Interrupt;
use riscv::register::mie;
use riscv_rt::core_interrupt;

use super::{clock, uart};
use crate::register::registers;

/// The UART's number among the devices.
const UART: u32 = 10;

registers! { 0x0c00_0000;
    UART_PRIORITY = 4 * UART as usize,
    ENABLED = 0x2000,
    THRESHOLD = 0x20_0000,
    CLAIM = 0x20_0004,
}

/// Lets the timer's interrupt through.
pub(super) fn enable_timer() {
    enable(Interrupt::MachineTimer);
}

/// Lets the UART's interrupt through.
pub(super) fn enable_uart() {
    UART_PRIORITY.write(1);
    ENABLED.write(1 << UART);
    THRESHOLD.write(0);
    enable(Interrupt::MachineExternal);
}

fn enable(interrupt: Interrupt) {
    // SAFETY: no critical section relies on a mask of single interrupts.
    #[expect(unsafe_code, reason = "unmasking could break into one")]
    unsafe {
        mie::enable(interrupt);
        riscv::interrupt::enable();
    }
}

#[core_interrupt(Interrupt::MachineTimer)]
fn timer_interrupted() {
    clock::interrupted();
}

#[core_interrupt(Interrupt::MachineExternal)]
fn device_interrupted() {
    let device = CLAIM.read();
    assert!(device == UART, "unexpected interrupt {device}");
    uart::interrupted();
    CLAIM.write(device);
}
