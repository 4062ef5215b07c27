//! Games between players who see one move ahead: the positions of people
//! rather than of dice.

use engine::{Bitboard, Column, Position};

use crate::dice::Dice;
use crate::reference::Game;
use crate::{BoardSize, Setup};

/// The same position on the reference, by way of its notation.
///
/// # Panics
///
/// Where the reference does not read what the engine writes, which `diff`
/// would find.
pub(crate) fn on_reference(position: &Position) -> Game {
    Game::from_text(&position.to_string()).expect("the notation of a position")
}

/// A large board with any forbidden cell, or now and then none. The
/// sizes take turns.
pub(crate) fn large_setup(number: u64, dice: &mut Dice) -> Setup {
    BoardSize::large(number).random_setup(8, dice)
}

/// A move of a player who stops a win, does not hand one over, and does not
/// take one while there is something else; `None` at the end of the game.
pub(crate) fn cautious_move(
    position: &Position,
    dice: &mut Dice,
) -> Option<Column> {
    let landing = position.landing_cells();
    let mover = position.to_move();
    let threats = position.winning_cells(mover.opponent()) & landing;
    let wins = position.winning_cells(mover) & landing;
    let hands_over = |column: Column| {
        let mut after = position.clone();
        after.play(column).is_err() || can_win(&after)
    };
    let columns = |cells: Bitboard| -> Vec<Column> {
        cells.into_iter().map(|cell| cell.column()).collect()
    };
    let quiet = columns(landing - wins);
    let mut safe = quiet.clone();
    safe.retain(|&column| !hands_over(column));
    [columns(threats), safe, quiet, columns(wins)]
        .into_iter()
        .find(|moves| !moves.is_empty())
        .map(|moves| dice.pick(&moves))
}

/// Whether the side to move can win with its next stone.
pub(crate) fn can_win(position: &Position) -> bool {
    let wins = position.winning_cells(position.to_move());
    !(wins & position.landing_cells()).is_empty()
}

/// The cells that are left on the board.
pub(crate) fn cells_left(position: &Position) -> u32 {
    position.board().cells().len() - position.plies()
}
