//! How far a long run has come: a bar on a terminal, a line every few
//! seconds elsewhere. Both go to the error stream.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

const EVERY: Duration = Duration::from_secs(5);
const BAR: &str = "{bar:30} {human_pos} of {human_len} {msg}, \
                   {per_sec}, {eta} left";

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    what: &'static str,
    total: u64,
    done: AtomicU64,
    start: Instant,
    last_line: Mutex<Instant>,
}

impl Progress {
    /// So many positions, or whatever it is, are to be done.
    pub(crate) fn new(total: u64, what: &'static str) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(BAR);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(total).with_style(style).with_message(what)
        });
        let start = Instant::now();
        let last_line = Mutex::new(start);
        Progress { bar, what, total, done: AtomicU64::new(0), start, last_line }
    }

    /// So many more are done.
    pub(crate) fn add(&self, more: u64) {
        let before = self.done.fetch_add(more, Ordering::Relaxed);
        let done = before + more;
        match &self.bar {
            Some(bar) => bar.set_position(done),
            None => self.print_now_and_then(done),
        }
    }

    fn print_now_and_then(&self, done: u64) {
        let Ok(mut last) = self.last_line.try_lock() else { return };
        if last.elapsed() < EVERY {
            return;
        }
        *last = Instant::now();
        eprintln!("{}", self.line(done, self.start.elapsed()));
    }

    fn line(&self, done: u64, elapsed: Duration) -> String {
        let Progress { total, what, .. } = self;
        let rate = per_second(done.max(1), elapsed);
        let left = total.saturating_sub(done) as f64 / rate;
        let digits = usize::from(rate < 10.0);
        format!("{done} of {total} {what}, {rate:.digits$}/s, {left:.0} s left")
    }

    /// How many a second since the start.
    pub(crate) fn rate(&self) -> f64 {
        per_second(self.done.load(Ordering::Relaxed), self.start.elapsed())
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// How many a second, if so many were done in this time.
pub(crate) fn per_second(done: u64, elapsed: Duration) -> f64 {
    done as f64 / elapsed.as_secs_f64().max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_reckoned_from_what_is_done() {
        let games = Progress::new(1000, "games");
        let told = games.line(50, Duration::from_secs(100));
        assert_eq!(told, "50 of 1000 games, 0.5/s, 1900 s left");
        let told = games.line(600, Duration::from_secs(2));
        assert_eq!(told, "600 of 1000 games, 300/s, 1 s left");
    }
}
