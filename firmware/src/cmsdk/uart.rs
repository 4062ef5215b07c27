//! The CMSDK UART.

use super::Interrupt;
use crate::qemu_uart::{self, Uart, UartInput, UartOutput};
use crate::register::registers;

registers! { 0x4000_4000;
    DATA = 0x0,
    STATE = 0x4,
    CONTROL = 0x8,
    INTERRUPT = 0xc,
    DIVISOR = 0x10,
}
const OUTPUT_FULL: u32 = 1 << 0;
const INPUT_FULL: u32 = 1 << 1;
const INPUT_OVERRUN: u32 = 1 << 3;
/// Both directions on, with interrupts.
const OUTPUT_ON: u32 = 1 << 0 | 1 << 2;
const INPUT_ON: u32 = 1 << 1;
const INPUT_INTERRUPT: u32 = 1 << 3;
/// 115,200 baud.
const BAUD_DIVISOR: u32 = super::CLOCK_HZ / 115_200;

/// The board's first UART.
#[derive(Debug)]
pub struct ApbUart;

impl Uart for ApbUart {
    fn listen(on: bool) {
        let listening = if on { INPUT_INTERRUPT } else { 0 };
        CONTROL.write(OUTPUT_ON | INPUT_ON | listening);
    }

    fn take() -> Option<u8> {
        let came = STATE.read() & INPUT_FULL != 0;
        came.then(|| DATA.read() as u8)
    }

    fn overran() -> bool {
        let overran = STATE.read() & INPUT_OVERRUN != 0;
        if overran {
            STATE.write(INPUT_OVERRUN);
        }
        overran
    }

    fn has_room() -> bool {
        STATE.read() & OUTPUT_FULL == 0
    }

    fn put(byte: u8) {
        DATA.write(u32::from(byte));
    }

    fn time() -> u32 {
        super::uptime() as u32
    }
}

/// Starts it.
pub(crate) fn open() -> (UartInput<ApbUart>, UartOutput<ApbUart>) {
    DIVISOR.write(BAUD_DIVISOR);
    let halves = qemu_uart::open();
    Interrupt::UartInput.enable();
    Interrupt::UartOutput.enable();
    halves
}

/// The handler of both directions' interrupts.
pub(crate) fn interrupted() {
    INTERRUPT.write(INTERRUPT.read());
    qemu_uart::interrupted::<ApbUart>();
}
