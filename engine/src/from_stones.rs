//! Positions made of stones, and which stones can come about.

use core::error::Error;
use core::fmt;

use crate::{Bitboard, Board, ByPlayer, Cell, Player, Position};

impl Position {
    /// The position with these stones on a board and this side to move; the
    /// moves that led to it are not known.
    ///
    /// # Errors
    ///
    /// The stones must meet what every game keeps to: each lies on the board
    /// and on another one, their numbers are those of players who take turns,
    /// and no move was made after a win. It does not look for an order of
    /// moves that leads there.
    ///
    /// ```
    /// use pocketfour_engine::{
    ///     Bitboard, Board, ByPlayer, Player, Position, PositionError,
    /// };
    ///
    /// let stones = ByPlayer::new(
    ///     Bitboard::drawn(
    ///         ". X . .
    ///          X . . X"
    ///     ),
    ///     Bitboard::drawn(". X X ."),
    /// );
    /// let board = Board::new(4, 4)?;
    /// let game = Position::from_stones(board, stones, Player::Second)?;
    /// assert_eq!(game.to_string(), "4/4/1x2/xoox o");
    ///
    /// let refused = Position::from_stones(board, stones, Player::First);
    /// let [first, second] = [3, 2];
    /// let to_move = Player::First;
    /// let why = PositionError::StoneCounts { first, second, to_move };
    /// assert_eq!(refused, Err(why));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_stones(
        board: Board,
        stones: ByPlayer<Bitboard>,
        to_move: Player,
    ) -> Result<Position, PositionError> {
        check_cells(board, stones)?;
        check_history(stones, to_move)?;
        Ok(Position::with_stones(board, stones, to_move))
    }
}

/// Whether each stone has a cell for itself, and none hangs in the air.
fn check_cells(
    board: Board,
    stones: ByPlayer<Bitboard>,
) -> Result<(), PositionError> {
    let ByPlayer { first, second } = stones;
    let occupied = first | second;
    let any = |set: Bitboard| set.into_iter().next();
    if let Some(cell) = any(occupied - board.cells()) {
        return Err(PositionError::Outside(cell));
    }
    if let Some(cell) = any(first & second) {
        return Err(PositionError::TwoStones(cell));
    }
    let taken = occupied | board.obstacle();
    let floats = |cell: &Cell| {
        occupied.column(cell.column()) >> cell.row() != 0
            && !taken.contains(*cell)
    };
    match board.cells().into_iter().find(floats) {
        Some(cell) => Err(PositionError::Floating(cell)),
        None => Ok(()),
    }
}

/// Whether a game can have come this far.
pub(crate) fn check_history(
    stones: ByPlayer<Bitboard>,
    to_move: Player,
) -> Result<(), PositionError> {
    let ByPlayer { first, second } = stones;
    let ahead = match to_move {
        Player::First => 0,
        Player::Second => 1,
    };
    if first.len() != second.len() + ahead {
        let (first, second) = (first.len() as u8, second.len() as u8);
        return Err(PositionError::StoneCounts { first, second, to_move });
    }
    let winner = match (first.has_four(), second.has_four()) {
        (false, false) => return Ok(()),
        (true, true) => return Err(PositionError::BothWon),
        (true, false) => Player::First,
        (false, true) => Player::Second,
    };
    let winning = *stones.get(winner);
    let losing = *stones.get(winner.opponent());
    let last_stone_won = winning.into_iter().any(|cell| {
        let column = cell.column();
        let top = winning.column(column) | losing.column(column);
        let is_top = top >> cell.row() == 1;
        is_top && !(winning - Bitboard::from(cell)).has_four()
    });
    if winner == to_move || !last_stone_won {
        return Err(PositionError::MovedAfterWin(winner));
    }
    Ok(())
}

