//! The Picos' player port: a serial port over USB.
//!
//! A cable that is unplugged and plugged in again is seen as a reset of the
//! bus, after which the computer sets everything up again. The line that was
//! coming in is given up then; what was going out and may not have arrived
//! goes out again.

use core::array;
use core::convert::Infallible;
use core::str;
use core::sync::atomic::{AtomicU32, Ordering};

use embassy_executor::{Spawner, task};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, bind_interrupts};
use embassy_usb::class::cdc_acm::{CdcAcmClass, Receiver, Sender, State};
use embassy_usb::{Builder, Config, Handler, UsbDevice};
use embedded_io_async::{ErrorKind, ErrorType, Read, Write};
use static_cell::{ConstStaticCell, StaticCell};

use crate::log::{info, warn};
use crate::tasks::CHUNK;

bind_interrupts!(struct Interrupts {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

type Bus = Driver<'static, USB>;

/// What Raspberry Pi gives to serial ports of its boards.
const VENDOR: u16 = 0x2e8a;
const PRODUCT: u16 = 0x000a;

/// The half of the port that reads.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct UsbInput {
    port: Receiver<'static, Bus>,
    packet: [u8; CHUNK],
    /// Where the unread part of the packet begins and ends.
    unread: (usize, usize),
    /// The resets of the bus that were told.
    resets: u32,
}

/// The half of the port that writes.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct UsbOutput {
    port: Sender<'static, Bus>,
    /// The packet that was handed over last, and its length: 0 once it is
    /// known to have arrived.
    last: ([u8; CHUNK], usize),
    /// The resets of the bus before it.
    resets: u32,
}

/// How often the computer has reset the bus: as often as it was plugged in.
static RESETS: AtomicU32 = AtomicU32::new(0);

fn resets() -> u32 {
    RESETS.load(Ordering::Relaxed)
}

/// Logs what happens to the bus, and counts its resets.
struct Events;

impl Handler for Events {
    fn reset(&mut self) {
        RESETS.store(resets().wrapping_add(1), Ordering::Relaxed);
        info!("USB: reset");
    }

    fn configured(&mut self, configured: bool) {
        info!("USB: configured {=bool}", configured);
    }

    fn suspended(&mut self, suspended: bool) {
        info!("USB: suspended or unplugged {=bool}", suspended);
    }
}

/// Starts the USB device with its one serial port. The computer tells boards
/// apart by their `id`; without one, by where they are plugged in.
pub(crate) fn open(
    spawner: Spawner,
    usb: Peri<'static, USB>,
    id: Option<u64>,
) -> (UsbInput, UsbOutput) {
    static CONFIGURATION: ConstStaticCell<[u8; 128]> =
        ConstStaticCell::new([0; 128]);
    static CONTROL: ConstStaticCell<[u8; 64]> = ConstStaticCell::new([0; 64]);
    static STATE: StaticCell<State<'static>> = StaticCell::new();
    static HANDLER: ConstStaticCell<Events> = ConstStaticCell::new(Events);

    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("Pocketfour");
    config.product = Some("Pocketfour");
    config.serial_number = id.map(hex);
    if id.is_none() {
        warn!("the number of the board cannot be read");
    }
    let mut builder = Builder::new(
        Driver::new(usb, Interrupts),
        config,
        CONFIGURATION.take(),
        &mut [],
        &mut [],
        CONTROL.take(),
    );
    let state = STATE.init_with(State::new);
    builder.handler(HANDLER.take());
    let class = CdcAcmClass::new(&mut builder, state, CHUNK as u16);
    spawner.spawn(run(builder.build()).expect("spawned once"));
    let (sender, receiver) = class.split();
    let input = UsbInput {
        port: receiver,
        packet: [0; CHUNK],
        unread: (0, 0),
        resets: 0,
    };
    let last = ([0; CHUNK], 0);
    (input, UsbOutput { port: sender, last, resets: 0 })
}

/// All digits of a number.
fn hex(number: u64) -> &'static str {
    static DIGITS: StaticCell<[u8; 16]> = StaticCell::new();
    let digit = |index| (number >> (60 - 4 * index)) as usize & 0xf;
    let digits = array::from_fn(|index| b"0123456789ABCDEF"[digit(index)]);
    let text = str::from_utf8(DIGITS.init(digits));
    debug_assert!(text.is_ok());
    text.unwrap_or_default()
}

#[task]
async fn run(mut device: UsbDevice<'static, Bus>) {
    device.run().await
}

/// The computer was away, and is there again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplugged;

impl core::fmt::Display for Unplugged {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("the cable was unplugged")
    }
}

impl core::error::Error for Unplugged {}

impl embedded_io_async::Error for Unplugged {
    fn kind(&self) -> ErrorKind {
        ErrorKind::NotConnected
    }
}

impl ErrorType for UsbInput {
    type Error = Unplugged;
}

impl Read for UsbInput {
    async fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Unplugged> {
        while self.unread.0 == self.unread.1 {
            self.port.wait_connection().await;
            if let Ok(count) = self.port.read_packet(&mut self.packet).await {
                self.unread = (0, count);
            }
            // What was just read came after the reset.
            if core::mem::replace(&mut self.resets, resets()) != self.resets {
                return Err(Unplugged);
            }
        }
        let (start, end) = self.unread;
        let count = bytes.len().min(end - start);
        bytes[..count].copy_from_slice(&self.packet[start..start + count]);
        self.unread.0 += count;
        Ok(count)
    }
}

impl UsbOutput {
    /// Hands a packet over as soon as the one before has arrived. With a
    /// reset in between neither may have, and both go out again.
    async fn send(&mut self, packet: &[u8]) {
        loop {
            self.port.wait_connection().await;
            if core::mem::replace(&mut self.resets, resets()) != self.resets {
                let (last, length) = &self.last;
                let _ = self.port.write_packet(&last[..*length]).await;
            }
            let written = self.port.write_packet(packet).await;
            if written.is_ok() && self.resets == resets() {
                break;
            }
        }
        self.last.0[..packet.len()].copy_from_slice(packet);
        self.last.1 = packet.len();
    }
}

impl ErrorType for UsbOutput {
    type Error = Infallible;
}

impl Write for UsbOutput {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        let count = bytes.len().min(CHUNK);
        if count > 0 {
            self.send(&bytes[..count]).await;
        }
        Ok(count)
    }

    /// An empty packet ends the transfer, and shows that all before it has
    /// arrived.
    async fn flush(&mut self) -> Result<(), Infallible> {
        if self.last.1 > 0 {
            self.send(&[]).await;
        }
        Ok(())
    }
}
