//! The processor time of another process, read from outside.
//!
//! Only Linux tells it, in `/proc`. Whatever cannot be read there is a
//! failure: time that nobody counts would be time without an end.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rustix::io::Errno;
use rustix::param::clock_ticks_per_second;

/// Where the system tells of its processes.
const PROC: &str = "/proc";
/// How often a process is read whose children come and go meanwhile.
const TRIES: u32 = 20;

/// A file that does not tell what it should.
#[derive(Debug, thiserror::Error)]
#[error("its processor time is not told: {0}: {1}")]
pub(crate) struct Unreadable(PathBuf, io::Error);

/// The time for which processors have worked for a process, with all its
/// threads, for the processes that it has started, and for those of them
/// that are gone.
pub(crate) fn of(process: u32) -> Result<Duration, Unreadable> {
    let ticks = ticks(Path::new(PROC), process)?;
    let per_second = clock_ticks_per_second().max(1);
    Ok(Duration::from_nanos(ticks * (1_000_000_000 / per_second)))
}

fn ticks(proc: &Path, process: u32) -> Result<u64, Unreadable> {
    let mut reading = Reading::of(proc, process)?;
    for _ in 1..TRIES {
        if reading.is_whole {
            break;
        }
        reading = Reading::of(proc, process)?;
    }
    Ok(reading.ticks)
}

/// What has been read of a process and of those that it has started.
struct Reading {
    ticks: u64,
    /// Whether no child has gone meanwhile: its time may be missing here, and
    /// is in that of its parent now.
    is_whole: bool,
}

impl Reading {
    fn of(proc: &Path, process: u32) -> Result<Reading, Unreadable> {
        let folder = proc.join(process.to_string());
        let stat = folder.join("stat");
        let own = fs::read_to_string(&stat).and_then(|text| {
            let broken = || io::Error::from(ErrorKind::InvalidData);
            parse(&text).ok_or_else(broken)
        });
        let own = own.map_err(|error| Unreadable(stat, error))?;
        let mut reading = Reading { ticks: own, is_whole: true };
        for child in children(&folder, process)? {
            match Reading::of(proc, child) {
                Ok(Reading { ticks, is_whole }) => {
                    reading.ticks += ticks;
                    reading.is_whole &= is_whole;
                }
                Err(Unreadable(_, error)) if is_gone(&error) => {
                    reading.is_whole = false;
                }
                Err(error) => return Err(error),
            }
        }
        Ok(reading)
    }
}

/// User and system time of the process and of its children that are gone.
fn parse(stat: &str) -> Option<u64> {
    // The name before the last bracket may be anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let times: Vec<u64> = rest
        .split_whitespace()
        .skip(11)
        .take(4)
        .map_while(|word| word.parse().ok())
        .collect();
    (times.len() == 4).then(|| times.iter().sum())
}

/// What all threads of a process have started.
fn children(folder: &Path, process: u32) -> Result<Vec<u32>, Unreadable> {
    let tasks = folder.join("task");
    let failed = |path: PathBuf| move |error| Unreadable(path, error);
    let threads = fs::read_dir(&tasks).map_err(failed(tasks.clone()))?;
    let mut children = Vec::new();
    for thread in threads {
        let thread = thread.map_err(failed(tasks.clone()))?;
        let path = thread.path().join("children");
        match fs::read_to_string(&path) {
            Ok(list) => {
                let numbers = list.split_whitespace();
                children
                    .extend(numbers.filter_map(|it| it.parse::<u32>().ok()));
            }
            // A thread may end, but the first one is there as long as the
            // process: some systems do not tell of children.
            Err(error)
                if is_gone(&error)
                    && *thread.file_name() != *process.to_string() => {}
            Err(error) => return Err(Unreadable(path, error)),
        }
    }
    Ok(children)
}

/// Whether a process or a thread is no longer there.
fn is_gone(error: &io::Error) -> bool {
    let gone = Errno::SRCH.raw_os_error();
    error.kind() == ErrorKind::NotFound || error.raw_os_error() == Some(gone)
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    #[test]
    fn times_come_after_the_name() {
        let stat = "7 (a) b) R 1 7 7 0 -1 0 1 2 3 4 50 6 700 8 20 0";
        assert_eq!(parse(stat), Some(764));
        assert_eq!(parse("7 (cut"), None);
        assert_eq!(parse("7 (cut) R 1 7 7 0 -1 0 1 2 3 4 50 6"), None);
    }

    /// What the system tells of a process, with this many ticks.
    fn process(proc: &Path, number: u32, ticks: u64, children: &str) {
        let folder = proc.join(number.to_string());
        let main = folder.join(format!("task/{number}"));
        fs::create_dir_all(&main).unwrap();
        let stat = format!("{number} (x) R 1 7 7 0 -1 0 1 2 3 4 {ticks} 0 0 0");
        fs::write(folder.join("stat"), stat).unwrap();
        fs::write(main.join("children"), children).unwrap();
    }

    #[test]
    fn children_count() {
        let folder = TempDir::new().unwrap();
        let proc = folder.path();
        process(proc, 7, 1, "8 9 ");
        process(proc, 8, 20, "10");
        process(proc, 9, 300, "");
        process(proc, 10, 4000, "");
        assert_eq!(ticks(proc, 7).unwrap(), 4321);
        // A child, and a thread, that are gone by now.
        fs::remove_dir_all(proc.join("10")).unwrap();
        fs::create_dir(proc.join("7/task/17")).unwrap();
        assert_eq!(ticks(proc, 7).unwrap(), 321);
    }

    /// Whatever is not told of a process that runs is no time of zero.
    #[test]
    fn what_cannot_be_read_is_a_failure() {
        let folder = TempDir::new().unwrap();
        let proc = folder.path();
        let failure = |what: &str| {
            let told = ticks(proc, 7).unwrap_err().to_string();
            let start = "its processor time is not told: ";
            assert!(told.starts_with(start), "{told}");
            assert!(told.contains(&format!("/{what}: ")), "{told}");
        };
        failure("7/stat");
        let lists = ["7/task/7/children", "8/task/8/children"];
        for (path, broken) in [
            ("7/stat", None),
            ("7/stat", Some("7 (cut")),
            ("8/stat", Some("8 (cut")),
            (lists[0], None),
        ] {
            process(proc, 7, 1, "8");
            process(proc, 8, 1, "");
            assert_eq!(ticks(proc, 7).unwrap(), 2);
            match broken {
                Some(text) => fs::write(proc.join(path), text).unwrap(),
                None => fs::remove_file(proc.join(path)).unwrap(),
            }
            failure(path);
        }
        // A folder cannot be read as a file.
        for path in ["7/stat", "8/stat", lists[0], lists[1]] {
            let _ = fs::remove_dir_all(proc.join("7"));
            let _ = fs::remove_dir_all(proc.join("8"));
            process(proc, 7, 1, "8");
            process(proc, 8, 1, "");
            fs::remove_file(proc.join(path)).unwrap();
            fs::create_dir(proc.join(path)).unwrap();
            failure(path);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_is_seen_from_outside() {
        use crate::players::Clock;

        let before = of(std::process::id()).unwrap();
        let start = Clock::Cpu.now();
        while Clock::Cpu.now() - start < Duration::from_millis(50) {}
        let spent = of(std::process::id()).unwrap() - before;
        assert!(spent >= Duration::from_millis(30), "{spent:?}");
    }
}
