//! A board of arrays: what most of the rivals play on.
//!
//! Cell `16 * column + row` is a byte that wraps around. A board has at most
//! 12 of the 16 rows and columns, so a line that leaves it on any side comes
//! to an empty cell before it comes to another stone.

use engine::{Board, Column, Player, Position};

use super::game_state::{GameState, MOST, Moves, NONE, Stone, other};
use crate::players::{PlayedMove, PlayerFailure};

const FORBIDDEN: Stone = 3;

/// From a cell to its neighbours above, right below, right and right above.
const DIRECTIONS: [u8; 4] = [1, 15, 16, 17];

/// A board, its stones and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    rows: u8,
    columns: u8,
    cells: [Stone; 256],
    /// The row where the next stone of a column lands.
    tops: [u8; MOST],
    turn: Stone,
    free: u8,
}

impl Default for Grid {
    fn default() -> Grid {
        Grid::new(&Position::new(Board::CLASSIC))
    }
}

impl Grid {
    pub(super) fn new(position: &Position) -> Grid {
        let board = position.board();
        let turn = match position.to_move() {
            Player::First => 1,
            Player::Second => 2,
        };
        let mut grid = Grid {
            rows: board.rows(),
            columns: board.columns(),
            cells: [NONE; 256],
            tops: [0; MOST],
            turn,
            free: (board.cells().len() - position.occupied().len()) as u8,
        };
        let forbidden = board.forbidden().into_iter();
        let stones = [(Player::First, 1), (Player::Second, 2)];
        let stones = stones.into_iter().flat_map(|(player, side)| {
            position.stones(player).into_iter().map(move |cell| (cell, side))
        });
        for (cell, stone) in forbidden.map(|it| (it, FORBIDDEN)).chain(stones) {
            let place = at(cell.row(), cell.column().index());
            grid.cells[usize::from(place)] = stone;
        }
        for column in 0..grid.columns {
            let is_free = |&row: &u8| grid.stone(at(row, column)) == NONE;
            let top = (0..grid.rows).find(is_free).unwrap_or(grid.rows);
            grid.tops[usize::from(column)] = top;
        }
        grid
    }

    pub(super) fn rows(&self) -> u8 {
        self.rows
    }

    pub(super) fn tops(&self) -> [u8; MOST] {
        self.tops
    }

    /// The row where a stone in this column lands.
    pub(super) fn top(&self, column: u8) -> u8 {
        self.tops[usize::from(column)]
    }

    fn stone(&self, place: u8) -> Stone {
        self.cells[usize::from(place)]
    }

    /// Puts a stone where it once landed.
    pub(super) fn put(&mut self, row: u8, column: u8, side: Stone) {
        self.cells[usize::from(at(row, column))] = side;
        self.free -= 1;
    }

    /// Sets what [`Grid::put`] leaves out.
    pub(super) fn settle(&mut self, tops: [u8; MOST], turn: Stone) {
        self.tops = tops;
        self.turn = turn;
    }

    /// Takes the last stone of a column away.
    pub(super) fn undo(&mut self, column: u8) {
        let row = self.last(column);
        self.cells[usize::from(at(row, column))] = NONE;
        self.tops[usize::from(column)] = row;
        self.turn = other(self.turn);
        self.free += 1;
    }

    /// Where the last stone of a column lies.
    fn last(&self, column: u8) -> u8 {
        let row = self.top(column) - 1;
        let skip = self.stone(at(row, column)) == FORBIDDEN;
        if skip { row - 1 } else { row }
    }

    /// Where the stone after the next lands.
    fn second_top(&self, column: u8) -> u8 {
        let next = self.top(column) + 1;
        let skip = self.stone(at(next, column)) == FORBIDDEN;
        if skip { next + 1 } else { next }
    }

    /// Whether a stone in this column lets the opponent win on top of it.
    pub(super) fn is_under_a_win(&self, column: u8) -> bool {
        let row = self.second_top(column);
        row < self.rows && self.makes_four(at(row, column), other(self.turn))
    }

