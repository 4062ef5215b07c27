//! A program that speaks UGI as a player.

use engine::Position;

use super::ProgramOptions;
use super::program::UgiProgram;
use crate::players::{GameClocks, MatchPlayer, PlayedMove, PlayerFailure};

pub(super) struct Ugi {
    options: ProgramOptions,
    program: Option<UgiProgram>,
    seed: u64,
    clocks: Option<GameClocks>,
    /// What the program calls itself.
    name: Option<String>,
}

impl Ugi {
    pub(super) fn new(options: ProgramOptions) -> Ugi {
        Ugi { options, program: None, seed: 0, clocks: None, name: None }
    }
}

impl MatchPlayer for Ugi {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.seed = seed;
        let again = !self.options.plays_once();
        let running = self.program.take().filter(|_| again);
        let running = running.and_then(|mut it| it.is_alive().then_some(it));
        let mut program = match running {
            Some(program) => program,
            None => UgiProgram::start(&self.options)?,
        };
        program.new_game()?;
        self.name = Some(program.name.clone());
        self.program = Some(program);
        Ok(())
    }

    fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    fn set_clocks(&mut self, clocks: &GameClocks) -> bool {
        // A library is asked for a move, and told nothing of time.
        let knows_them = !self.options.plays_once();
        self.clocks = knows_them.then_some(*clocks);
        knows_them
    }

    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let Some(program) = &mut self.program else {
            return Err(PlayerFailure::crash("there is no program"));
        };
        let seed = self.seed.wrapping_add(u64::from(position.plies()));
        let clocks = self.clocks.take();
        let budget = self.options.budget;
        let chosen = program.choose(position, seed, budget, clocks);
        let legal = |it: &PlayedMove| position.landing_cell(it.column).is_ok();
        if !chosen.as_ref().is_ok_and(legal) {
            // Whatever is still under way must not reach the next game.
            self.program = None;
        }
        chosen
    }
}
