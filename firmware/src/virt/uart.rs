//! The UART: a 16550 at 115,200 baud, without its queues. To switch them on
//! would lose a byte that came before the board was ready.

use core::cell::Cell;

use critical_section::Mutex;

use super::{clock, interrupts};
use crate::qemu_uart::{self, Uart, UartInput, UartOutput};
use crate::register::registers;

registers! { u8, 0x1000_0000;
    DATA = 0,
    INTERRUPTS = 1,
    CAUSE = 2,
    FORMAT = 3,
    STATE = 5,
}
const INPUT_INTERRUPT: u8 = 1 << 0;
const OUTPUT_INTERRUPT: u8 = 1 << 1;
const EIGHT_BITS: u8 = 0b11;
const DIVISOR_ACCESS: u8 = 1 << 7;
const INPUT_FULL: u8 = 1 << 0;
const INPUT_OVERRUN: u8 = 1 << 1;
const OUTPUT_EMPTY: u8 = 1 << 5;
/// Of the machine's 3.6864 MHz, for 115,200 baud.
const BAUD_DIVISOR: u8 = 2;

/// Whether it came to an overrun: to read the state forgets it.
static OVERRUN: Mutex<Cell<bool>> = Mutex::new(Cell::new(false));

fn state() -> u8 {
    let state = STATE.read();
    if state & INPUT_OVERRUN != 0 {
        critical_section::with(|section| OVERRUN.borrow(section).set(true));
    }
    state
}

/// The machine's only UART.
#[derive(Debug)]
pub struct Uart16550;

impl Uart for Uart16550 {
    fn listen(on: bool) {
        let listening = if on { INPUT_INTERRUPT } else { 0 };
        INTERRUPTS.write(OUTPUT_INTERRUPT | listening);
    }

    fn take() -> Option<u8> {
        (state() & INPUT_FULL != 0).then(|| DATA.read())
    }

    fn overran() -> bool {
        state();
        critical_section::with(|section| OVERRUN.borrow(section).replace(false))
    }

    fn has_room() -> bool {
        state() & OUTPUT_EMPTY != 0
    }

    fn put(byte: u8) {
        DATA.write(byte);
    }

    fn time() -> u32 {
        clock::count()
    }
}

/// Starts it.
pub(crate) fn open() -> (UartInput<Uart16550>, UartOutput<Uart16550>) {
    FORMAT.write(EIGHT_BITS | DIVISOR_ACCESS);
    DATA.write(BAUD_DIVISOR);
    INTERRUPTS.write(0);
    FORMAT.write(EIGHT_BITS);
    let halves = qemu_uart::open();
    interrupts::enable_uart();
    halves
}

/// The handler of both directions' interrupts.
pub(super) fn interrupted() {
    // To read the cause is to take note of an empty output.
    CAUSE.read();
    qemu_uart::interrupted::<Uart16550>();
}
