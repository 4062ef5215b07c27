//! The player's port of the boards in QEMU: a byte at a time, driven by
//! interrupts.

use core::cell::Cell;
use core::convert::Infallible;
use core::future::poll_fn;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicU32, Ordering};
use core::task::Poll;

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;
use embassy_sync::waitqueue::AtomicWaker;
use embedded_io_async::{ErrorKind, ErrorType, Read, Write};

/// What a UART does. There is one in a board.
pub(crate) trait Uart {
    /// Gives an interrupt for every byte that comes, or lets bytes wait where
    /// they are.
    fn listen(on: bool);
    /// A byte that came, if one did.
    fn take() -> Option<u8>;
    /// Has it come to a loss of bytes since this was last asked?
    fn overran() -> bool;
    /// Can it take a byte?
    fn has_room() -> bool;
    /// Sends a byte; there must be room.
    fn put(byte: u8);
    /// The time, in counts of the board's clock.
    fn time() -> u32;
}

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

fn stamp<U: Uart>(byte: u8, time: &AtomicU32) {
    if byte == b'\n' {
        time.store(U::time(), Ordering::Relaxed);
    }
}

/// The handler of the UART's interrupts.
pub(crate) fn interrupted<U: Uart>() {
    while INPUT.free_capacity() > 0 {
        let Some(byte) = U::take() else { break };
        let written = INPUT.try_write(&[byte]);
        debug_assert!(written.is_ok(), "there was room");
        stamp::<U>(byte, &CAME);
    }
    if INPUT.free_capacity() == 0 {
        // The sender waits; in the emulator, no byte is lost by that.
        U::listen(false);
    }
    if U::overran() {
        OVERRUN.lock(|overrun| overrun.set(true));
    }
    OUTPUT_READY.wake();
}

/// Both halves of the port.
pub(crate) fn open<U: Uart>() -> (UartInput<U>, UartOutput<U>) {
    U::listen(true);
    (UartInput(PhantomData), UartOutput(PhantomData))
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
pub struct UartInput<U>(PhantomData<U>);

impl<U> ErrorType for UartInput<U> {
    type Error = Overrun;
}

impl<U: Uart> Read for UartInput<U> {
    async fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Overrun> {
        if OVERRUN.lock(|overrun| overrun.replace(false)) {
            return Err(Overrun);
        }
        let count = INPUT.read(bytes).await;
        critical_section::with(|_| {
            U::listen(true);
            interrupted::<U>();
        });
        Ok(count)
    }
}

/// The half of the port that writes.
#[derive(Debug)]
pub struct UartOutput<U>(PhantomData<U>);

impl<U> ErrorType for UartOutput<U> {
    type Error = Infallible;
}

impl<U: Uart> Write for UartOutput<U> {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        poll_fn(|context| {
            OUTPUT_READY.register(context.waker());
            let mut count = 0;
            for &byte in bytes {
                if !U::has_room() {
                    break;
                }
                U::put(byte);
                stamp::<U>(byte, &WENT);
                count += 1;
            }
            if count == 0 && !bytes.is_empty() {
                return Poll::Pending;
            }
            Poll::Ready(Ok(count))
        })
        .await
    }

    async fn flush(&mut self) -> Result<(), Infallible> {
        poll_fn(|context| {
            OUTPUT_READY.register(context.waker());
            if U::has_room() { Poll::Ready(Ok(())) } else { Poll::Pending }
        })
        .await
    }
}
