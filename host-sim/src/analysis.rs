//! The engine's view of a position, for people.

use std::num::NonZeroUsize;

use engine::{Position, Report, generator};

use crate::OwnedEngine;
use crate::players::Budget;
use crate::workers::Workers;

/// The nodes of the pool, which takes sixteen megabytes.
const NODES: usize = 1_000_000;

/// Thinks about positions and says what it sees.
pub(crate) struct Analyst {
    engine: OwnedEngine,
    workers: Workers,
}

impl Analyst {
    pub(crate) fn new() -> Analyst {
        Analyst::on(NonZeroUsize::MIN, 1)
    }

    /// With this number of threads, and of rollouts in flight.
    pub(crate) fn on(threads: NonZeroUsize, in_flight: usize) -> Analyst {
        let mut engine = OwnedEngine::new(NODES);
        engine.set_max_in_flight(in_flight);
        Analyst { engine, workers: Workers::new(threads) }
    }

    /// Thinks about a position, and now and then shows how that is going.
    pub(crate) fn think(
        &mut self,
        position: &Position,
        budget: Budget,
        seed: u64,
        mut show: impl FnMut(&Report),
    ) -> Report {
        let Analyst { engine, workers } = self;
        let mut rng = generator(seed);
        engine.set_position(position);
        budget.spend_in(PORTION, |playouts| {
            let done = workers.step(engine, playouts, &mut rng);
            show(&engine.report());
            done
        });
        workers.settle(engine);
        engine.report()
    }
}

/// Playouts between two looks at what has been found.
const PORTION: u32 = 4096;

#[cfg(test)]
mod tests {
    use protocol::{Scores, Summary};

    use super::*;

    #[test]
    fn a_position_is_described() {
        let game: Position = "7/7/7/7/oo5/xxx1o2 x".parse().unwrap();
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let report = Analyst::new().think(&game, budget, 1, |_| ());
        let summary = Summary(&report).to_string();
        assert!(summary.starts_with("wins in 1 ply, "), "{summary}");
        let moves = Scores(&report).to_string();
        let first = moves.lines().nth(1).unwrap();
        assert!(first.trim().starts_with("4 "), "{moves}");
    }
}
