//! The processor time of another process, read from outside.

use std::fs;
use std::time::Duration;

use rustix::param::clock_ticks_per_second;

/// Whether this system tells it.
pub(crate) const IS_KNOWN: bool = cfg!(target_os = "linux");

/// The time for which processors have worked for a process, with all its
/// threads, for the processes that it has started, and for those of them
/// that are gone.
pub(crate) fn of(process: u32) -> Duration {
    let ticks = ticks(process);
    let per_second = clock_ticks_per_second().max(1);
    Duration::from_nanos(ticks * (1_000_000_000 / per_second))
}

fn ticks(process: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/stat"));
    let own = text.ok().and_then(|text| parse(&text)).unwrap_or(0);
    own + children(process).into_iter().map(ticks).sum::<u64>()
}

/// User and system time of the process and of its children that are gone.
fn parse(stat: &str) -> Option<u64> {
    // The name before the last bracket may be anything.
    let (_, rest) = stat.rsplit_once(')')?;
    let times = rest.split_whitespace().skip(11).take(4);
    times.map(|word| word.parse::<u64>().ok()).sum()
}

fn children(process: u32) -> Vec<u32> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    let lists = threads
        .filter_map(|it| fs::read_to_string(it.path().join("children")).ok());
    let numbers = |list: String| -> Vec<u32> {
        list.split_whitespace().filter_map(|it| it.parse().ok()).collect()
    };
    lists.flat_map(numbers).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_after_the_name() {
        let stat = "7 (a) b) R 1 7 7 0 -1 0 1 2 3 4 50 6 700 8 20 0";
        assert_eq!(parse(stat), Some(764));
        assert_eq!(parse("7 (cut"), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn work_is_seen_from_outside() {
        use crate::players::Clock;

        let before = of(std::process::id());
        let start = Clock::Cpu.now();
        while Clock::Cpu.now() - start < Duration::from_millis(50) {}
        let spent = of(std::process::id()) - before;
        assert!(spent >= Duration::from_millis(30), "{spent:?}");
    }
}
