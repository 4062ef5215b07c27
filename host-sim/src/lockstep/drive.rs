//! The ways in which the engine's playouts can be done: by itself, or with
//! its rollouts handed out, as on a chip with two cores. Whatever the way,
//! the tree must be the same.

use engine::{Begun, Engine, Generator, Runner};

use crate::dice::Dice;
use crate::rollout_queue::{RolloutQueue, When};

/// How the playouts of a trial are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drive {
    way: Way,
    /// Whether some are done by `step` first, wherever nothing is in flight.
    after_step: bool,
}

/// One way to do playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By `step`: rollouts are run at once.
    Step,
    /// By `step_on`: a runner runs them.
    StepOn(When),
    /// By `begin` and `finish`.
    BeginFinish,
}

impl Drive {
    pub(super) fn random(dice: &mut Dice) -> Drive {
        let plies = 1 + dice.below(6) as u32;
        let way = dice.pick(&[
            Way::Step,
            Way::StepOn(When::Started),
            Way::StepOn(When::Asked),
            Way::StepOn(When::Portions(plies)),
            Way::BeginFinish,
        ]);
        Drive { way, after_step: dice.one_in(4) }
    }
}

/// Does the playouts of one trial.
pub(super) struct Driver {
    drive: Drive,
    queue: RolloutQueue,
}

impl Driver {
    pub(super) fn new(drive: Drive) -> Driver {
        let when = match drive.way {
            Way::StepOn(when) => when,
            Way::Step | Way::BeginFinish => When::Asked,
        };
        Driver { drive, queue: RolloutQueue::new(when) }
    }

    pub(super) fn step(
        &mut self,
        engine: &mut Engine<'_>,
        playouts: u32,
        rng: &mut Generator,
    ) -> u32 {
        if self.drive.after_step && engine.in_flight() == 0 {
            return engine.step(playouts, rng);
        }
        match self.drive.way {
            Way::Step => engine.step(playouts, rng),
            Way::StepOn(_) => engine.step_on(playouts, rng, &mut self.queue),
            Way::BeginFinish => {
                for done in 0..playouts {
                    match engine.begin(self.queue.buffer(), rng) {
                        Begun::Rollout => self.queue.start(),
                        Begun::Done => {}
                        Begun::Nothing => return done,
                        Begun::Full => panic!("full after {done} playouts"),
                    }
                    if engine.in_flight() == engine.max_in_flight() {
                        let result = self.queue.wait_oldest();
                        let result = result.expect("a rollout in flight");
                        assert!(engine.finish(&result), "nothing to finish");
                    }
                }
                playouts
            }
        }
    }

    /// Takes everything in flight into the tree.
    pub(super) fn settle(&mut self, engine: &mut Engine<'_>) {
        match self.drive.way {
            Way::Step => assert_eq!(engine.end_in_flight(), 0),
            Way::StepOn(_) => engine.settle_on(&mut self.queue),
            Way::BeginFinish => {
                while let Some(result) = self.queue.wait_oldest() {
                    assert!(engine.finish(&result), "nothing to finish");
                }
                // Of a step before.
                assert_eq!(engine.end_in_flight(), 0);
            }
        }
    }

    /// Whether the engine knows no result of the rollouts in flight.
    pub(super) fn hands_out(&self) -> bool {
        !self.drive.after_step && self.drive.way != Way::Step
    }

    /// Forgets the rollouts that the engine no longer waits for. A runner
    /// keeps them, as another core would: `step_on` drops their results.
    pub(super) fn abandon(&mut self) {
        if self.drive.way == Way::BeginFinish {
            self.queue.clear();
        }
    }
}
