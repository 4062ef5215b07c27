//! Work that can be done in any order: as many parts at a time as there are cores.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::failure::Failure;
use crate::steps::StepResult;

/// A part of a step.
pub(crate) type Task<'a> = Box<dyn FnOnce() -> StepResult + Send + 'a>;

/// Does the tasks, the first of them first; what they tell comes in their
/// order. After a failure none is begun any more.
pub(crate) fn all(tasks: Vec<Task<'_>>) -> StepResult {
    let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let mut told = Vec::new();
    told.resize_with(tasks.len(), Vec::new);
    let waiting = Mutex::new(tasks.into_iter().enumerate());
    let told = Mutex::new(Ok::<_, Failure>(told));
    let work = || {
        while let Some((place, task)) = lock(&waiting).next() {
            let result = task();
            let mut told = lock(&told);
            match (result, &mut *told) {
                (Ok(lines), Ok(all)) => all[place] = lines,
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
    Ok(told?.concat())
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
        let names: Vec<_> = (0..50).map(|number| format!("{number}")).collect();
        let tasks = names
            .iter()
            .map(|name| -> Task<'_> { Box::new(|| Ok(vec![name.clone()])) });
        assert_eq!(all(tasks.collect()).unwrap(), names);
        assert_eq!(all(vec![]).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn one_failure_is_the_failure_of_all() {
        let bad: Task<'_> = Box::new(|| Err(Failure::new("it fell")));
        let told = all(vec![task("a"), bad, task("b")]).unwrap_err();
        assert!(told.to_string().contains("it fell"), "{told}");
    }
}
