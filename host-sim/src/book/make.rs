//! The moves of one board, by search.

use engine::{Board, Column, Position, generator};

use super::{BoardMoves, slots};
use crate::OwnedEngine;

/// The nodes of a search: one of twice as many playouts fills about half.
const POOL: usize = 300_000;

/// How a book is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// How many plies of a game it knows, 1 to 4.
    pub plies: usize,
    /// Playouts for a position, and as many again where two moves are close.
    pub playouts: u32,
    /// Where random numbers start from; each position has its own.
    pub seed: u64,
}

/// What finds the moves of a book.
#[derive(Debug)]
pub struct Maker {
    recipe: Recipe,
    engine: OwnedEngine,
}

impl Maker {
    /// One that works by this recipe.
    #[must_use]
    pub fn new(recipe: Recipe) -> Maker {
        Maker { recipe, engine: OwnedEngine::new(POOL) }
    }

    /// The moves on a board, in the order of the table.
    pub fn moves(&mut self, board: Board) -> BoardMoves {
        let columns: Vec<Column> = board.all_columns().collect();
        let mut moves = BoardMoves::new();
        for slot in 0..slots::count(columns.len(), self.recipe.plies) {
            let line = slots::line(slot, &columns, &moves);
            let position = line.and_then(|line| after(board, &line));
            moves.push(position.and_then(|position| self.best(&position)));
        }
        moves
    }

    /// The best move in a position.
    pub fn best(&mut self, position: &Position) -> Option<Column> {
        let Recipe { playouts, seed, .. } = self.recipe;
        let engine = &mut self.engine;
        let mut random = generator(seed ^ position.key());
        engine.clear();
        engine.set_position(position);
        engine.step(playouts, &mut random);
        if are_close(engine) {
            engine.step(playouts, &mut random);
        }
        engine.choose()
    }
}

/// The position after these moves, if they can be played.
pub(super) fn after(board: Board, moves: &[Column]) -> Option<Position> {
    let mut game = Position::new(board);
    for &column in moves {
        game.play(column).ok()?;
    }
    Some(game)
}

/// Whether the second of the moves has three quarters of the first's visits.
fn are_close(engine: &OwnedEngine) -> bool {
    let mut visits: Vec<u32> =
        engine.root().children().map(|child| child.visits()).collect();
    visits.sort_unstable_by(|one, other| other.cmp(one));
    match visits[..] {
        [first, second, ..] => second / 3 >= first / 4,
        _ => false,
    }
}
