//! Alpha-beta to the end of the game: the judge of what the search proves.
//!
//! It shares the rules with the engine, whose every answer is compared with
//! the reference's, but nothing of the search.

use std::collections::HashMap;

use engine::{Bitboard, Column, Position, Wdl};

/// Solves positions, and remembers what it has found out about them.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// For each position the lowest and the highest possible result.
    bounds: HashMap<u64, (i8, i8)>,
    nodes: u64,
}

impl Solver {
    /// The result for the side to move, or `None` if it takes more than
    /// `most` positions to find out.
    pub fn solve(&mut self, position: &Position, most: u64) -> Option<Wdl> {
        self.nodes = most;
        let value = self.value(&mut position.clone(), -1, 1)?;
        Some(match value {
            ..0 => Wdl::Loss,
            0 => Wdl::Draw,
            1.. => Wdl::Win,
        })
    }

    fn value(
        &mut self,
        position: &mut Position,
        mut low: i8,
        mut high: i8,
    ) -> Option<i8> {
        if let Some(outcome) = position.outcome() {
            return Some(match outcome {
                engine::Outcome::Draw => 0,
                engine::Outcome::Win(_) => -1,
            });
        }
        let Threats { winning, forced } = Threats::of(position);
        if winning {
            return Some(1);
        }
        let key = position.key();
        let known = self.bounds.get(&key).copied();
        let (least, most) = known.unwrap_or((-1, 1));
        low = low.max(least);
        high = high.min(most);
        if low >= high {
            return Some(if least == most { least } else { low });
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut best = -1;
        for column in moves(position, forced) {
            position.play(column).ok()?;
            let value = self.value(position, -high, -low.max(best));
            position.undo();
            best = best.max(-value?);
            if best >= high {
                break;
            }
        }
        let bound = self.bounds.entry(key).or_insert((-1, 1));
        if best > low {
            bound.0 = bound.0.max(best);
        }
        if best < high {
            bound.1 = bound.1.min(best);
        }
        Some(best)
    }
}

/// What the side to move has to know at once.
struct Threats {
    /// It can win with its next stone.
    winning: bool,
    /// The cells in which the opponent would win with his.
    forced: Bitboard,
}

impl Threats {
    fn of(position: &Position) -> Threats {
        let landing = position.landing_cells();
        let mover = position.to_move();
        let wins = position.winning_cells(mover) & landing;
        let forced = position.winning_cells(mover.opponent()) & landing;
        Threats { winning: !wins.is_empty(), forced }
    }
}

/// The moves that are left: all of them, or one that stops a threat; from
/// the middle, where most lines are.
fn moves(position: &Position, forced: Bitboard) -> Vec<Column> {
    let block = forced.into_iter().next().map(|cell| cell.column());
    if let Some(column) = block {
        return vec![column];
    }
    let middle = i32::from(position.board().columns()) - 1;
    let mut moves: Vec<Column> = position.legal_columns().collect();
    moves.sort_by_key(|column| (2 * i32::from(column.index()) - middle).abs());
    moves
}

/// Whether the side to move can win within this many plies, whatever the
/// other side does.
///
/// ```
/// use host_sim::reference::win_within;
///
/// let game = "7/7/7/7/2oo3/2xx3 x".parse()?;
/// assert!(!win_within(&game, 1) && win_within(&game, 3));
/// # Ok::<(), engine::ParsePositionError>(())
/// ```
#[must_use]
pub fn win_within(position: &Position, plies: u32) -> bool {
    wins(&mut position.clone(), plies)
}

/// Whether the side to move loses within this many plies, whatever it does.
#[must_use]
pub fn loss_within(position: &Position, plies: u32) -> bool {
    loses(&mut position.clone(), plies)
}

fn wins(position: &mut Position, plies: u32) -> bool {
    if plies == 0 || position.outcome().is_some() {
        return false;
    }
    let Threats { winning, forced } = Threats::of(position);
    if winning || plies < 3 || forced.len() > 1 {
        return winning;
    }
    moves(position, forced).into_iter().any(|column| {
        let played = position.play(column).is_ok();
        let wins = played && loses(position, plies - 1);
        position.undo();
        wins
    })
}

fn loses(position: &mut Position, plies: u32) -> bool {
    if position.winner().is_some() {
        return true;
    }
    if plies < 2 || position.outcome().is_some() {
        return false;
    }
    let Threats { winning, forced } = Threats::of(position);
    if winning || forced.len() > 1 {
        return !winning;
    }
    moves(position, forced).into_iter().all(|column| {
        let played = position.play(column).is_ok();
        let loses = played && wins(position, plies - 1);
        position.undo();
        loses
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Board;

    #[test]
    fn the_smallest_boards_are_draws() {
        for (rows, columns) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
            let board = Board::new(rows, columns).unwrap();
            let start = Position::new(board);
            let found = Solver::default().solve(&start, 20_000_000);
            assert_eq!(found, Some(Wdl::Draw), "{board}");
        }
    }

    #[test]
    fn a_limit_is_a_limit() {
        let start = Position::new(Board::CLASSIC);
        assert_eq!(Solver::default().solve(&start, 1000), None);
    }

    #[test]
    fn three_open_stones_lose() {
        let game = "7/7/7/7/1oo4/1xxx3 o".parse().unwrap();
        assert!(!loss_within(&game, 1) && loss_within(&game, 2));
    }
}
