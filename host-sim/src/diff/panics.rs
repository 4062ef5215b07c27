//! The engine's panic as a difference instead of a message on the screen.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

use super::Difference;

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a comparison. A panic of the engine is a difference, too.
pub(crate) fn panics_differ(
    comparison: impl FnOnce() -> Result<(), Difference>,
) -> Result<(), Difference> {
    caught(comparison).unwrap_or_else(|message| {
        Err(Difference {
            what: "answer".into(),
            reference: "has one".into(),
            engine: message,
        })
    })
}

/// The value of a closure, or the message of its panic on one line.
fn caught<T>(task: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = take_hook();
        set_hook(Box::new(move |panic| {
            if QUIET.get() {
                let words = panic.to_string();
                let words: Vec<&str> = words.split_whitespace().collect();
                MESSAGE.replace(words.join(" "));
            } else {
                loud(panic);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(task));
    QUIET.set(false);
    result.map_err(|_| MESSAGE.take())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_one_line() {
        assert_eq!(caught(|| 3), Ok(3));
        let message = caught(|| assert_eq!(1 + 1, 3)).unwrap_err();
        assert!(message.contains("left: 2 right: 3"), "{message}");
        assert!(!message.contains('\n'));
    }
}
