//! The Picos' player port: a serial port over USB.

use core::convert::Infallible;

use embassy_executor::{Spawner, task};
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, bind_interrupts};
use embassy_usb::class::cdc_acm::{CdcAcmClass, Receiver, Sender, State};
use embassy_usb::driver::EndpointError;
use embassy_usb::{Builder, Config, UsbDevice};
use embedded_io_async::{ErrorType, Read, Write};
use static_cell::{ConstStaticCell, StaticCell};

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
}

/// The half of the port that writes.
#[expect(missing_debug_implementations, reason = "embassy's type has none")]
pub struct UsbOutput {
    port: Sender<'static, Bus>,
    /// Whether the computer is known to be there. What is written before
    /// would be lost without an error.
    connected: bool,
    /// A transfer ends with a packet that is not full.
    open: bool,
}

/// Starts the USB device with its one serial port.
pub(crate) fn open(
    spawner: Spawner,
    usb: Peri<'static, USB>,
    product: &'static str,
) -> (UsbInput, UsbOutput) {
    static CONFIGURATION: ConstStaticCell<[u8; 128]> =
        ConstStaticCell::new([0; 128]);
    static CONTROL: ConstStaticCell<[u8; 64]> = ConstStaticCell::new([0; 64]);
    static STATE: StaticCell<State<'static>> = StaticCell::new();

    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("Pocketfour");
    config.product = Some(product);
    config.serial_number = Some("1");
    let mut builder = Builder::new(
        Driver::new(usb, Interrupts),
        config,
        CONFIGURATION.take(),
        &mut [],
        &mut [],
        CONTROL.take(),
    );
    let state = STATE.init_with(State::new);
    let class = CdcAcmClass::new(&mut builder, state, CHUNK as u16);
    spawner.spawn(run(builder.build()).expect("spawned once"));
    let (sender, receiver) = class.split();
    let input = UsbInput { port: receiver, packet: [0; CHUNK], unread: (0, 0) };
    (input, UsbOutput { port: sender, connected: false, open: false })
}

#[task]
async fn run(mut device: UsbDevice<'static, Bus>) {
    device.run().await
}

impl ErrorType for UsbInput {
    type Error = Infallible;
}

impl Read for UsbInput {
    async fn read(&mut self, bytes: &mut [u8]) -> Result<usize, Infallible> {
        while self.unread.0 == self.unread.1 {
            match self.port.read_packet(&mut self.packet).await {
                Ok(count) => self.unread = (0, count),
                Err(EndpointError::BufferOverflow) => {}
                Err(EndpointError::Disabled) => {
                    self.port.wait_connection().await;
                }
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
    async fn send(&mut self, packet: &[u8]) {
        loop {
            if !self.connected {
                self.port.wait_connection().await;
            }
            self.connected = self.port.write_packet(packet).await.is_ok();
            if self.connected {
                break;
            }
        }
        self.open = packet.len() == CHUNK;
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

    async fn flush(&mut self) -> Result<(), Infallible> {
        if self.open {
            self.send(&[]).await;
        }
        Ok(())
    }
}
