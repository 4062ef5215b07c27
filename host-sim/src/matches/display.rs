//! How a match is going: a bar on a terminal, a line every few seconds
//! elsewhere. Both go to the error stream.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::{Match, Score};
use crate::progress::per_second;

const EVERY: Duration = Duration::from_secs(5);
const BAR: &str = "{bar:20} {pos} of {prefix}{len} games {msg}, {eta} left";

pub(crate) struct Display {
    bar: Option<ProgressBar>,
    /// Before the total: whether that many games are certain to be played.
    most: &'static str,
    total: u64,
    /// Games that were there at the start.
    before: u64,
    start: Instant,
    last_line: Instant,
}

impl Display {
    pub(crate) fn new(before: u64, plan: &Match) -> Display {
        let total = plan.games;
        let most = if plan.sprt.is_some() { "at most " } else { "" };
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(BAR);
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(total).with_style(style);
            bar.with_position(before).with_prefix(most)
        });
        let start = Instant::now();
        Display { bar, most, total, before, start, last_line: start }
    }

    /// Shows the score after a game.
    pub(crate) fn show(&mut self, score: &Score) {
        let done = score.games();
        if let Some(bar) = &self.bar {
            bar.set_message(score.to_string());
            bar.set_position(done);
        } else if self.last_line.elapsed() >= EVERY {
            self.last_line = Instant::now();
            let Display { most, total, .. } = self;
            let played = done.saturating_sub(self.before).max(1);
            let rate = per_second(played, self.start.elapsed());
            let left = total.saturating_sub(done) as f64 / rate;
            eprintln!(
                "{done} of {most}{total} games {score}, {most}{left:.0} s left"
            );
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
