//! Who runs the rollouts of a search.

use engine::{Engine, Generator, Runner};

/// Makes an engine search.
pub(crate) trait Stepper {
    /// Does up to this number of playouts, and says how many.
    fn step(
        &mut self,
        engine: &mut Engine<'_>,
        playouts: u32,
        rng: &mut Generator,
    ) -> u32;

    /// Takes in everything that is in flight.
    fn settle(&mut self, engine: &mut Engine<'_>);
}

/// The core that does everything else.
pub(crate) struct ThisCore;

impl Stepper for ThisCore {
    fn step(
        &mut self,
        engine: &mut Engine<'_>,
        playouts: u32,
        rng: &mut Generator,
    ) -> u32 {
        engine.step(playouts, rng)
    }

    fn settle(&mut self, engine: &mut Engine<'_>) {
        engine.end_in_flight();
    }
}

/// Other cores, where more than one rollout may be in flight: waiting for the
/// only one would take longer than running it.
impl<R: Runner> Stepper for R {
    fn step(
        &mut self,
        engine: &mut Engine<'_>,
        playouts: u32,
        rng: &mut Generator,
    ) -> u32 {
        if engine.max_in_flight() == 1 {
            ThisCore.step(engine, playouts, rng)
        } else {
            engine.step_on(playouts, rng, self)
        }
    }

    fn settle(&mut self, engine: &mut Engine<'_>) {
        engine.settle_on(self);
    }
}
