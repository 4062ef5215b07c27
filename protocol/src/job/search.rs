//! A search that is under way, and when it ends.

use engine::{Column, Engine, Generator};

use super::Stepper;
use crate::clock::Timer;

/// How often a search looks whether its variation is long enough, in
/// playouts.
const DEPTH_CHECK: u32 = 256;

/// The time between two lines about a search, in milliseconds: for a program,
/// and for people, whose line may be a slow one.
const INFO_EVERY: u32 = 100;
const PROGRESS_EVERY: u32 = 300;

/// A search that is under way.
#[derive(Debug)]
pub(crate) struct Search {
    purpose: Purpose,
    limits: Limits,
    /// The move of the opening book, if that answers instead.
    book_move: Option<Column>,
    started: u32,
    /// When its time began to count: later, if it was pondering first.
    limited: u32,
    /// The last reading of the clock.
    seen: u32,
    /// Playouts so far.
    done: u32,
    until: Until,
    /// Whether there is nothing left to do.
    exhausted: bool,
    /// When the last line about it was written.
    told: Option<u32>,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A `go` wants a `bestmove`.
    Answer,
    /// The engine is to move in a game with people.
    Play,
    /// A person has asked for advice.
    Hint,
    /// A person has asked what each move is worth.
    Evaluate,
    /// No move was asked for: it is a person's turn.
    Ponder,
}

/// What ends a search besides `stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Until {
    /// Its limits.
    Limits,
    /// Its limits, from `ponderhit` on.
    PonderHit,
    /// Nothing.
    Stop,
}

/// When a search ends: whatever comes first, and a proven result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Limits {
    /// In milliseconds.
    pub(crate) time: Option<u32>,
    pub(crate) playouts: Option<u32>,
    /// The length of the variation.
    pub(crate) depth: Option<u8>,
}

impl Search {
    pub(crate) fn new(
        purpose: Purpose,
        limits: Limits,
        until: Until,
        started: u32,
    ) -> Search {
        Search {
            purpose,
            limits,
            book_move: None,
            started,
            limited: started,
            seen: started,
            done: 0,
            until,
            exhausted: false,
            told: None,
        }
    }

    /// One that is over before it begins: the opening book answers.
    pub(crate) fn answered_by(self, book_move: Column) -> Search {
        Search { book_move: Some(book_move), exhausted: true, ..self }
    }

    /// The move of the opening book, if that answers.
    pub(crate) fn book_move(&self) -> Option<Column> {
        self.book_move
    }

    /// Whether the opening book may answer: time to think is all that
    /// limits it.
    pub(crate) fn allows_book(&self) -> bool {
        let asks_for_a_move =
            matches!(self.purpose, Purpose::Answer | Purpose::Play);
        let Limits { time, playouts, depth } = self.limits;
        asks_for_a_move
            && !self.is_endless()
            && time.is_some()
            && playouts.is_none()
            && depth.is_none()
    }

    pub(crate) fn purpose(&self) -> Purpose {
        self.purpose
    }

    pub(crate) fn done(&self) -> u32 {
        self.done
    }

    pub(crate) fn started(&self) -> u32 {
        self.started
    }

    /// Whether it waits to be ended, with nothing left to do.
    pub(crate) fn is_waiting(&self) -> bool {
        self.is_endless() && self.exhausted
    }

    /// Whether no limit ends it.
    pub(crate) fn is_endless(&self) -> bool {
        self.until != Until::Limits
    }

    /// Whether `ponderhit` is to come, after `go ponder`.
    pub(crate) fn awaits_ponderhit(&self) -> bool {
        self.until == Until::PonderHit
    }

    /// From now on the limits hold, and time counts.
    pub(crate) fn limit(&mut self, now: u32) {
        self.until = Until::Limits;
        self.exhausted = false;
        self.look_at_clock(now);
        self.limited = now;
    }

