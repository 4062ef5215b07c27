//! The CMSDK UART: a byte at a time, driven by interrupts.

use core::cell::Cell;
use core::future::poll_fn;
use core::sync::atomic::{AtomicU32, Ordering};
use core::task::Poll;

use cortex_m::interrupt::free;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_sync::waitqueue::AtomicWaker;
use embedded_io_async::{ErrorKind, ErrorType, Read, Write};

use super::Interrupt;
use super::register::registers;

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

/// Bytes that came and were not read yet.
static INPUT: Pipe<CriticalSectionRawMutex, 256> = Pipe::new();
static OVERRUN: Mutex<CriticalSectionRawMutex, Cell<bool>> =
    Mutex::new(Cell::new(false));
static OUTPUT_READY: AtomicWaker = AtomicWaker::new();

/// When the last line came and when the last line went, in counts of the
/// clock. The latency test finds them by their names, and learns how long an
/// answer took, however busy the computer is.
#[expect(unsafe_code, reason = "the name is looked up in the ELF file")]
// SAFETY: nothing else has this name.
#[unsafe(export_name = "line_came")]
#[used]
static CAME: AtomicU32 = AtomicU32::new(0);
#[expect(unsafe_code, reason = "the name is looked up in the ELF file")]
// SAFETY: nothing else has this name.
#[unsafe(export_name = "line_went")]
#[used]
static WENT: AtomicU32 = AtomicU32::new(0);

fn stamp(byte: u8, time: &AtomicU32) {
    if byte == b'\n' {
        time.store(super::uptime() as u32, Ordering::Relaxed);
    }
}

/// Starts the board's first UART.
pub(crate) fn open() -> (UartInput, UartOutput) {
    DIVISOR.write(BAUD_DIVISOR);
    listen(true);
    Interrupt::UartInput.enable();
    Interrupt::UartOutput.enable();
    (UartInput(()), UartOutput(()))
}

/// An interrupt for every byte that comes, or bytes wait where they are.
fn listen(on: bool) {
    let listening = if on { INPUT_INTERRUPT } else { 0 };
    CONTROL.write(OUTPUT_ON | INPUT_ON | listening);
}

/// The handler of both directions' interrupts.
pub(crate) fn interrupted() {
    INTERRUPT.write(INTERRUPT.read());
    while STATE.read() & INPUT_FULL != 0 {
        if INPUT.free_capacity() == 0 {
            // The sender waits; in the emulator, no byte is lost by that.
            listen(false);
            break;
        }
        let byte = DATA.read() as u8;
        let _ = INPUT.try_write(&[byte]);
        stamp(byte, &CAME);
    }
    if STATE.read() & INPUT_OVERRUN != 0 {
        STATE.write(INPUT_OVERRUN);
        OVERRUN.lock(|overrun| overrun.set(true));
    }
    OUTPUT_READY.wake();
}

/// Bytes came faster than they were taken, and some are lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overrun;

impl core::fmt::Display for Overrun {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("serial input came too fast")
    }
}

impl core::error::Error for Overrun {}

impl embedded_io_async::Error for Overrun {
    fn kind(&self) -> ErrorKind {
        ErrorKind::Other
    }
}

/// The half of the port that reads.
#[derive(Debug)]
pub struct UartInput(());

impl ErrorType for UartInput {
    type Error = Overrun;
}

impl Read for UartInput {
    async fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Overrun> {
        if OVERRUN.lock(|overrun| overrun.replace(false)) {
            return Err(Overrun);
        }
        let count = INPUT.read(bytes).await;
        free(|_| {
            listen(true);
            interrupted();
        });
        #[cfg(feature = "fault-injection")]
        crate::fault_injection::obey(&bytes[..count]);
        Ok(count)
    }
}

/// The half of the port that writes.
#[derive(Debug)]
pub struct UartOutput(());

impl ErrorType for UartOutput {
    type Error = core::convert::Infallible;
}

impl Write for UartOutput {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Self::Error> {
        poll_fn(|context| {
            OUTPUT_READY.register(context.waker());
            let mut count = 0;
            for &byte in bytes {
                if STATE.read() & OUTPUT_FULL != 0 {
                    break;
                }
                DATA.write(u32::from(byte));
                stamp(byte, &WENT);
                count += 1;
            }
            if count == 0 && !bytes.is_empty() {
                return Poll::Pending;
            }
            Poll::Ready(Ok(count))
        })
        .await
    }

    async fn flush(&mut self) -> Result<(), Self::Error> {
        poll_fn(|context| {
            OUTPUT_READY.register(context.waker());
            match STATE.read() & OUTPUT_FULL {
                0 => Poll::Ready(Ok(())),
                _ => Poll::Pending,
            }
        })
        .await
    }
}
