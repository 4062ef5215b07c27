//! Counts of what the search does, and the time of each phase.

use rand_core::Rng;

use super::tracer::{Phase, Tracer};
use crate::Engine;

/// How often each part of the search was done and, in the units of the
/// caller's clock, how long it took. The expansion of the root and the
/// search for the shortest win are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub struct Stats {
    /// Playouts: iterations of the search.
    pub playouts: u64,
    /// Leaves that asked for children.
    pub expansions: u64,
    /// Rollouts.
    pub rollouts: u64,
    /// Stones dropped in them.
    pub plies: u64,
    /// Entries of the pool that were taken from a less useful node.
    pub evicted: u64,
    /// Time spent in each phase, in the order of [`Phase`].
    pub time: [u64; 4],
}

impl Stats {
    /// The time spent in a phase.
    ///
    /// ```
    /// use pocketfour_engine::{Phase, Stats};
    ///
    /// let mut stats = Stats::default();
    /// stats.time = [1, 0, 3, 0];
    /// assert_eq!(stats.time(Phase::Rollout), 3);
    /// ```
    #[must_use]
    pub fn time(&self, phase: Phase) -> u64 {
        debug_assert!((phase as usize) < self.time.len());
        self.time[phase as usize % 4]
    }

    /// The share of a phase in the time of all, in permille.
    ///
    /// ```
    /// use pocketfour_engine::{Phase, Stats};
    ///
    /// let mut stats = Stats::default();
    /// stats.time = [1, 0, 3, 0];
    /// assert_eq!(stats.permille(Phase::Rollout), 750);
    /// ```
    #[must_use]
    pub fn permille(&self, phase: Phase) -> u32 {
        let all: u64 = self.time.iter().sum();
        let part = self.time(phase);
        part.saturating_mul(1000).checked_div(all).unwrap_or(0) as u32
    }
}

struct Watch<'a, C> {
    stats: &'a mut Stats,
    clock: C,
    since: u32,
    phase: Option<Phase>,
}

impl<C: FnMut() -> u32> Watch<'_, C> {
    fn lap(&mut self, next: Option<Phase>) {
        let now = (self.clock)();
        if let Some(phase) = self.phase {
            let spent = u64::from(now.wrapping_sub(self.since));
            debug_assert!((phase as usize) < self.stats.time.len());
            self.stats.time[phase as usize % 4] += spent;
        }
        self.since = now;
        self.phase = next;
    }
}

impl<C: FnMut() -> u32> Tracer for Watch<'_, C> {
    fn enter(&mut self, phase: Phase) {
        self.lap(Some(phase));
        match phase {
            Phase::Expansion => self.stats.expansions += 1,
            Phase::Rollout => self.stats.rollouts += 1,
            Phase::Backup => self.stats.playouts += 1,
            Phase::Selection => {}
        }
    }

    fn leave(&mut self) {
        self.lap(None);
    }

    fn plies(&mut self, plies: u32) {
        self.stats.plies += u64::from(plies);
    }
}

impl Engine<'_> {
    /// As [`Engine::step`], and counts what is done. The clock counts
    /// upwards in any unit, cycles for instance, and may wrap around.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position, Stats};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 100];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// let mut stats = Stats::default();
    /// engine.step_counted(50, &mut rng, &mut stats, || 0);
    /// assert_eq!(stats.playouts, 50);
    /// ```
    pub fn step_counted(
        &mut self,
        playouts: u32,
        rng: &mut impl Rng,
        stats: &mut Stats,
        clock: impl FnMut() -> u32,
    ) -> u32 {
        let before = self.pool.evicted();
        let mut watch = Watch { stats, clock, since: 0, phase: None };
        let done = self.step_with(playouts, rng, &mut watch);
        let evicted = self.pool.evicted().saturating_sub(before);
        stats.evicted += u64::from(evicted);
        done
    }
}
