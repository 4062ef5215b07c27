//! The player's port of nRF boards: a UART at 115,200 baud.

use embassy_nrf::buffered_uarte::{
    BufferedUarte, BufferedUarteRx, BufferedUarteTx, InterruptHandler,
};
use embassy_nrf::gpio::Pin;
use embassy_nrf::peripherals::{PPI_CH0, PPI_CH1, PPI_GROUP0, TIMER0, UARTE0};
use embassy_nrf::{Peri, bind_interrupts, uarte};
use static_cell::ConstStaticCell;

bind_interrupts!(struct Interrupts {
    UARTE0 => InterruptHandler<UARTE0>;
});

/// The half of the port that reads.
pub(crate) type UartInput = BufferedUarteRx<'static>;
/// The half of the port that writes.
pub(crate) type UartOutput = BufferedUarteTx<'static>;

/// What the driver needs beside the pins: a timer and channels that count the
/// bytes that came.
pub(crate) struct Counter {
    pub(crate) timer: Peri<'static, TIMER0>,
    pub(crate) channels: (Peri<'static, PPI_CH0>, Peri<'static, PPI_CH1>),
    pub(crate) group: Peri<'static, PPI_GROUP0>,
}

/// Starts the UART.
pub(crate) fn open(
    uart: Peri<'static, UARTE0>,
    counter: Counter,
    input: Peri<'static, impl Pin>,
    output: Peri<'static, impl Pin>,
) -> (UartInput, UartOutput) {
    static INPUT: ConstStaticCell<[u8; 512]> = ConstStaticCell::new([0; 512]);
    static OUTPUT: ConstStaticCell<[u8; 64]> = ConstStaticCell::new([0; 64]);

    BufferedUarte::new(
        uart,
        counter.timer,
        counter.channels.0,
        counter.channels.1,
        counter.group,
        input,
        output,
        Interrupts,
        uarte::Config::default(),
        INPUT.take(),
        OUTPUT.take(),
    )
    .split()
}
