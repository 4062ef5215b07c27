//! The games of a match in a file, one on each line.
//!
//! A game is written as soon as it is over, with one call, so that whatever
//! ends the program, at most the last line is incomplete. Going on with such
//! a file drops that line and plays its game again.

use std::error::Error;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::Record;

/// Where games are kept, if anywhere.
#[derive(Debug, Default)]
pub struct Archive {
    records: Vec<Record>,
    file: Option<(PathBuf, File)>,
}

impl Archive {
    /// Games are not kept.
    #[must_use]
    pub fn none() -> Archive {
        Archive::default()
    }

    /// A new file.
    ///
    /// # Errors
    ///
    /// Where there is such a file already, or it cannot be made.
    pub fn create(path: &Path) -> Result<Archive, ArchiveError> {
        let file = OpenOptions::new().append(true).create_new(true).open(path);
        let file = file.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArchiveError::Exists(path.into()),
            _ => ArchiveError::File(path.into(), error),
        })?;
        Ok(Archive { records: Vec::new(), file: Some((path.into(), file)) })
    }

    /// Goes on with a file, or begins it.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read or is something else.
    pub fn resume(path: &Path) -> Result<Archive, ArchiveError> {
        let failed = |error| ArchiveError::File(path.into(), error);
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let end = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = end.map_or(0, |end| end + 1);
        let mut records = Vec::new();
        let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
        for (line, number) in lines.zip(1..) {
            let record = serde_json::from_slice(line);
            let wrong = |_| ArchiveError::Line(path.into(), number);
            records.push(record.map_err(wrong)?);
        }
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        Ok(Archive { records, file: Some((path.into(), file)) })
    }

    /// The games that were there at the start.
    #[must_use]
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The file, for people.
    pub(crate) fn path(&self) -> PathBuf {
        let file = self.file.as_ref();
        file.map(|(path, _)| path.clone()).unwrap_or_default()
    }

    /// Writes a game.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn add(&self, record: &Record) -> Result<(), ArchiveError> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let failed = |error| ArchiveError::File(path.clone(), error);
        let mut line = serde_json::to_vec(record).map_err(io::Error::from);
        if let Ok(line) = &mut line {
            line.push(b'\n');
        }
        let mut file = file;
        line.and_then(|line| file.write_all(&line)).map_err(failed)
    }
}

/// What is wrong with a file of games.
#[derive(Debug)]
#[non_exhaustive]
pub enum ArchiveError {
    /// It is there already.
    Exists(PathBuf),
    /// It cannot be read or written.
    File(PathBuf, io::Error),
    /// This line is not a game.
    Line(PathBuf, usize),
    /// This line is a game of another match, or a game once more.
    Foreign(PathBuf, usize),
}

impl fmt::Display for ArchiveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArchiveError::Exists(path) => write!(
                f,
                "{} is there already: --resume goes on with it",
                path.display()
            ),
            ArchiveError::File(path, error) => {
                write!(f, "{}: {error}", path.display())
            }
            ArchiveError::Line(path, line) => {
                write!(f, "{}, line {line}: this is not a game", path.display())
            }
            ArchiveError::Foreign(path, line) => write!(
                f,
                "{}, line {line}: this game does not belong to this match",
                path.display()
            ),
        }
    }
}

impl Error for ArchiveError {}
