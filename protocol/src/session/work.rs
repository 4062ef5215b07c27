//! Work that takes time: a portion of it, its end, and what is printed then.

use engine::{
    Bench, Book, Column, Engine, Level, MIN_NODES, Phase, RootMove, Stats,
};

use super::Session;
use crate::error::Error;
use crate::job::{Job, Limits, Perft, Purpose, Search, Stepper, Until};
use crate::terminal::{Terminal, WriteLine};
use crate::{console, ugi};

/// How many positions of a count take about as long as a playout.
const VISITS_PER_PLAYOUT: u32 = 8;

impl Session<'_> {
    /// Does a portion of the present work.
    #[inline(never)]
    pub(super) fn work(&mut self, playouts: u32, stepper: &mut impl Stepper) {
        let now = self.now;
        match &mut self.job {
            Job::None => (),
            Job::Search(search) => {
                let (engine, rng) = (&mut self.engine, self.rng.generator());
                let before = search.done();
                let ended = search.advance(engine, rng, playouts, now, stepper);
                let more = search.done().wrapping_sub(before);
                self.playouts = self.playouts.wrapping_add(more);
                if ended {
                    self.finish();
                } else if search.has_info(now) {
                    let is_answer = search.purpose() == Purpose::Answer;
                    let output = self.terminal.output();
                    let lines = self.options.multi_pv;
                    if is_answer && output.has_room_for_info(lines) {
                        search.told(now);
                        self.print_info(Terminal::info);
                    } else if !is_answer && output.pending().is_empty() {
                        search.told(now);
                        self.print_progress();
                    }
                }
            }
            Job::Perft(perft) => {
                let visits = playouts.max(1).saturating_mul(VISITS_PER_PLAYOUT);
                if perft.advance(&self.game, visits) {
                    self.finish();
                }
            }
            Job::Bench { bench, stats, .. } => {
                let clock = self.stopwatch.read;
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

    /// Refuses a search that has too few nodes.
    pub(super) fn check_pool(&self) -> Result<(), Error> {
        match self.engine.capacity() {
            MIN_NODES.. => Ok(()),
            size => Err(Error::SmallPool { size: size as u32 }),
        }
    }

    /// Starts to search the game's position; the caller has made sure of
    /// nodes to [search with](Session::check_pool).
    #[inline(never)]
    pub(super) fn search(
        &mut self,
        purpose: Purpose,
        limits: Limits,
        until: Until,
    ) {
        debug_assert!(self.check_pool().is_ok(), "too few nodes");
        if !self.options.keep_tree {
            self.engine.clear();
        }
        if let Some(seed) = self.options.seed {
            self.rng.seed(seed);
        }
        self.engine.set_max_in_flight(self.options.in_flight.into());
        self.engine.set_position(&self.game);
        let search = Search::new(purpose, limits, until, self.now);
        self.job = Job::Search(match self.book_move(&search) {
            Some(column) => search.answered_by(column),
            None => search,
        });
    }

    /// The move of the opening book, if it answers in place of a search.
    #[inline(never)]
    fn book_move(&self, search: &Search) -> Option<Column> {
        let may_answer = self.options.book
            && self.options.level() == Level::FULL
            && search.allows_book();
        may_answer.then(|| Book::OPENINGS.find(&self.game)).flatten()
    }

    /// Starts to count.
    pub(super) fn start_perft(&mut self, depth: u8) {
        self.cancel();
        self.job = Job::Perft(Perft::new(depth, self.now));
    }

    pub(super) fn start_bench(&mut self, in_flight: u8) {
        self.cancel();
        let bench = Bench::with_in_flight(in_flight.into());
        let stats = Stats::default();
        self.job = Job::Bench { bench, stats, started: self.now };
    }

    /// Ends the present work and prints its result.
    // Out of line, as all that prints: a search needs the stack.
    #[inline(never)]
    pub(super) fn finish(&mut self) {
        match &mut self.job {
            Job::None => (),
            Job::Search(search) if search.purpose() == Purpose::Ponder => {
                self.job = Job::None;
                self.ponder_at = None;
            }
            Job::Search(search) => {
                let before = search.done();
                search.break_off(&mut self.engine, self.rng.generator());
                let more = search.done().wrapping_sub(before);
                self.playouts = self.playouts.wrapping_add(more);
                let purpose = search.purpose();
                let book_move = search.book_move();
                let is_multi = self.options.multi_pv > 1;
                if book_move.is_some() {
                    self.print_book(purpose);
                } else if is_multi || search.ends_with_info(self.now) {
                    self.print_info(Terminal::reply);
                }
                self.job = Job::None;
                self.answer(purpose, book_move);
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
                let spent = stats.time(Phase::Rollout);
                let spent = self.stopwatch.micros(spent);
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

    /// Ends the present work. A program gets its answer; a search for people
    /// is forgotten.
    pub(super) fn cancel(&mut self) {
        match &self.job {
            Job::Search(search) if search.purpose() != Purpose::Answer => {
                self.job = Job::None;
            }
            _ => self.finish(),
        }
    }

    /// Whether the present work is a move in a game with people.
    pub(super) fn is_playing(&self) -> bool {
        matches!(
            &self.job,
            Job::Search(search) if search.purpose() == Purpose::Play
        )
    }

    /// Tells a program that the opening book answers.
    fn print_book(&mut self, purpose: Purpose) {
        if purpose == Purpose::Answer && self.options.info {
            ugi::print::book(&mut self.terminal);
        }
    }

    /// Uses the move that a search has found, or that of the book.
    #[inline(never)]
    fn answer(&mut self, purpose: Purpose, book_move: Option<Column>) {
        let level = self.options.level();
        let chosen = match purpose {
            _ if book_move.is_some() => book_move,
            Purpose::Answer | Purpose::Play => {
                self.engine.choose_at(level, self.rng.generator())
            }
            Purpose::Hint | Purpose::Evaluate | Purpose::Ponder => {
                self.engine.choose()
            }
        };
        debug_assert!(chosen.is_some(), "a search without a result");
        let Some(column) = chosen.or(self.game.legal_columns().next()) else {
            debug_assert!(false, "a search of a game that is over");
            return;
        };
        let terminal = &mut self.terminal;
        match purpose {
            Purpose::Answer => ugi::print::best_move(terminal, column),
            Purpose::Play => {
                let opinion = self.opinion(column);
                let found = book_move.is_none().then_some(opinion);
                self.play_own(column, found);
            }
            Purpose::Hint => {
                let opinion = self.opinion(column);
                console::print::hint(&mut self.terminal, opinion);
            }
            Purpose::Evaluate => {
                console::print::scores(terminal, &self.engine.report());
            }
            Purpose::Ponder => (),
        }
    }

    /// What the search has found out about a move.
    fn opinion(&self, column: Column) -> RootMove {
        let report = self.engine.report();
        let mut moves = report.moves.iter();
        let found = moves.find(|root_move| root_move.column == column);
        found.copied().unwrap_or(RootMove::unvisited(column))
    }

    /// Prints the progress of a search, if a program wants it.
    #[inline(never)]
    fn print_info(&mut self, write: WriteLine) {
        let Job::Search(search) = &self.job else {
            debug_assert!(false, "no search");
            return;
        };
        if search.purpose() == Purpose::Answer && self.options.info {
            let time = self.now.wrapping_sub(search.started());
            let playouts = search.done();
            let progress = ugi::print::Progress { time, playouts };
            let (terminal, engine) = (&mut self.terminal, &self.engine);
            let options = &self.options;
            ugi::print::info(terminal, write, progress, engine, options);
        }
    }

    /// Prints the progress of a search that a person waits for, over the last
    /// such line.
    #[inline(never)]
    fn print_progress(&mut self) {
        let Job::Search(search) = &self.job else {
            debug_assert!(false, "no search");
            return;
        };
        if search.purpose() != Purpose::Ponder && self.terminal.draws_over() {
            let time = self.now.wrapping_sub(search.started());
            let playouts = search.done();
            let report = &self.engine.report();
            let (terminal, game) = (&mut self.terminal, &self.game);
            console::print::progress(terminal, game, time, playouts, report);
        }
    }
}
