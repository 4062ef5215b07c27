//! Results of long runs in a file, one on each line.
//!
//! A result is written as soon as it is there, with one call, so that
//! whatever ends the program, at most the last line is incomplete. Going on
//! with such a file drops that line. A file has one writer at a time; a line
//! for which there was no room is taken back.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// What an archive is made of.
pub trait Entry: Serialize + DeserializeOwned {
    /// What an entry is, for people: `a game`.
    const NAME: &'static str;
    /// What entries of one archive belong to: `this match`.
    const WHOLE: &'static str;
}

/// Where entries are kept, if anywhere.
#[derive(Debug)]
pub struct Archive<E> {
    entries: Vec<E>,
    file: Option<(PathBuf, File)>,
}

impl<E: Entry> Archive<E> {
    /// Nothing is kept.
    #[must_use]
    pub fn none() -> Self {
        Archive { entries: Vec::new(), file: None }
    }

    /// A new file, one to go on with, or none.
    ///
    /// # Errors
    ///
    /// As [`Archive::create`] or [`Archive::resume`].
    pub fn open(
        path: Option<&Path>,
        resume: bool,
    ) -> Result<Self, ArchiveError> {
        match path {
            None => Ok(Archive::none()),
            Some(path) if resume => Archive::resume(path),
            Some(path) => Archive::create(path),
        }
    }

    /// A new file.
    ///
    /// # Errors
    ///
    /// Where there is such a file already, or it cannot be made.
    pub fn create(path: &Path) -> Result<Self, ArchiveError> {
        let mut options = OpenOptions::new();
        options.append(true).create_new(true);
        let file = open(path, &options)?;
        Ok(Archive { entries: Vec::new(), file: Some((path.into(), file)) })
    }

    /// Goes on with a file, or begins it; a last line that is incomplete is
    /// dropped.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, is something else, or is being written
    /// by another program.
    pub fn resume(path: &Path) -> Result<Self, ArchiveError> {
        let failed = |error| ArchiveError::file(path, error);
        let mut options = OpenOptions::new();
        options.read(true).append(true).create(true);
        let mut file = open(path, &options)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let (entries, whole) = read(path, &bytes)?;
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed)?;
        }
        Ok(Archive { entries, file: Some((path.into(), file)) })
    }

    /// The entries that were there at the start.
    #[must_use]
    pub fn entries(&self) -> &[E] {
        &self.entries
    }

    /// Writes an entry as a whole, or not at all.
    ///
    /// # Errors
    ///
    /// Where the file cannot be written.
    pub fn add(&self, entry: &E) -> Result<(), ArchiveError> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let write = || -> io::Result<()> {
            let mut line = serde_json::to_vec(entry)?;
            line.push(b'\n');
            let before = file.metadata()?.len();
            let mut file = file;
            file.write_all(&line).inspect_err(|_| {
                // If this fails as well, the next one to resume does it.
                let _ = file.set_len(before);
            })
        };
        write().map_err(|error| ArchiveError::file(path, error))
    }

    /// This line is of another build of this program, or of a player that
    /// has changed.
    pub(crate) fn changed(
        &self,
        line: usize,
        then: String,
        now: String,
    ) -> ArchiveError {
        let path = self.file.as_ref().map(|(path, _)| path.clone());
        ArchiveError::Changed(path.unwrap_or_default(), line, then, now)
    }

    /// This line is of something else.
    pub(crate) fn foreign(&self, line: usize) -> ArchiveError {
        let path = self.file.as_ref().map(|(path, _)| path.clone());
        ArchiveError::Foreign(path.unwrap_or_default(), line, E::WHOLE)
    }
}

/// The entries of a file that another process may be writing.
///
/// # Errors
///
/// Where it cannot be read or is something else.
pub fn load<E: Entry>(path: &Path) -> Result<Vec<E>, ArchiveError> {
    let bytes = std::fs::read(path);
    let bytes = bytes.map_err(|error| ArchiveError::file(path, error))?;
    Ok(read(path, &bytes)?.0)
}

