//! How far a long run has come: a bar on a terminal, a line every few
//! seconds elsewhere. Both go to the error stream.

use std::fmt;
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::output::remark;
use indicatif::{ProgressBar, ProgressStyle};

const EVERY: Duration = Duration::from_secs(5);
const BAR: &str = "{bar:30} {human_pos} of {prefix}{human_len} {msg}, \
                   {eta} left";

pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    /// The unit: games, positions, playouts.
    unit: &'static str,
    /// Before the total, if the run may end earlier.
    at_most: &'static str,
    total: u64,
    /// Units that were done by an earlier run.
    before: u64,
    done: AtomicU64,
    start: Instant,
    last_line: Mutex<Instant>,
}

impl Progress {
    /// A run over `total` units.
    pub(crate) fn new(total: u64, unit: &'static str) -> Progress {
        Progress::resumed(0, total, unit)
    }

    /// A run over `total` units, of which an earlier one did some.
    pub(crate) fn resumed(
        before: u64,
        total: u64,
        unit: &'static str,
    ) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(BAR);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(total).with_style(style);
            bar.with_position(before).with_message(unit)
        });
        let start = Instant::now();
        Progress {
            bar,
            unit,
            at_most: "",
            total,
            before,
            done: AtomicU64::new(before),
            start,
            last_line: Mutex::new(start),
        }
    }

    /// The total is a limit that need not be reached.
    pub(crate) fn at_most(mut self) -> Progress {
        self.at_most = "at most ";
        self.bar = self.bar.map(|bar| bar.with_prefix(self.at_most));
        self
    }

    /// Adds units that are done.
    pub(crate) fn add(&self, more: u64) {
        self.show(more, |rate| {
            let digits = usize::from(rate < 10.0);
            format!(", {rate:.digits$}/s")
        });
    }

    /// Adds one unit, and shows this status in place of the speed.
    pub(crate) fn add_one(&self, status: impl fmt::Display) {
        self.show(1, |_| format!(" {status}"));
    }

    fn show(&self, more: u64, status: impl FnOnce(f64) -> String) {
        let done = self.done.fetch_add(more, Ordering::Relaxed) + more;
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}{}", self.unit, status(self.rate())));
            bar.set_position(done);
            return;
        }
        let Ok(mut last) = self.last_line.try_lock() else { return };
        if last.elapsed() >= EVERY {
            *last = Instant::now();
            remark!("{}", self.line(done, self.start.elapsed(), status));
        }
    }

    fn line(
        &self,
        done: u64,
        elapsed: Duration,
        status: impl FnOnce(f64) -> String,
    ) -> String {
        let Progress { at_most, total, unit, before, .. } = self;
        let rate = per_second(done.saturating_sub(*before).max(1), elapsed);
        let left = total.saturating_sub(done) as f64 / rate;
        let status = status(rate);
        format!(
            "{done} of {at_most}{total} {unit}{status}, \
             {at_most}{left:.0} s left"
        )
    }

    /// Units per second since the start.
    pub(crate) fn rate(&self) -> f64 {
        let done = self.done.load(Ordering::Relaxed);
        per_second(done.saturating_sub(self.before), self.start.elapsed())
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn per_second(done: u64, elapsed: Duration) -> f64 {
    done as f64 / elapsed.as_secs_f64().max(1e-6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_reckoned_from_what_is_done() {
        let games = Progress::new(1000, "games");
        let rate = |rate: f64| format!(", {rate}/s");
        let told = games.line(50, Duration::from_secs(100), rate);
        assert_eq!(told, "50 of 1000 games, 0.5/s, 1900 s left");
        let told = games.line(600, Duration::from_secs(2), rate);
        assert_eq!(told, "600 of 1000 games, 300/s, 1 s left");
    }

    #[test]
    fn a_resumed_run_is_timed_by_what_it_did_itself() {
        let games = Progress::resumed(40, 100, "games").at_most();
        let score = |_| " +9 =0 -1".into();
        let told = games.line(50, Duration::from_secs(10), score);
        let line = "50 of at most 100 games +9 =0 -1, at most 50 s left";
        assert_eq!(told, line);
    }
}