    /// The moves that do not lie under a win of the opponent, or all if all
    /// do.
    pub(super) fn safe_moves(&self) -> Moves {
        let all = self.moves();
        let mut safe = all.clone();
        safe.retain(|&column| !self.is_under_a_win(column));
        if safe.is_empty() { all } else { safe }
    }

    fn makes_four(&self, place: u8, side: Stone) -> bool {
        DIRECTIONS.into_iter().any(|step| {
            let there = self.run(place, step, side);
            there + self.run(place, step.wrapping_neg(), side) >= 3
        })
    }

    /// How many stones of a side lie in this direction, one after the other.
    fn run(&self, place: u8, step: u8, side: Stone) -> u8 {
        let mut length = 0;
        let mut place = place.wrapping_add(step);
        while length < 3 && self.stone(place) == side {
            place = place.wrapping_add(step);
            length += 1;
        }
        length
    }
}

impl GameState for Grid {
    fn columns(&self) -> u8 {
        self.columns
    }

    fn turn(&self) -> Stone {
        self.turn
    }

    fn has_room(&self, column: u8) -> bool {
        self.top(column) < self.rows
    }

    fn is_full(&self) -> bool {
        self.free == 0
    }

    fn would_win(&self, column: u8, side: Stone) -> bool {
        let row = self.top(column);
        row < self.rows && self.makes_four(at(row, column), side)
    }

    /// What is new is a line through the own stone, or the cell on top of the
    /// other's.
    fn can_win_now(&self, own: u8, others: u8) -> bool {
        let side = self.turn;
        if own == others {
            // The stone lies deeper than the last one.
            return self.can_win(side);
        }
        let row = self.last(own);
        let near = own.saturating_sub(3)..self.columns.min(own + 4);
        self.would_win(others, side)
            || near.into_iter().any(|column| {
                let up = self.top(column).abs_diff(row);
                let across = column.abs_diff(own);
                let in_line = up == 0 || across == 0 || up == across;
                in_line && self.would_win(column, side)
            })
    }

    fn drop(&mut self, column: u8) {
        let place = at(self.top(column), column);
        self.tops[usize::from(column)] = self.second_top(column);
        self.cells[usize::from(place)] = self.turn;
        self.turn = other(self.turn);
        self.free -= 1;
    }
}

/// The place of a cell.
fn at(row: u8, column: u8) -> u8 {
    16 * column + row
}

/// The column as the rest of the project names it.
pub(super) fn column(index: Option<u8>) -> Result<PlayedMove, PlayerFailure> {
    let column = index.and_then(Column::new);
    column.map(PlayedMove::from).ok_or_else(PlayerFailure::no_move)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use crate::dice::Dice;

    /// Where there was no win two moves ago, the short look finds what the
    /// long one finds.
    #[test]
    fn a_win_that_is_new_is_found() {
        let mut seen = [0; 2];
        for (number, setup) in
            ["9x9#9,3", "12x12#5,6", "12x12", "6x7#2,4"].iter().enumerate()
        {
            let setup: Setup = setup.parse().unwrap();
            let mut dice = Dice::new(5, number as u64);
            for _ in 0..200 {
                let mut grid = Grid::new(&setup.position());
                let mut last = [None; 2];
                let mut could_win = [true; 2];
                loop {
                    let can_win = grid.can_win(grid.turn());
                    if let [Some(own), Some(others)] = last
                        && !could_win[0]
                    {
                        assert_eq!(grid.can_win_now(own, others), can_win);
                        seen[usize::from(can_win)] += 1;
                    }
                    let chosen = dice.pick(&grid.moves());
                    if grid.play(chosen).is_some() {
                        break;
                    }
                    last = [last[1], Some(chosen)];
                    could_win = [could_win[1], can_win];
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
    }

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
                    let columns: Moves = position
                        .legal_columns()
                        .map(|column| column.index())
                        .collect();
                    assert_eq!(grid.moves(), columns);
                    let chosen = dice.pick(&columns);
                    grid.drop(chosen);
                    grid.undo(chosen);
                    let won = grid.play(chosen).is_some_and(|s| s != NONE);
                    position.play(Column::new(chosen).unwrap()).unwrap();
                    assert_eq!(won, position.winner().is_some());
                    assert_eq!(grid, Grid::new(&position));
                }
            }
        }
    }
}
