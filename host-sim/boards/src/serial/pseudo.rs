//! Pseudo terminals, which stand for boards in tests.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

/// A pseudo terminal: the board's end, and the port that others open.
///
/// # Errors
///
/// If the system has none left.
pub fn pseudo_terminal() -> io::Result<(File, PathBuf)> {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let board = openpt(flags)?;
    grantpt(&board)?;
    unlockpt(&board)?;
    let name = ptsname(&board, Vec::new())?.into_bytes();
    Ok((board.into(), OsString::from_vec(name).into()))
}
