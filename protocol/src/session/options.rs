//! What `setoption` changes: the options of the session, the settings of the
//! search, the forbidden cell.

use super::Session;
use crate::change::Change;
use crate::error::Error;
use crate::forbidden::Forbidden;
use crate::options::Options;
use crate::ugi;

impl Session<'_> {
    pub(super) fn set_option(&mut self, change: Change) -> Result<(), Error> {
        match change {
            Change::Forbidden(forbidden) => {
                return self.set_forbidden(forbidden);
            }
            Change::Pool(nodes) => return self.set_pool_limit(nodes),
            Change::Seed(seed) => {
                self.cancel();
                self.options.seed = seed;
                self.seed_rng();
            }
            Change::Session(setting, value) => {
                self.cancel();
                let board = self.options.board();
                let set = setting.set(&mut self.options, value);
                debug_assert!(set.is_ok(), "{set:?}");
                if self.options.board() != board {
                    self.fit_forbidden();
                }
            }
            Change::Search(setting, value) => {
                self.cancel();
                let mut config = self.engine.config();
                let set = setting.set(&mut config, value);
                debug_assert!(set.is_ok(), "{set:?}");
                self.engine.set_config(config);
            }
        }
        Ok(())
    }

    /// What the options are on this machine until they are set.
    pub(super) fn default_options(&self) -> Options {
        Options { in_flight: self.default_in_flight, ..Options::DEFAULT }
    }

    /// Starts the random numbers again from the seed.
    pub(super) fn seed_rng(&mut self) {
        debug_assert!(self.device.is_some(), "the session has not started");
        let own = self.device.map_or(0, |device| device.seed);
        self.rng.seed(self.options.seed.unwrap_or(own));
    }

    fn set_pool_limit(&mut self, nodes: u32) -> Result<(), Error> {
        let size = self.engine.pool_size() as u32;
        if nodes > size {
            return Err(Error::PoolSize { wanted: nodes, size });
        }
        self.cancel();
        self.engine.set_pool_limit(Some(nodes as usize));
        Ok(())
    }

    fn set_forbidden(&mut self, forbidden: Forbidden) -> Result<(), Error> {
        if let Forbidden::At(cell) = forbidden {
            let board = self.options.board();
            board.with_forbidden(cell).map_err(Error::Board)?;
        }
        self.cancel();
        self.choose_forbidden(forbidden);
        if forbidden == Forbidden::Random {
            self.print_forbidden();
        }
        Ok(())
    }

    /// Chooses another forbidden cell, or none, where a new size asks for it.
    fn fit_forbidden(&mut self) {
        if self.options.random_forbidden {
            self.choose_forbidden(Forbidden::Random);
            self.print_forbidden();
        } else if self.options.forbidden != self.options.board().forbidden() {
            self.choose_forbidden(Forbidden::None);
            self.print_forbidden();
        }
    }

    /// Chooses the forbidden cell of the next games.
    pub(super) fn choose_forbidden(&mut self, forbidden: Forbidden) {
        self.options.random_forbidden = forbidden == Forbidden::Random;
        self.options.forbidden = match forbidden {
            Forbidden::None => None,
            Forbidden::At(cell) => Some(cell),
            Forbidden::Random => {
                self.options.forbidden = None;
                let cells = self.options.board().cells();
                let index = self.rng.below(cells.len());
                let cell = cells.into_iter().nth(index as usize);
                debug_assert!(cell.is_some());
                cell
            }
        };
    }

    pub(super) fn print_forbidden(&mut self) {
        ugi::print::forbidden(&mut self.terminal, self.options.forbidden);
    }
}