/// Opens a file and locks it against other writers.
fn open(path: &Path, options: &OpenOptions) -> Result<File, ArchiveError> {
    let failed = |error| ArchiveError::file(path, error);
    let file = options.open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ArchiveError::Busy(path.into())),
        Err(TryLockError::Error(error)) => match error.kind() {
            // Some file systems know no locks.
            io::ErrorKind::Unsupported => Ok(file),
            _ => Err(failed(error)),
        },
    }
}

/// The entries of all whole lines, and where these end.
fn read<E: Entry>(
    path: &Path,
    bytes: &[u8],
) -> Result<(Vec<E>, usize), ArchiveError> {
    let wrong = |line| ArchiveError::Line(path.into(), line, E::NAME);
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    let whole = end.map_or(0, |end| end + 1);
    // A file without any whole line may be anything.
    if whole == 0 && bytes.first().is_some_and(|&byte| byte != b'{') {
        return Err(wrong(1));
    }
    let lines = bytes[..whole].split_inclusive(|&byte| byte == b'\n');
    let entries = lines.zip(1..).map(|(line, number)| {
        serde_json::from_slice(line).map_err(|_| wrong(number))
    });
    Ok((entries.collect::<Result<_, _>>()?, whole))
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ArchiveError {
    /// It is there already.
    #[error("{0} is there already: --resume goes on with it")]
    Exists(PathBuf),
    /// Another program is writing it.
    #[error(
        "{0} is being written by another program: wait for its end, or choose \
         another file"
    )]
    Busy(PathBuf),
    /// There is no room for more.
    #[error(
        "{0}: {1}; what it has is complete: make room, then go on with --resume"
    )]
    Full(PathBuf, io::Error),
    /// It cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// This line is not an entry, which would be called so.
    #[error("{0}, line {1}: this is not {2}")]
    Line(PathBuf, usize, &'static str),
    /// This line is not of what the archive is for, or is there twice.
    #[error("{0}, line {1}: this does not belong to {2}")]
    Foreign(PathBuf, usize, &'static str),
    /// This line is of something that is another today.
    #[error(
        "{0}, line {1}: played by {2}, and this is {3}: --mixed goes on all \
         the same"
    )]
    Changed(PathBuf, usize, String, String),
}

impl ArchiveError {
    pub(crate) fn file(path: &Path, error: io::Error) -> ArchiveError {
        use io::ErrorKind::{
            AlreadyExists, FileTooLarge, QuotaExceeded, StorageFull,
        };
        let path = path.into();
        match error.kind() {
            AlreadyExists => ArchiveError::Exists(path),
            StorageFull | QuotaExceeded | FileTooLarge => {
                ArchiveError::Full(path, error)
            }
            _ => ArchiveError::File(path, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use tempfile::TempDir;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Number {
        number: u32,
    }

    impl Entry for Number {
        const NAME: &'static str = "a number";
        const WHOLE: &'static str = "these numbers";
    }

    #[test]
    fn one_writes_at_a_time() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("writers");
        let first = Archive::create(&path).unwrap();
        first.add(&Number { number: 1 }).unwrap();
        let told = Archive::<Number>::resume(&path).unwrap_err().to_string();
        assert!(told.contains("is being written by another"), "{told}");
        assert_eq!(load::<Number>(&path).unwrap().len(), 1);
        drop(first);
        let second = Archive::<Number>::resume(&path).unwrap();
        assert_eq!(second.entries(), [Number { number: 1 }]);
    }

    #[test]
    fn no_file_is_shortened_that_may_be_something_else() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("letter");
        std::fs::write(&path, "Dear diary").unwrap();
        let told = Archive::<Number>::resume(&path).unwrap_err().to_string();
        assert!(told.ends_with("line 1: this is not a number"), "{told}");
        assert_eq!(std::fs::read(&path).unwrap(), b"Dear diary");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_named() {
        let full = Path::new("/dev/full");
        let file = OpenOptions::new().append(true).open(full).unwrap();
        let file = Some((full.into(), file));
        let archive = Archive { entries: Vec::new(), file };
        let told = archive.add(&Number { number: 1 }).unwrap_err().to_string();
        let expected = "what it has is complete: make room, then go on";
        assert!(told.contains(expected), "{told}");
    }
}
