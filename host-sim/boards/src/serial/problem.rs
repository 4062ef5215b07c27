//! What can be wrong with a port.

use std::error::Error;
use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::plugged_in;

/// What is wrong with a port: one line, and another on what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// There is no such port, but there are these.
    Missing(PathBuf, Vec<PathBuf>),
    /// There is something else.
    NotAPort(PathBuf),
    /// Another process has it open.
    Busy(PathBuf),
    /// Only users of this group may open it.
    Forbidden(PathBuf, String),
    /// The board is no longer there.
    Gone(PathBuf),
    /// The system says something else.
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

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Missing(path, _) => {
                write!(f, "there is no port {}", path.display())
            }
            Problem::NotAPort(path) => {
                write!(f, "{} is not a serial port", path.display())
            }
            Problem::Busy(path) => {
                write!(f, "another program uses {}", path.display())
            }
            Problem::Forbidden(path, group) => write!(
                f,
                "you may not open {}: you are not in the group {group}",
                path.display()
            ),
            Problem::Gone(path) => write!(
                f,
                "the board at {} is gone: it was unplugged, or restarted",
                path.display()
            ),
            Problem::Other(path, error) => {
                write!(f, "cannot open {}: {error}", path.display())
            }
        }
    }
}

impl Error for Problem {}

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
