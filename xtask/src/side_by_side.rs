//! Work that can be done in any order: as many parts at a time as there are cores.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;

/// A part of a step, which tells lines or something else.
pub(crate) type Task<'a, T = Vec<String>> =
    Box<dyn FnOnce() -> Result<T, Failure> + Send + 'a>;

/// Does the tasks, the first of them first; what they tell comes in their
/// order. After a failure none is begun any more.
pub(crate) fn all<T: Send>(tasks: Vec<Task<'_, T>>) -> Result<Vec<T>, Failure> {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut told = Vec::new();
    told.resize_with(tasks.len(), || None);
    let waiting = Mutex::new(tasks.into_iter().enumerate());
    let told = Mutex::new(Ok::<_, Failure>(told));
    let work = || {
        while let Some((place, task)) = lock(&waiting).next() {
            let result = task();
            let mut told = lock(&told);
            match (result, &mut *told) {
                (Ok(part), Ok(all)) => all[place] = Some(part),
                (Err(failure), Ok(_)) => *told = Err(failure),
                (_, Err(_)) => {}
            }
            if told.is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..cores {
            scope.spawn(work);
        }
        work();
    });
    let told = told.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(told?.into_iter().flatten().collect())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(name: &'static str) -> Task<'static> {
        Box::new(move || Ok(vec![name.to_owned()]))
    }

    #[test]
    fn what_is_told_has_the_order_of_the_tasks() {
        let numbers = Vec::from_iter(0..50);
        let tasks = numbers
            .iter()
            .map(|number| -> Task<'_, u32> { Box::new(|| Ok(*number)) });
        assert_eq!(all(tasks.collect()).unwrap(), numbers);
        assert!(all::<u32>(vec![]).unwrap().is_empty());
    }

    #[test]
    fn one_failure_is_the_failure_of_all() {
        let bad: Task<'_> = Box::new(|| Err(Failure::new("it fell")));
        let told = all(vec![task("a"), bad, task("b")]).unwrap_err();
        assert!(told.to_string().contains("it fell"), "{told}");
    }
}
