//! A board of arrays: what most of the rivals play on.

use engine::{Board, Column, Player, Position};

use crate::dice::Dice;
use crate::players::PlayerFailure;

/// A player's stone: 1 of the player who moves first, 2 of the other.
pub(super) type Stone = u8;

/// No stone: an empty cell, or the winner of a draw.
pub(super) const NONE: Stone = 0;
const FORBIDDEN: u8 = 3;
const MOST: usize = 12;

/// The other side.
pub(super) fn other(side: Stone) -> Stone {
    3 - side
}

/// A board, its stones and whose turn it is.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    rows: usize,
    columns: usize,
    /// `cells[column][row]`, the bottom row first.
    cells: [[u8; MOST]; MOST],
    /// The row where the next stone of a column lands.
    tops: [usize; MOST],
    turn: Stone,
    free: usize,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::new(&Position::new(Board::CLASSIC))
    }
}

impl Grid {
    pub(super) fn new(position: &Position) -> Grid {
        let board = position.board();
        let rows = usize::from(board.rows());
        let columns = usize::from(board.columns());
        let mut cells = [[NONE; MOST]; MOST];
        if let Some(cell) = board.forbidden() {
            let column = usize::from(cell.column().index());
            cells[column][usize::from(cell.row())] = FORBIDDEN;
        }
        for (player, side) in [(Player::First, 1), (Player::Second, 2)] {
            for cell in position.stones(player) {
                let column = usize::from(cell.column().index());
                cells[column][usize::from(cell.row())] = side;
            }
        }
        let top = |column: [u8; MOST]| {
            let empty = column[..rows].iter().position(|&it| it == NONE);
            empty.unwrap_or(rows)
        };
        let turn = match position.to_move() {
            Player::First => 1,
            Player::Second => 2,
        };
        let free = board.cells().len() - position.occupied().len();
        let free = free as usize;
        Grid { rows, columns, cells, tops: cells.map(top), turn, free }
    }

    pub(super) fn turn(&self) -> Stone {
        self.turn
    }

    pub(super) fn tops(&self) -> [usize; MOST] {
        self.tops
    }

    /// The columns with room, from the left.
    pub(super) fn moves(&self) -> Vec<usize> {
        (0..self.columns).filter(|&c| self.tops[c] < self.rows).collect()
    }

    pub(super) fn is_full(&self) -> bool {
        self.free == 0
    }

    /// Drops a stone of the side to move; whether it wins.
    pub(super) fn drop(&mut self, column: usize) -> bool {
        let row = self.tops[column];
        self.cells[column][row] = self.turn;
        let wins = self.makes_four(column, row, self.turn);
        self.tops[column] = self.above(column, row);
        self.turn = other(self.turn);
        self.free -= 1;
        wins
    }

    /// Puts a stone where it once landed.
    pub(super) fn put(&mut self, column: usize, row: usize, side: Stone) {
        self.cells[column][row] = side;
        self.free -= 1;
    }

    /// Sets what [`Grid::put`] leaves out.
    pub(super) fn settle(&mut self, tops: [usize; MOST], turn: Stone) {
        self.tops = tops;
        self.turn = turn;
    }

    /// Takes the last stone of a column away.
    pub(super) fn undo(&mut self, column: usize) {
        let mut row = self.tops[column] - 1;
        if self.cells[column][row] == FORBIDDEN {
            row -= 1;
        }
        self.cells[column][row] = NONE;
        self.tops[column] = row;
        self.turn = other(self.turn);
        self.free += 1;
    }

    fn above(&self, column: usize, row: usize) -> usize {
        let next = row + 1;
        let skip = next < self.rows && self.cells[column][next] == FORBIDDEN;
        if skip { next + 1 } else { next }
    }

    /// Whether a stone of this side would win in this column.
    pub(super) fn would_win(&self, column: usize, side: Stone) -> bool {
        let row = self.tops[column];
        row < self.rows && self.makes_four(column, row, side)
    }

    /// The columns where a stone of this side would win.
    pub(super) fn wins(&self, side: Stone) -> Vec<usize> {
        let mut wins = self.moves();
        wins.retain(|&column| self.would_win(column, side));
        wins
    }

    /// Whether a stone in this column lets the opponent win on top of it.
    pub(super) fn is_under_a_win(&mut self, column: usize) -> bool {
        self.drop(column);
        let handed_over = self.would_win(column, self.turn);
        self.undo(column);
        handed_over
    }

    fn makes_four(&self, column: usize, row: usize, side: Stone) -> bool {
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let there = self.run(column, row, (dx, dy), side);
            there + self.run(column, row, (-dx, -dy), side) >= 3
        })
    }

    /// How many stones of a side lie in this direction, one after the other.
    fn run(
        &self,
        column: usize,
        row: usize,
        (dx, dy): (isize, isize),
        side: Stone,
    ) -> usize {
        let mut cells = (1..=3).map(|step| {
            let column = column.checked_add_signed(dx * step)?;
            let row = row.checked_add_signed(dy * step)?;
            self.cells.get(column)?.get(row).copied()
        });
        let end = cells.position(|cell| cell != Some(side));
        end.unwrap_or(3)
    }

    /// Plays any moves to the end of the game; the winner.
    pub(super) fn play_out(&mut self, dice: &mut Dice) -> Stone {
        while !self.is_full() {
            let column = dice.below(self.columns);
            if self.tops[column] < self.rows && self.drop(column) {
                return other(self.turn);
            }
        }
        NONE
    }
}

/// The column as the rest of the project names it.
pub(super) fn column(index: Option<usize>) -> Result<Column, PlayerFailure> {
    index
        .and_then(|index| Column::new(index as u8))
        .ok_or_else(|| PlayerFailure::new("found no move"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    #[test]
    fn the_grid_knows_the_rules() {
        for (number, setup) in
            ["9x9#9,3", "10x12#1,1", "12x12#5,6", "6x7"].iter().enumerate()
        {
            let setup: Setup = setup.parse().unwrap();
            let mut dice = Dice::new(9, number as u64);
            for _ in 0..20 {
                let mut position = setup.position();
                let mut grid = Grid::new(&position);
                while position.outcome().is_none() {
                    let columns: Vec<usize> = position
                        .legal_columns()
                        .map(|column| usize::from(column.index()))
                        .collect();
                    assert_eq!(grid.moves(), columns);
                    let chosen = dice.pick(&columns);
                    grid.drop(chosen);
                    grid.undo(chosen);
                    let won = grid.drop(chosen);
                    position.play(Column::new(chosen as u8).unwrap()).unwrap();
                    assert_eq!(won, position.winner().is_some());
                    let fresh = Grid::new(&position);
                    assert_eq!(fresh.cells, grid.cells);
                    assert_eq!(fresh.tops, grid.tops);
                    assert_eq!(
                        (fresh.turn, fresh.free),
                        (grid.turn, grid.free)
                    );
                }
            }
        }
    }
}
