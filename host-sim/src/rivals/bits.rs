//! A board in 128 bits, and what it has in common with the board of arrays
//! that steps in where it is too small.
//!
//! Bit `column * (rows + 1) + row` stands for a cell; the bit above each
//! column is always empty, so that no line runs from column to column.

use engine::{Player, Position};

use super::grid::{Grid, Stone, other};

/// What rival 003 needs to know about a board.
pub(super) trait Ground: Clone {
    /// Whose turn it is.
    fn turn(&self) -> Stone;
    /// The columns with room, from the left.
    fn moves(&self) -> Vec<usize>;
    /// Whether there is no room left.
    fn is_full(&self) -> bool;
    /// Whether a stone of this side would win in this column.
    fn would_win(&self, column: usize, side: Stone) -> bool;
    /// Drops a stone of the side to move; whether it wins.
    fn drop(&mut self, column: usize) -> bool;

    /// The columns where a stone of this side would win.
    fn wins(&self, side: Stone) -> Vec<usize> {
        let mut wins = self.moves();
        wins.retain(|&column| self.would_win(column, side));
        wins
    }
}

#[derive(Clone, Debug)]
pub(super) struct Bits {
    stones: [u128; 2],
    /// Stones and the forbidden cell.
    taken: u128,
    board: u128,
    bottom: u128,
    /// Bits of a column.
    height: usize,
    columns: usize,
    turn: Stone,
}

impl Bits {
    /// The position, if it fits.
    pub(super) fn new(position: &Position) -> Option<Bits> {
        let board = position.board();
        let height = usize::from(board.rows()) + 1;
        let columns = usize::from(board.columns());
        if height * columns > 128 {
            return None;
        }
        let bit = |cell: engine::Cell| {
            let column = usize::from(cell.column().index());
            1_u128 << (column * height + usize::from(cell.row()))
        };
        let bottom = (0..columns).fold(0, |all, c| all | 1 << (c * height));
        let full = (1 << (height - 1)) - 1;
        let stones = Player::BOTH.map(|player| {
            position.stones(player).into_iter().fold(0, |all, c| all | bit(c))
        });
        Some(Bits {
            stones,
            taken: stones[0] | stones[1] | board.forbidden().map_or(0, bit),
            board: (0..columns).fold(0, |all, c| all | full << (c * height)),
            bottom,
            height,
            columns,
            turn: if position.to_move() == Player::First { 1 } else { 2 },
        })
    }

    /// The landing cells of all columns at once.
    fn landing(&self) -> u128 {
        self.taken.wrapping_add(self.bottom) & !self.taken & self.board
    }

    fn column(&self, column: usize) -> u128 {
        ((1 << self.height) - 1) << (column * self.height)
    }

    fn has_four(&self, stones: u128) -> bool {
        [1, self.height - 1, self.height, self.height + 1].iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl Ground for Bits {
    fn turn(&self) -> Stone {
        self.turn
    }

    fn moves(&self) -> Vec<usize> {
        let landing = self.landing();
        let has_room = |&c: &usize| landing & self.column(c) != 0;
        (0..self.columns).filter(has_room).collect()
    }

    fn is_full(&self) -> bool {
        self.landing() == 0
    }

    fn would_win(&self, column: usize, side: Stone) -> bool {
        let stone = self.landing() & self.column(column);
        let stones = self.stones[usize::from(side) - 1];
        stone != 0 && self.has_four(stones | stone)
    }

    fn drop(&mut self, column: usize) -> bool {
        let stone = self.landing() & self.column(column);
        let stones = &mut self.stones[usize::from(self.turn) - 1];
        *stones |= stone;
        let stones = *stones;
        self.taken |= stone;
        self.turn = other(self.turn);
        self.has_four(stones)
    }
}

impl Ground for Grid {
    fn turn(&self) -> Stone {
        Grid::turn(self)
    }

    fn moves(&self) -> Vec<usize> {
        Grid::moves(self)
    }

    fn is_full(&self) -> bool {
        Grid::is_full(self)
    }

    fn would_win(&self, column: usize, side: Stone) -> bool {
        Grid::would_win(self, column, side)
    }

    fn drop(&mut self, column: usize) -> bool {
        Grid::drop(self, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use crate::dice::Dice;

    #[test]
    fn both_boards_agree() {
        let boards = ["9x9#9,3", "9x12#1,1", "12x9#5,6", "6x7", "11x10#2,10"];
        for (board, number) in boards.iter().zip(0..) {
            let setup: Setup = board.parse().unwrap();
            let mut dice = Dice::new(3, number);
            for _ in 0..20 {
                let mut bits = Bits::new(&setup.position()).unwrap();
                let mut grid = Grid::new(&setup.position());
                loop {
                    assert_eq!(bits.moves(), grid.moves());
                    for side in [1, 2] {
                        assert_eq!(bits.wins(side), grid.wins(side));
                    }
                    assert_eq!(bits.is_full(), grid.is_full());
                    if bits.is_full() {
                        break;
                    }
                    let chosen = dice.pick(&bits.moves());
                    let won = bits.drop(chosen);
                    assert_eq!(won, grid.drop(chosen));
                    assert_eq!(bits.turn(), grid.turn());
                    if won {
                        break;
                    }
                }
            }
        }
        let large: Setup = "12x12#5,6".parse().unwrap();
        assert!(Bits::new(&large.position()).is_none());
    }
}
