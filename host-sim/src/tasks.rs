//! Numbered tasks on all cores.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// One thread for each core.
pub(crate) fn all_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Does the tasks with these numbers, each thread with a worker of its own.
///
/// # Errors
///
/// The failure of the lowest number that fails, whatever the number of
/// threads.
pub(crate) fn in_parallel<W, E: Send>(
    numbers: std::ops::Range<u64>,
    threads: NonZeroUsize,
    worker: impl Fn() -> W + Sync,
    task: impl Fn(&mut W, u64) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicU64::new(numbers.start);
    let first: Mutex<Option<(u64, E)>> = Mutex::new(None);
    let work = || {
        let mut worker = worker();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            if let Err(failure) = task(&mut worker, number) {
                // Lower numbers are under way and will be finished.
                next.store(numbers.end, Ordering::Relaxed);
                let mut first = first.lock().expect("no panic inside");
                if first.as_ref().is_none_or(|(other, _)| number < *other) {
                    *first = Some((number, failure));
                }
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            scope.spawn(work);
        }
    });
    let first = first.into_inner().expect("no panic inside");
    first.map_or(Ok(()), |(_, failure)| Err(failure))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_failure_is_reported() {
        for threads in 1..4 {
            let threads = NonZeroUsize::new(threads).unwrap();
            let done = AtomicU64::new(0);
            let task = |(): &mut (), number| {
                done.fetch_add(1, Ordering::Relaxed);
                if number % 10 == 7 { Err(number) } else { Ok(()) }
            };
            let result = in_parallel(1..1000, threads, || (), task);
            assert_eq!(result, Err(7));
            let result = in_parallel(18..27, threads, || (), task);
            assert_eq!(result, Ok(()));
            assert!(done.into_inner() >= 16);
        }
    }
}
