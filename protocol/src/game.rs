//! The game that is being played.

use engine::{Board, Cell, Column, Outcome, PlayError, Player, Position};
use heapless::Vec;

/// The game that is being played.
///
/// Before the first game there is none, which is all zeros in memory; then
/// everything is as on a board on which no stone can be dropped.
#[derive(Debug)]
pub(crate) struct Game {
    position: Vec<Position, 1>,
}

impl Game {
    pub(crate) const fn new() -> Game {
        Game { position: Vec::new() }
    }

    /// Goes on from this position.
    pub(crate) fn set(&mut self, position: Position) {
        self.position.clear();
        // There is always room for one.
        let _ = self.position.push(position);
    }

    pub(crate) fn position(&self) -> Option<&Position> {
        self.position.first()
    }

    pub(crate) fn board(&self) -> Board {
        self.position().map_or(Board::CLASSIC, Position::board)
    }

    pub(crate) fn to_move(&self) -> Player {
        self.position().map_or(Player::First, Position::to_move)
    }

    /// The moves that can be taken back.
    pub(crate) fn moves(&self) -> &[Column] {
        self.position().map_or(&[], Position::moves)
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.position().and_then(Position::outcome)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.position().is_none_or(|now| now.outcome().is_some())
    }

    pub(crate) fn any_move(&self) -> Option<Column> {
        self.position().and_then(|now| now.legal_columns().next())
    }

    pub(crate) fn play(&mut self, column: Column) -> Result<Cell, PlayError> {
        let position = self.position.first_mut();
        position.ok_or(PlayError::GameOver)?.play(column)
    }

    pub(crate) fn undo(&mut self) -> Option<Column> {
        self.position.first_mut().and_then(Position::undo)
    }
}

/// Where the last stone lies, as far as the moves are known.
pub(crate) fn last_stone(position: &Position) -> Option<Cell> {
    let column = *position.moves().last()?;
    let mover = position.to_move().opponent();
    let row = position.stones(mover).column(column).checked_ilog2()?;
    Cell::new(row as u8, column.index())
}
