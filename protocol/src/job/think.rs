//! A portion of work, and what comes of it.

use core::mem::replace;

use engine::{Bench, Engine, Phase, Stats, generator};

use super::{Job, Limits, Perft, Purpose, Search};
use crate::ugi::Info;
use crate::{Session, Stopwatch};

/// How many positions of a count take about as long as a playout.
const VISITS_PER_PLAYOUT: u32 = 8;

impl Session<'_> {
    /// Does a portion of the work at hand.
    #[inline(never)]
    pub(crate) fn work(&mut self, playouts: u32) {
        let now = self.now;
        match &mut self.job {
            Job::None => (),
            Job::Search(search) => {
                let Some(rng) = &mut self.rng else { return };
                let engine = &mut self.engine;
                if search.advance(engine, rng, playouts, now) {
                    self.finish();
                } else if search.has_info(now) {
                    self.tell();
                }
            }
            Job::Perft(perft) => {
                let visits = playouts.max(1).saturating_mul(VISITS_PER_PLAYOUT);
                if perft.advance(&self.game, visits) {
                    self.finish();
                }
            }
            Job::Bench { bench, stats, .. } => {
                let clock = self.stopwatch.unwrap_or(Stopwatch::STOPPED).read;
                let engine = &mut self.engine;
                let step = |engine: &mut Engine<'_>, portion, rng: &mut _| {
                    engine.step_counted(portion, rng, stats, clock)
                };
                if !bench.step_with(engine, playouts.max(1), step) {
                    self.finish();
                }
            }
        }
    }

    /// Starts to search the game's position.
    pub(crate) fn search(
        &mut self,
        purpose: Purpose,
        limits: Limits,
        endless: bool,
    ) {
        if !self.options.keep_tree {
            self.engine.clear();
        }
        if let Some(seed) = self.options.seed {
            self.rng = Some(generator(seed));
        }
        self.engine.set_position(&self.game);
        let search = Search::new(purpose, limits, endless, self.now);
        self.job = Job::Search(search);
    }

    /// Ends the work at hand with what there is.
    pub(crate) fn finish(&mut self) {
        match &mut self.job {
            Job::None => (),
            Job::Search(search) => {
                if let Some(rng) = &mut self.rng {
                    search.complete(&mut self.engine, rng);
                }
                if search.ends_with_info(self.now) {
                    self.tell();
                }
                self.answer();
            }
            Job::Perft(perft) => {
                let time = self.now.wrapping_sub(perft.started());
                self.terminal.reply(format_args!("{perft} time {time}"));
                self.job = Job::None;
            }
            Job::Bench { bench, stats, started } => {
                let time = self.now.wrapping_sub(*started);
                bench.finish(&mut self.engine);
                let (done, all) = (bench.done(), bench.positions());
                let stopwatch = self.stopwatch.unwrap_or(Stopwatch::STOPPED);
                let spent = stopwatch.micros(stats.time(Phase::Rollout));
                self.terminal.reply(format_args!(
                    "bench signature {:016x} positions {done} of {all} \
                     playouts {} time {time} plies {} spent {spent}",
                    bench.signature(),
                    bench.playouts(),
                    stats.plies,
                ));
                self.job = Job::None;
            }
        }
    }

    /// Ends the work at hand. A program gets its answer; what was meant for
    /// people is forgotten.
    pub(crate) fn cancel(&mut self) {
        match &self.job {
            Job::Search(search) if search.purpose() != Purpose::Answer => {
                self.job = Job::None;
            }
            _ => self.finish(),
        }
    }

    /// Whether the work at hand is a move in a game with people.
    pub(crate) fn is_playing(&self) -> bool {
        matches!(
            &self.job,
            Job::Search(search) if search.purpose() == Purpose::Play
        )
    }

    /// The search is over: what it was for.
    fn answer(&mut self) {
        let Job::Search(search) = replace(&mut self.job, Job::None) else {
            return;
        };
        let level = self.options.level();
        let chosen = match (search.purpose(), &mut self.rng) {
            (Purpose::Answer | Purpose::Play, Some(rng)) => {
                self.engine.choose_at(level, rng)
            }
            _ => self.engine.choose(),
        };
        let Some(column) = chosen.or(self.game.legal_columns().next()) else {
            return;
        };
        match search.purpose() {
            Purpose::Answer => {
                self.terminal.reply(format_args!("bestmove {column}"));
            }
            Purpose::Play => self.play_own(column),
            Purpose::Hint => self.give_hint(column),
        }
    }

    /// Says how the search is getting on, to those who want to know.
    fn tell(&mut self) {
        let Job::Search(search) = &self.job else { return };
        if search.purpose() == Purpose::Answer && self.options.info {
            let time = self.now.wrapping_sub(search.started());
            let playouts = search.done();
            let report = &self.engine.report();
            let news = Info { time, playouts, report };
            self.terminal.news(format_args!("{news}"));
        }
    }

    /// Starts to count.
    pub(crate) fn count(&mut self, depth: u8) {
        self.job = Job::Perft(Perft::new(depth, self.now));
    }

    /// Starts the bench.
    pub(crate) fn start_bench(&mut self) {
        let (bench, stats) = (Bench::new(), Stats::default());
        self.job = Job::Bench { bench, stats, started: self.now };
    }
}
