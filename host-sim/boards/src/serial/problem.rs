//! What can be wrong with a port.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::plugged_in;

/// What is wrong with a port: one line, and another on what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// There is no such port, but there are these.
    #[error("there is no port {0}")]
    Missing(PathBuf, Vec<PathBuf>),
    /// No board has this serial number, but there are boards with these.
    #[error("no Pocketfour board has the serial number {0}")]
    NoBoard(String, Vec<String>),
    /// There is something else.
    #[error("{0} is not a serial port")]
    NotAPort(PathBuf),
    /// Another process has it open.
    #[error("another program uses {0}")]
    Busy(PathBuf),
    /// Only users of this group may open it.
    #[error("you may not open {0}: you are not in the group {1}")]
    Forbidden(PathBuf, String),
    /// The board is no longer there.
    #[error("the board at {0} is gone: it was unplugged, or restarted")]
    Gone(PathBuf),
    /// The system says something else.
    #[error("cannot open {0}: {1}")]
    Other(PathBuf, String),
}

impl Problem {
    /// What an error in opening this port means.
    pub(super) fn with(port: &Path, error: &io::Error) -> Problem {
        let path = port.to_owned();
        match error.raw_os_error().map(Errno::from_raw_os_error) {
            Some(Errno::NOENT | Errno::NODEV | Errno::NXIO | Errno::NOTDIR) => {
                let others = plugged_in().into_iter().map(|it| it.port);
                Problem::Missing(path, others.collect())
            }
            Some(Errno::NOTTY | Errno::ISDIR | Errno::INVAL) => {
                Problem::NotAPort(path)
            }
            Some(Errno::BUSY | Errno::WOULDBLOCK) => Problem::Busy(path),
            Some(Errno::ACCESS | Errno::PERM) => {
                Problem::Forbidden(path, group_of(port))
            }
            Some(Errno::IO) => Problem::Gone(path),
            _ => Problem::Other(path, error.to_string()),
        }
    }

    /// What to do about it.
    #[must_use]
    pub fn next(&self) -> String {
        match self {
            Problem::Missing(_, others) if others.is_empty() => {
                "connect the board by USB, and wait a second".into()
            }
            Problem::Missing(_, others) => {
                let others: Vec<_> =
                    others.iter().map(|it| it.display().to_string()).collect();
                format!("there is {}", others.join(", "))
            }
            Problem::NoBoard(_, others) if others.is_empty() => {
                "none is plugged in: connect it by USB, or name its port".into()
            }
            Problem::NoBoard(_, others) => {
                format!("plugged in: {}", others.join(", "))
            }
            Problem::NotAPort(_) => {
                "name a serial port, such as /dev/ttyACM0".into()
            }
            Problem::Busy(_) => {
                "close the program that talks to the board".into()
            }
            Problem::Forbidden(_, group) => format!(
                "sudo usermod -aG {group} $USER, then log out and in again"
            ),
            Problem::Gone(_) => "connect the board again".into(),
            Problem::Other(path, _) => {
                format!("see what `stty -F {}` says", path.display())
            }
        }
    }
}

/// The name of the group of a file, or its number.
fn group_of(path: &Path) -> String {
    let Ok(file) = fs::metadata(path) else {
        return "dialout".into();
    };
    let number = file.gid().to_string();
    let groups = fs::read_to_string("/etc/group").unwrap_or_default();
    let name = groups.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == number).then(|| name.to_owned())
    });
    name.unwrap_or(number)
}
