//! What a rival needs to know about a board, whatever the board is made of.

use crate::dice::Dice;

/// A player's stone: 1 of the player who moves first, 2 of the other.
pub(super) type Stone = u8;

/// No stone: an empty cell, or the winner of a draw.
pub(super) const NONE: Stone = 0;

/// The most rows and the most columns.
pub(super) const MOST: usize = 12;

/// Columns with room, without a detour through the heap.
pub(super) type Moves = heapless::Vec<u8, MOST, u8>;

/// The other side.
pub(super) fn other(side: Stone) -> Stone {
    3 - side
}

/// What a game is worth to a player: 1 if he has won it, -1 if he has lost.
pub(super) fn worth(winner: Stone, player: Stone) -> f64 {
    match winner {
        NONE => 0.0,
        side if side == player => 1.0,
        _ => -1.0,
    }
}

/// A board, its stones and whose turn it is.
pub(super) trait GameState: Clone {
    fn columns(&self) -> u8;
    fn turn(&self) -> Stone;
    fn has_room(&self, column: u8) -> bool;
    fn is_full(&self) -> bool;
    /// Whether a stone of this side would win in this column.
    fn would_win(&self, column: u8, side: Stone) -> bool;
    /// Drops a stone of the side to move into a column with room.
    fn drop(&mut self, column: u8);

    /// As [`GameState::drop`]; the winner, if that ends the game.
    fn play(&mut self, column: u8) -> Option<Stone> {
        let mover = self.turn();
        let wins = self.would_win(column, mover);
        self.drop(column);
        if wins { Some(mover) } else { self.is_full().then_some(NONE) }
    }

    /// The columns with room, from the left.
    fn moves(&self) -> Moves {
        (0..self.columns()).filter(|&column| self.has_room(column)).collect()
    }

    /// The columns where a stone of this side would win.
    fn wins(&self, side: Stone) -> Moves {
        let columns = 0..self.columns();
        columns.filter(|&column| self.would_win(column, side)).collect()
    }

    /// The first of them.
    fn first_win(&self, side: Stone) -> Option<u8> {
        (0..self.columns()).find(|&column| self.would_win(column, side))
    }

    /// Whether there is one.
    fn can_win(&self, side: Stone) -> bool {
        self.first_win(side).is_some()
    }

    /// As [`GameState::can_win`], for the side to move, which could not win two
    /// moves ago: these were in the first column, then in the second.
    fn can_win_now(&self, _own: u8, _others: u8) -> bool {
        self.can_win(self.turn())
    }

    /// Plays any moves to the end of the game; the winner. A column that is
    /// full is drawn again.
    fn play_out(&mut self, dice: &mut Dice) -> Stone {
        let columns = usize::from(self.columns());
        loop {
            let column = dice.below(columns) as u8;
            if self.has_room(column)
                && let Some(winner) = self.play(column)
            {
                return winner;
            }
        }
    }
}
