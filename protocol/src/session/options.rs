//! What `setoption` changes: the options of the session, the settings of the
//! search, the forbidden cell.

use core::str::FromStr;

use engine::{Board, Cell, Level, ParseCellError};

use super::Session;
use crate::error::{Choices, Error};
use crate::setting::{Change, Options};
use crate::ugi;

impl Options {
    /// The board that a game starts on. A forbidden cell outside it does not
    /// count.
    pub(super) fn board(&self) -> Board {
        let board = Board::new(self.rows, self.columns);
        debug_assert!(board.is_ok(), "{self:?}");
        let board = board.unwrap_or(Board::CLASSIC);
        let forbidden = self.forbidden;
        let blocked = forbidden.and_then(|c| board.with_forbidden(c).ok());
        blocked.unwrap_or(board)
    }

    pub(super) fn level(&self) -> Level {
        let level = Level::new(self.level);
        debug_assert!(level.is_some(), "{self:?}");
        level.unwrap_or(Level::FULL)
    }
}

/// The forbidden cell of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Block {
    None,
    Random,
    At(Cell),
}

impl Block {
    pub(crate) const CHOICES: Choices =
        Choices::Said("none, random or ROW,COLUMN such as 3,4");
}

impl FromStr for Block {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Block, ParseCellError> {
        match text {
            "none" => Ok(Block::None),
            "random" => Ok(Block::Random),
            _ => text.parse().map(Block::At),
        }
    }
}

impl Session<'_> {
    pub(super) fn set_option(&mut self, change: Change) -> Result<(), Error> {
        match change {
            Change::Block(block) => return self.set_block(block),
            Change::Pool(nodes) => return self.set_pool_limit(nodes),
            Change::Seed(seed) => {
                self.cancel();
                self.options.seed = seed;
                self.seed_rng();
            }
            Change::Session(setting, value) => {
                self.cancel();
                let board = self.options.board();
                (setting.set)(&mut self.options, value);
                if self.options.board() != board {
                    self.fit_block();
                }
            }
            Change::Search(setting, value) => {
                self.cancel();
                let mut config = self.engine.config();
                (setting.set)(&mut config, value);
                self.engine.configure(config);
            }
        }
        Ok(())
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
        self.engine.limit_pool(Some(nodes as usize));
        Ok(())
    }

    fn set_block(&mut self, block: Block) -> Result<(), Error> {
        if let Block::At(cell) = block {
            let board = self.options.board();
            board.with_forbidden(cell).map_err(Error::Board)?;
        }
        self.cancel();
        self.choose_block(block);
        if block == Block::Random {
            self.print_block();
        }
        Ok(())
    }

    /// Chooses another forbidden cell, or none, where a new size asks for it.
    fn fit_block(&mut self) {
        if self.options.random_block {
            self.choose_block(Block::Random);
            self.print_block();
        } else if self.options.forbidden != self.options.board().forbidden() {
            self.choose_block(Block::None);
            self.print_block();
        }
    }

    /// Chooses the forbidden cell of the next games.
    pub(super) fn choose_block(&mut self, block: Block) {
        self.options.random_block = block == Block::Random;
        self.options.forbidden = match block {
            Block::None => None,
            Block::At(cell) => Some(cell),
            Block::Random => {
                self.options.forbidden = None;
                let cells = self.options.board().cells();
                let place = self.rng.below(cells.len());
                let cell = cells.into_iter().nth(place as usize);
                debug_assert!(cell.is_some());
                cell
            }
        };
    }

    pub(super) fn print_block(&mut self) {
        ugi::print::block(&mut self.terminal, self.options.forbidden);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_counted_from_one() {
        assert_eq!("3,4".parse(), Ok(Block::At(Cell::new(2, 3).unwrap())));
        for wrong in ["0,1", "1,0", "13,1", "1", "1,2,3", "a,b", "+1,2", ""] {
            assert!(wrong.parse::<Block>().is_err(), "{wrong}");
        }
    }
}