/// Why a position cannot come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum PositionError {
    /// A stone where the board has no cell for one.
    Outside(Cell),
    /// Stones of both players in one cell.
    TwoStones(Cell),
    /// An empty cell under a stone.
    Floating(Cell),
    /// Numbers of stones that taking turns does not lead to.
    StoneCounts {
        /// The first player's stones.
        first: u8,
        /// The second player's stones.
        second: u8,
        /// Whose turn it is said to be.
        to_move: Player,
    },
    /// Both players have four in a line.
    BothWon,
    /// This player has won, and yet the game went on.
    MovedAfterWin(Player),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Outside(cell) => {
                write!(f, "a stone at {cell}, which is no cell for one")
            }
            PositionError::TwoStones(cell) => {
                write!(f, "stones of both sides at {cell}")
            }
            PositionError::Floating(cell) => {
                write!(f, "an empty cell under a stone, {cell}")
            }
            PositionError::StoneCounts { first, second, to_move } => write!(
                f,
                "{first} stones of x and {second} of o cannot be with \
                 {to_move} to move"
            ),
            PositionError::BothWon => {
                f.write_str("both sides have four in a line")
            }
            PositionError::MovedAfterWin(winner) => {
                write!(f, "{winner} has won, but the game went on after that")
            }
        }
    }
}

impl Error for PositionError {}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::generator;
    use rand_core::Rng;
    use std::string::ToString;

    fn refused(first: &str, second: &str, to_move: Player) -> PositionError {
        let cell = Cell::new(1, 0).unwrap();
        let board = Board::new(4, 4).unwrap().with_forbidden(cell).unwrap();
        let stones =
            ByPlayer::new(Bitboard::drawn(first), Bitboard::drawn(second));
        Position::from_stones(board, stones, to_move).unwrap_err()
    }

    fn cell(row: u8, column: u8) -> Cell {
        Cell::new(row, column).unwrap()
    }

    #[test]
    fn every_stone_has_a_cell_for_itself() {
        use PositionError::{Outside, TwoStones};
        let first = Player::First;
        let outside = refused(". . . . X", "", Player::Second);
        assert_eq!(outside, Outside(cell(0, 4)));
        let forbidden = refused("X\nX", "", first);
        assert_eq!(forbidden, Outside(cell(1, 0)));
        assert_eq!(refused(". X", ". X", first), TwoStones(cell(0, 1)));
        let why = TwoStones(cell(0, 1)).to_string();
        assert_eq!(why, "stones of both sides at 1,2");
    }

    #[test]
    fn gravity_holds_and_a_stone_may_lie_on_the_forbidden_cell() {
        let second = Player::Second;
        let hanging = refused(". X\n. .", "", second);
        assert_eq!(hanging, PositionError::Floating(cell(0, 1)));
        let above = refused("X\n.\n.", "", second);
        assert_eq!(above, PositionError::Floating(cell(0, 0)));
        let board = Board::new(4, 4).unwrap();
        let board = board.with_forbidden(cell(0, 0)).unwrap();
        let stones = ByPlayer::new(Bitboard::drawn("X\n."), Bitboard::EMPTY);
        assert!(Position::from_stones(board, stones, second).is_ok());
    }

    #[test]
    fn the_history_is_checked() {
        let moved = refused(
            "X X X X",
            "X . . .
             . X X X
             . . . .",
            Player::First,
        );
        assert_eq!(moved, PositionError::MovedAfterWin(Player::First));
        let counts = refused("X . . .", "", Player::First);
        assert!(matches!(counts, PositionError::StoneCounts { .. }));
    }

    /// Every position of games played at random is one.
    #[test]
    fn what_is_played_can_come_about() {
        let mut rng = generator(1);
        for forbidden in Board::new(6, 5).unwrap().cells() {
            let board = Board::new(6, 5).unwrap();
            let board = board.with_forbidden(forbidden).unwrap();
            let mut game = Position::new(board);
            loop {
                let stones = ByPlayer::new(
                    game.stones(Player::First),
                    game.stones(Player::Second),
                );
                let made = Position::from_stones(board, stones, game.to_move());
                assert_eq!(made.as_ref(), Ok(&game));
                assert_eq!(made.unwrap().outcome(), game.outcome());
                let count = game.landing_cells().len();
                let Some(index) = rng.next_u32().checked_rem(count) else {
                    break;
                };
                let column = game.legal_columns().nth(index as usize);
                game.play(column.unwrap()).unwrap();
            }
        }
    }
}
