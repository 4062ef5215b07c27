//! Tasks on all cores.

use crate::output::remark;
use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::thread;

/// One thread for each core.
pub(crate) fn all_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// As many tasks at a time as were asked for, but no more than there are cores
/// for tasks of this many threads each.
pub(crate) fn capped(tasks: NonZeroUsize, each: NonZeroUsize) -> NonZeroUsize {
    let most = NonZeroUsize::new(all_cores().get() / each);
    tasks.min(most.unwrap_or(NonZeroUsize::MIN))
}

/// Says so if more tasks were asked for than there are cores.
pub(crate) fn tell_cap(
    asked: Option<NonZeroUsize>,
    each: NonZeroUsize,
    what: &str,
) {
    let Some(asked) = asked else { return };
    let most = capped(asked, each);
    let players = match each.get() {
        1 => String::new(),
        each => format!(" with players of {each} threads"),
    };
    if most < asked {
        remark!(
            "note: --threads {asked}{players} is more than there are cores: \
             {most} {what} at a time"
        );
    }
}

/// Does the tasks in turn, each thread with a worker of its own.
///
/// # Errors
///
/// The failure of the first task that fails, in the order of the tasks,
/// whatever the number of threads. No task is begun after a failure.
pub(crate) fn in_parallel<T, W, E: Send>(
    tasks: impl Iterator<Item = T> + Send,
    threads: NonZeroUsize,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, T) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let tasks = Mutex::new(Some(tasks.enumerate()));
    let next = || tasks.lock().expect("no panic inside").as_mut()?.next();
    let first: Mutex<Option<(usize, E)>> = Mutex::new(None);
    let work = || {
        let mut worker = worker();
        while let Some((number, task)) = next() {
            if let Err(failure) = work(&mut worker, task) {
                // Earlier tasks are under way and will be finished.
                *tasks.lock().expect("no panic inside") = None;
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
    use std::sync::atomic::{AtomicU64, Ordering};

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
