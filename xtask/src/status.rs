//! Signs of life while something long runs.
//!
//! A terminal gets one line that is rewritten in place. Anything else, a
//! log file or a build server, gets a new line every few seconds.

use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

const REDRAW: Duration = Duration::from_millis(200);
const REPEAT: Duration = Duration::from_secs(4);
const ERASE: &str = "\r\x1b[2K";

/// Whether a status of everything that runs is shown already.
static SHOWING: AtomicBool = AtomicBool::new(false);

/// Is there a person at a terminal that can rewrite a line?
pub(crate) fn interactive() -> bool {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    io::stdout().is_terminal() && !dumb
}

/// Prints a line, over the status line if there is one.
pub(crate) fn say(line: &str) {
    let erase = if interactive() { ERASE } else { "" };
    println!("{erase}{line}");
}

/// Prints a line about what is being done, apart from the output.
pub(crate) fn note(line: &str) {
    eprintln!("{line}");
}

/// Does `work` and shows `status` in place while it lasts.
pub(crate) fn showing<T>(
    status: impl Fn() -> String + Send,
    work: impl FnOnce() -> T,
) -> T {
    let shown = SHOWING.swap(true, Ordering::Relaxed);
    let done = if interactive() {
        redrawing(status, work)
    } else {
        every(REPEAT, move || note(&status()), work)
    };
    SHOWING.store(shown, Ordering::Relaxed);
    done
}

/// Does `work` and rewrites a line meanwhile.
fn redrawing<T>(
    status: impl Fn() -> String + Send,
    work: impl FnOnce() -> T,
) -> T {
    let redraw = move || {
        let mut out = io::stdout().lock();
        let _ = write!(out, "{ERASE}{}", status());
        let _ = out.flush();
    };
    let done = every(REDRAW, redraw, work);
    let mut out = io::stdout().lock();
    let _ = write!(out, "{ERASE}");
    let _ = out.flush();
    done
}

/// Does `work`, which prints for itself; adds notes, over a line that stands
/// still: cargo's own does so while one crate takes long.
pub(crate) fn beating<T>(
    status: impl Fn() -> String + Send,
    work: impl FnOnce() -> T,
) -> T {
    let erase = if interactive() { ERASE } else { "" };
    waiting(move || format!("{erase}{}", status()), work)
}

/// Does `work`, which prints nothing; adds notes unless something else shows
/// how it goes.
pub(crate) fn waiting<T>(
    status: impl Fn() -> String + Send,
    work: impl FnOnce() -> T,
) -> T {
    if SHOWING.load(Ordering::Relaxed) {
        return work();
    }
    every(REPEAT, move || note(&status()), work)
}

fn every<T>(
    period: Duration,
    tick: impl Fn() + Send,
    work: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        let (working, finished) = mpsc::channel::<()>();
        scope.spawn(move || {
            while finished.recv_timeout(period)
                == Err(RecvTimeoutError::Timeout)
            {
                tick();
            }
        });
        let done = work();
        drop(working);
        done
    })
}

/// Seconds for people: `0.4 s`, `12.3 s`, `125 s`.
pub(crate) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let digits = if seconds < 100.0 { 1 } else { 0 };
    format!("{seconds:.digits$} s")
}

/// Whole seconds since `start`, for a line that is rewritten often.
pub(crate) fn since(start: Instant) -> String {
    format!("{} s", start.elapsed().as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_keep_three_digits_at_most() {
        assert_eq!(seconds(Duration::from_millis(420)), "0.4 s");
        assert_eq!(seconds(Duration::from_millis(12_340)), "12.3 s");
        assert_eq!(seconds(Duration::from_millis(125_400)), "125 s");
    }

    #[test]
    fn nobody_waits_long_for_a_sign() {
        assert!(REPEAT <= Duration::from_secs(5));
    }

    #[test]
    fn the_ticks_stop_with_the_work() {
        let ticks = std::sync::atomic::AtomicU32::new(0);
        let tick = || {
            ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        };
        let work = || thread::sleep(Duration::from_millis(50));
        every(Duration::from_millis(5), tick, work);
        assert!(ticks.into_inner() >= 1);
    }
}
