//! A board in 128 bits: what rival 003 plays on where the board fits.
//!
//! Bit `column * HEIGHT + row` stands for a cell. `HEIGHT` is one more than
//! the rows: the bit above each column is always empty, so that no line runs
//! from column to column. It is part of the type, since shifts by a number
//! that the compiler knows are what makes this board fast.

use engine::{Player, Position};

use super::game_state::{GameState, MOST, Stone, other};

#[derive(Clone, Debug)]
pub(super) struct Bits<const HEIGHT: usize> {
    stones: [u128; 2],
    /// Stones and the forbidden cell.
    taken: u128,
    board: u128,
    columns: u8,
    turn: Stone,
}

impl<const HEIGHT: usize> Bits<HEIGHT> {
    /// The lowest cell of each column.
    const BOTTOMS: [u128; MOST] = {
        let mut bottoms = [0; MOST];
        let mut column = 0;
        while column < MOST && column * HEIGHT < 128 {
            bottoms[column] = 1 << (column * HEIGHT);
            column += 1;
        }
        bottoms
    };

    /// The position, if it fits.
    pub(super) fn new(position: &Position) -> Option<Bits<HEIGHT>> {
        let board = position.board();
        let columns = board.columns();
        let fits = usize::from(board.rows()) + 1 == HEIGHT
            && usize::from(columns) * HEIGHT <= 128;
        if !fits {
            return None;
        }
        let bit = |cell: engine::Cell| {
            Self::bottom(cell.column().index()) << cell.row()
        };
        let stones = Player::BOTH.map(|player| {
            position.stones(player).into_iter().fold(0, |all, c| all | bit(c))
        });
        let column = (1 << board.rows()) - 1;
        let all = (0..columns).map(|c| Self::bottom(c) * column);
        Some(Bits {
            stones,
            taken: stones[0] | stones[1] | board.forbidden().map_or(0, bit),
            board: all.sum(),
            columns,
            turn: if position.to_move() == Player::First { 1 } else { 2 },
        })
    }

    fn bottom(column: u8) -> u128 {
        Self::BOTTOMS[usize::from(column)]
    }

    /// The cell where a stone in this column lands: adding the lowest cell
    /// carries through all that are taken. It is above the board if there is
    /// no room.
    fn landing(&self, column: u8) -> u128 {
        (self.taken + Self::bottom(column)) & !self.taken
    }

    fn stones(&self, side: Stone) -> u128 {
        self.stones[usize::from(side == 2)]
    }

    fn has_four(stones: u128) -> bool {
        [1, HEIGHT - 1, HEIGHT, HEIGHT + 1].into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }
}

impl<const HEIGHT: usize> GameState for Bits<HEIGHT> {
    fn columns(&self) -> u8 {
        self.columns
    }

    fn turn(&self) -> Stone {
        self.turn
    }

    fn has_room(&self, column: u8) -> bool {
        self.landing(column) & self.board != 0
    }

    fn is_full(&self) -> bool {
        self.taken == self.board
    }

    fn would_win(&self, column: u8, side: Stone) -> bool {
        let stone = self.landing(column) & self.board;
        stone != 0 && Self::has_four(self.stones(side) | stone)
    }

    /// All cells that make four with three stones, and all landing cells, at
    /// once.
    fn can_win(&self, side: Stone) -> bool {
        let stones = self.stones(side);
        let bottom = self.board & !(self.board << 1);
        let landing = (self.taken + bottom) & !self.taken & self.board;
        [1, HEIGHT - 1, HEIGHT, HEIGHT + 1].into_iter().any(|step| {
            let (left, right) = (stones << step, stones >> step);
            let two_left = left & left << step;
            let two_right = right & right >> step;
            let fours = two_left & (right | left << (2 * step))
                | two_right & (left | right >> (2 * step));
            fours & landing != 0
        })
    }

    fn drop(&mut self, column: u8) {
        let stone = self.landing(column);
        self.stones[usize::from(self.turn == 2)] |= stone;
        self.taken |= stone;
        self.turn = other(self.turn);
    }
}

#[cfg(test)]
mod tests {
    use super::super::grid::Grid;
    use super::*;
    use crate::Setup;
    use crate::dice::Dice;

    fn agrees_with_arrays<const HEIGHT: usize>(setup: &str) {
        let setup: Setup = setup.parse().unwrap();
        let mut dice = Dice::new(3, HEIGHT as u64);
        for _ in 0..20 {
            let mut bits = Bits::<HEIGHT>::new(&setup.position()).unwrap();
            let mut grid = Grid::new(&setup.position());
            loop {
                assert_eq!(bits.moves(), grid.moves());
                for side in [1, 2] {
                    assert_eq!(bits.wins(side), grid.wins(side));
                    assert_eq!(bits.can_win(side), grid.can_win(side));
                }
                let chosen = dice.pick(&bits.moves());
                let end = bits.play(chosen);
                assert_eq!(end, grid.play(chosen));
                assert_eq!(bits.turn(), grid.turn());
                assert_eq!(bits.is_full(), grid.is_full());
                if end.is_some() {
                    break;
                }
            }
        }
    }

    #[test]
    fn both_boards_agree() {
        agrees_with_arrays::<10>("9x9#9,3");
        agrees_with_arrays::<10>("9x12#1,1");
        agrees_with_arrays::<13>("12x9#5,6");
        agrees_with_arrays::<7>("6x7");
        agrees_with_arrays::<12>("11x10#2,10");
        // Few lines fit: many games end with a full board.
        agrees_with_arrays::<5>("4x5#4,1");
    }

    #[test]
    fn other_boards_are_refused() {
        let setup: Setup = "12x12#5,6".parse().unwrap();
        assert!(Bits::<13>::new(&setup.position()).is_none());
        let setup: Setup = "9x9".parse().unwrap();
        assert!(Bits::<13>::new(&setup.position()).is_none());
    }
}