    /// Does up to `playouts`; says whether the search has ended.
    ///
    /// Portions do not matter for what is found: a number of playouts is
    /// met exactly, and the depth is looked at in fixed intervals.
    pub(crate) fn advance(
        &mut self,
        engine: &mut Engine<'_>,
        rng: &mut Generator,
        playouts: u32,
        now: u32,
        stepper: &mut impl Stepper,
    ) -> bool {
        self.look_at_clock(now);
        if self.book_move.is_some() {
            return true;
        }
        if self.is_late(now) {
            stepper.settle(engine);
            self.complete(engine, rng);
            return true;
        }
        let mut left = playouts.max(1);
        while left > 0 && !self.exhausted {
            let portion = self.portion(left);
            let done = stepper.step(engine, portion, rng);
            self.done = self.done.saturating_add(done);
            left = left.saturating_sub(portion.max(1));
            self.exhausted = done < portion
                || self.limits.playouts.is_some_and(|most| self.done >= most)
                || self.is_deep(engine);
        }
        self.exhausted |= self.is_forced(engine);
        if self.exhausted {
            stepper.settle(engine);
        }
        self.exhausted && !self.is_endless()
    }

    /// Makes sure that there is a move to play.
    pub(crate) fn complete(
        &mut self,
        engine: &mut Engine<'_>,
        rng: &mut Generator,
    ) {
        if self.done == 0 && self.book_move.is_none() {
            self.done = engine.step(1, rng);
            engine.end_in_flight();
        }
    }

    /// Breaks the search off: it does not wait for rollouts that others run,
    /// and their playouts do not count.
    pub(crate) fn break_off(
        &mut self,
        engine: &mut Engine<'_>,
        rng: &mut Generator,
    ) {
        let forgotten = engine.end_in_flight();
        debug_assert!(forgotten <= self.done, "{forgotten}");
        self.done = self.done.saturating_sub(forgotten);
        self.complete(engine, rng);
    }

    /// A clock that has gone back counts on from there.
    fn look_at_clock(&mut self, now: u32) {
        let passed = now.wrapping_sub(self.seen);
        if (passed as i32) < 0 {
            self.started = self.started.wrapping_add(passed);
            self.limited = self.limited.wrapping_add(passed);
        }
        self.seen = now;
    }

    fn is_late(&self, now: u32) -> bool {
        let timer = self.limits.time.map(|time| Timer::new(self.limited, time));
        !self.is_endless() && timer.is_some_and(|timer| timer.is_over(now))
    }

    fn portion(&self, left: u32) -> u32 {
        let portion = match self.limits.playouts {
            Some(most) => left.min(most.saturating_sub(self.done)),
            None => left,
        };
        match self.limits.depth {
            Some(_) => portion.min(DEPTH_CHECK - self.done % DEPTH_CHECK),
            None => portion,
        }
    }

    fn is_deep(&self, engine: &Engine<'_>) -> bool {
        self.limits.depth.is_some_and(|depth| {
            self.done.is_multiple_of(DEPTH_CHECK)
                && engine.report().variation.len() >= depth.into()
        })
    }

    /// Whether there is only one move, so that time would be wasted.
    fn is_forced(&self, engine: &Engine<'_>) -> bool {
        !self.is_endless()
            && self.purpose != Purpose::Ponder
            && self.limits.time.is_some()
            && engine.root().children().len() == 1
    }

    /// Whether it is time for a line about the search.
    pub(crate) fn has_info(&self, now: u32) -> bool {
        let since = now.wrapping_sub(self.told.unwrap_or(self.started));
        let every = match self.purpose {
            Purpose::Answer => INFO_EVERY,
            _ => PROGRESS_EVERY,
        };
        since >= every
    }

    /// Whether the end of the search deserves a line.
    pub(crate) fn ends_with_info(&self, now: u32) -> bool {
        self.told.is_none() || self.has_info(now)
    }

    /// A line about the search was written.
    pub(crate) fn told(&mut self, now: u32) {
        self.told = Some(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A count that has come to its end does not end a search without limits.
    #[test]
    fn only_limits_leave_nothing_to_do() {
        let mut search =
            Search::new(Purpose::Answer, Limits::default(), Until::Stop, 0);
        search.done = u32::MAX;
        assert_eq!(search.portion(7), 7);
        search.limits.playouts = Some(u32::MAX);
        assert_eq!(search.portion(7), 0);
    }
}
