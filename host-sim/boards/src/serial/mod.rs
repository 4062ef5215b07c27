//! A board at a serial port: find it, open it, say what is wrong.
//!
//! - [`plugged_in`] tells which boards there are.
//! - [`open`] gives a port that passes every byte on as it is, by the port's
//!   name or by the board's serial number.
//! - [`Problem`] is what can be wrong, with what to do about it.

mod found;
mod port;
mod problem;
#[cfg(target_os = "linux")]
mod pseudo;

use found::resolve;
pub use found::{SerialDevice, plugged_in};
pub use port::{BAUD, open};
pub use problem::Problem;
#[cfg(target_os = "linux")]
pub use pseudo::pseudo_terminal;
