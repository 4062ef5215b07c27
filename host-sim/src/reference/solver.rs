//! Alpha-beta to the end of the game: the judge of what the search proves.
//!
//! It plays the reference's own game, and has nothing of the engine but the
//! type of its answer.

use std::collections::HashMap;

use engine::Wdl;

use super::line_counts::{Key, LineCounts};
use super::{Game, Side, Spot};

/// Solves positions, and remembers what it has found out about them.
#[derive(Clone, Debug, Default)]
pub struct Solver {
    /// The board that it remembers something about: rows, columns, and the
    /// forbidden square.
    board: Option<(usize, usize, Option<Spot>)>,
    /// For each position the lowest and the highest possible result.
    bounds: HashMap<Key, (i8, i8)>,
    nodes: u64,
}

impl Solver {
    /// The result for the side to move, or `None` if it takes more than
    /// `most` positions to find out.
    ///
    /// ```
    /// use engine::Wdl;
    /// use host_sim::reference::{Game, Solver};
    ///
    /// let game = Game::from_text("4/4/ooo1/xxx1 x")?;
    /// assert_eq!(Solver::default().solve(&game, 1), Some(Wdl::Win));
    /// # Ok::<(), String>(())
    /// ```
    pub fn solve(&mut self, game: &Game, most: u64) -> Option<Wdl> {
        let board = (game.rows(), game.columns(), game.forbidden());
        if self.board.replace(board) != Some(board) {
            self.bounds.clear();
        }
        self.nodes = most;
        let value = self.value(&mut LineCounts::new(game), -1, 1)?;
        Some(match value {
            ..0 => Wdl::Loss,
            0 => Wdl::Draw,
            1.. => Wdl::Win,
        })
    }

    fn value(
        &mut self,
        game: &mut LineCounts,
        mut low: i8,
        mut high: i8,
    ) -> Option<i8> {
        if game.is_won() {
            return Some(-1);
        }
        if game.is_full() {
            return Some(0);
        }
        let threats = Threats::of(game);
        if threats.winning {
            return Some(1);
        }
        let key = game.key();
        let known = self.bounds.get(&key).copied();
        let (least, most) = known.unwrap_or((-1, 1));
        low = low.max(least);
        high = high.min(most);
        if low >= high {
            return Some(if least == most { least } else { low });
        }
        self.nodes = self.nodes.checked_sub(1)?;
        let mut best = -1;
        for column in moves(game, threats) {
            game.play(column);
            let value = self.value(game, -high, -low.max(best));
            game.undo();
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
#[derive(Clone, Copy)]
struct Threats {
    /// It can win with its next stone.
    winning: bool,
    /// The first column in which the opponent would win with his.
    forced: Option<usize>,
    /// Whether there is another one.
    several: bool,
}

impl Threats {
    fn of(game: &LineCounts) -> Threats {
        let mover = game.turn();
        let wins = |side: Side| {
            (0..game.columns()).filter(move |&it| game.wins(side, it))
        };
        let mut forced = wins(mover.other());
        Threats {
            winning: wins(mover).next().is_some(),
            forced: forced.next(),
            several: forced.next().is_some(),
        }
    }
}

/// The moves that are left: all of them, or one that stops a threat; from
/// the middle, where most lines are.
fn moves(
    game: &LineCounts,
    threats: Threats,
) -> impl Iterator<Item = usize> + use<> {
    let columns = game.columns();
    let room: u32 = (0..columns)
        .filter(|&column| threats.forced.is_none_or(|only| only == column))
        .filter(|&column| game.has_room(column))
        .map(|column| 1_u32 << column)
        .sum();
    from_the_middle(columns).filter(move |column| (room >> column) & 1 == 1)
}

/// The columns by their distance from the middle, the left one of two first.
fn from_the_middle(columns: usize) -> impl Iterator<Item = usize> {
    (0..columns).map(move |place| {
        let (middle, away) = ((columns - 1) / 2, place.div_ceil(2));
        let is_left = (place + columns).is_multiple_of(2);
        if is_left { middle - away } else { middle + away }
    })
}

/// Whether the side to move can win within this many plies, whatever the
/// other side does.
///
/// ```
/// use host_sim::reference::{Game, win_within};
///
/// let game = Game::from_text("7/7/7/7/2oo3/2xx3 x")?;
/// assert!(!win_within(&game, 1) && win_within(&game, 3));
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn win_within(game: &Game, plies: u32) -> bool {
    wins(&mut LineCounts::new(game), plies)
}

/// Whether the side to move loses within this many plies, whatever it does.
#[must_use]
pub fn loss_within(game: &Game, plies: u32) -> bool {
    loses(&mut LineCounts::new(game), plies)
}

fn wins(game: &mut LineCounts, plies: u32) -> bool {
    if plies == 0 || game.is_won() || game.is_full() {
        return false;
    }
    let threats = Threats::of(game);
    if threats.winning || plies < 3 || threats.several {
        return threats.winning;
    }
    moves(game, threats).any(|column| {
        game.play(column);
        let wins = loses(game, plies - 1);
        game.undo();
        wins
    })
}

fn loses(game: &mut LineCounts, plies: u32) -> bool {
    if game.is_won() {
        return true;
    }
    if plies < 2 || game.is_full() {
        return false;
    }
    let threats = Threats::of(game);
    if threats.winning || threats.several {
        return !threats.winning;
    }
    moves(game, threats).all(|column| {
        game.play(column);
        let loses = wins(game, plies - 1);
        game.undo();
        loses
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_boards_are_draws() {
        let mut solver = Solver::default();
        for (rows, columns) in [(4, 4), (4, 5), (5, 4), (5, 5)] {
            let start = Game::new(rows, columns, None).unwrap();
            let found = solver.solve(&start, 20_000_000);
            assert_eq!(found, Some(Wdl::Draw), "{rows}x{columns}");
        }
    }

    #[test]
    fn a_limit_is_a_limit() {
        let start = Game::new(6, 7, None).unwrap();
        assert_eq!(Solver::default().solve(&start, 1000), None);
    }

    #[test]
    fn three_open_stones_lose() {
        let game = Game::from_text("7/7/7/7/1oo4/1xxx3 o").unwrap();
        assert!(!loss_within(&game, 1) && loss_within(&game, 2));
    }

    #[test]
    fn columns_come_from_the_middle() {
        let order = |columns| Vec::from_iter(from_the_middle(columns));
        assert_eq!(order(4), [1, 2, 0, 3]);
        assert_eq!(order(7), [3, 2, 4, 1, 5, 0, 6]);
    }
}
