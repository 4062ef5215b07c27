//! Counting games and positions.

use std::collections::HashSet;

use super::Game;

/// The number of sequences of exactly `depth` moves. The game stands as
/// before afterwards.
#[must_use]
pub fn perft(game: &mut Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    for column in game.legal_columns() {
        game.play(column).expect("a legal column");
        sequences += perft(game, depth - 1);
        game.undo();
    }
    sequences
}

/// The number of different positions that can stand on the board after
/// each number of moves, from none to `plies`.
#[must_use]
pub fn distinct(start: &Game, plies: u32) -> Vec<u64> {
    let mut counts = vec![1];
    let mut games = vec![start.without_moves()];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for game in &games {
            for column in game.legal_columns() {
                let mut child = game.without_moves();
                child.play(column).expect("a legal column");
                if seen.insert(child.to_text()) {
                    next.push(child);
                }
            }
        }
        counts.push(next.len() as u64);
        games = next;
    }
    counts
}
