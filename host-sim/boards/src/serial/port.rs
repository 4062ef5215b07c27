//! Opening a serial port.

use std::fs::{File, OpenOptions};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::{FlockOperation, OFlags, fcntl_getfl, fcntl_setfl, flock};
use rustix::io::Errno;
use rustix::termios::{
    ControlModes, OptionalActions, ioctl_tiocexcl, tcgetattr, tcsetattr,
};

use super::{Problem, resolve};

/// The speed, for boards that have one; USB does not care.
pub const BAUD: u32 = 115_200;

/// Opens a port, by its name or by the serial number of the board there:
/// eight bits, no parity, one stop bit, every byte as it is,
/// and no other process until the last copy of the file is closed.
///
/// Reading waits for a byte; a board that is unplugged reads as the end of the
/// file or as an error.
///
/// # Errors
///
/// What is wrong with the port, for people.
pub fn open(port: &Path) -> Result<File, Problem> {
    let path = &resolve(port)?;
    // A port that waits for a modem must not keep us waiting.
    let flags = (OFlags::NOCTTY | OFlags::NONBLOCK).bits();
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .custom_flags(flags as i32)
        .open(path)
        .map_err(|error| Problem::with(path, &error))?;
    prepare(&file).map_err(|error| Problem::with(path, &error.into()))?;
    Ok(file)
}

fn prepare(port: &File) -> Result<(), Errno> {
    let mut settings = tcgetattr(port)?;
    // Others can still open a port without asking, or if they are root, so
    // there is a lock as well.
    ioctl_tiocexcl(port)?;
    flock(port, FlockOperation::NonBlockingLockExclusive)?;
    settings.make_raw();
    settings.control_modes |= ControlModes::CREAD | ControlModes::CLOCAL;
    settings.control_modes -= ControlModes::CSTOPB | ControlModes::CRTSCTS;
    settings.set_speed(BAUD)?;
    tcsetattr(port, OptionalActions::Now, &settings)?;
    fcntl_setfl(port, fcntl_getfl(port)? - OFlags::NONBLOCK)
}
