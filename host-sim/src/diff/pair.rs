//! The same game on both sides.

use engine::Position;

use super::compare::{
    column, compare, expected_landing, same, same_landing, spot,
};
use super::{Difference, WalkStep};
use crate::Setup;
use crate::reference::Game;

/// A game in the reference and in the engine, taken through the same steps.
pub(crate) struct Pair {
    pub(crate) game: Game,
    pub(crate) position: Position,
    /// The position's text.
    pub(crate) text: String,
    /// The engine's keys before each move that can be taken back.
    keys: Vec<u64>,
}

impl Pair {
    pub(crate) fn new(setup: Setup) -> Result<Pair, Difference> {
        let game = setup.game();
        let mut position = setup.position();
        let text = compare(&game, &mut position)?;
        Ok(Pair { game, position, text, keys: Vec::new() })
    }

    /// Takes one step on both sides and compares what they say about it and
    /// about the position it leads to.
    pub(crate) fn step(&mut self, step: WalkStep) -> Result<(), Difference> {
        match step {
            WalkStep::Play(index) => self.play(index)?,
            WalkStep::Undo => self.undo()?,
            WalkStep::Forget => self.forget()?,
        }
        self.text = compare(&self.game, &mut self.position)?;
        Ok(())
    }

    fn play(&mut self, index: usize) -> Result<(), Difference> {
        let key = self.position.key();
        let expected = expected_landing(&self.game, index);
        let found = self.position.play(column(index)).map(spot);
        same_landing("cell of the stone dropped", expected, found)?;
        if self.game.play(index).is_ok() {
            self.keys.push(key);
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Difference> {
        let expected = self.game.undo().map(column);
        same("move taken back", expected, self.position.undo())?;
        let before = self.keys.pop().unwrap_or(self.position.key());
        same("key after taking back", before, self.position.key())
    }

    fn forget(&mut self) -> Result<(), Difference> {
        match self.text.parse() {
            Ok(position) => self.position = position,
            Err(why) => same("reading", Ok("accepts"), Err(why.to_string()))?,
        }
        self.game = self.game.without_moves();
        self.keys.clear();
        Ok(())
    }
}
