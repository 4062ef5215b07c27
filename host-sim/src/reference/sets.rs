//! The sets of columns that decide everything tactical, each found by
//! looking at the board.

use engine::{Proof, Tactics, Wdl};

use super::{Game, Side, Spot, Square};

pub(super) const ALL_TACTICS: Tactics =
    Tactics { win: true, block: true, avoid: true, double: true };
pub(super) const NO_TACTICS: Tactics =
    Tactics { win: false, block: false, avoid: false, double: false };

/// The legal columns of a position, and which of them matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sets {
    /// The columns into which a stone can be dropped.
    pub(super) legal: Vec<usize>,
    /// `W`: the mover wins by dropping here.
    pub(super) wins: Vec<usize>,
    /// `O`: the opponent would win by dropping here.
    pub(super) threats: Vec<usize>,
    /// `A`: the opponent would win on top of a stone dropped here.
    pub(super) under_threat: Vec<usize>,
    /// `R`: the mover would win on top of a stone dropped here.
    pub(super) reserve: Vec<usize>,
    /// `T`: as `R`, and the mover would win on top of that stone again.
    pub(super) stacked: Vec<usize>,
}

impl Sets {
    pub(super) fn of(game: &Game) -> Sets {
        let legal = game.legal_columns();
        let mover = game.turn();
        let among = |side: Side, place: fn(&Game, usize) -> Option<Spot>| {
            let wins = |&column: &usize| {
                place(game, column)
                    .is_some_and(|spot| game.would_win(side, spot))
            };
            legal.iter().copied().filter(wins).collect::<Vec<usize>>()
        };
        let reserve = among(mover, |game, column| empty_spot(game, column, 1));
        let mut stacked =
            among(mover, |game, column| empty_spot(game, column, 2));
        stacked.retain(|column| reserve.contains(column));
        Sets {
            wins: among(mover, Game::resting_spot),
            threats: among(mover.other(), Game::resting_spot),
            under_threat: among(mover.other(), spot_after),
            reserve,
            stacked,
            legal,
        }
    }
}

/// The second lowest empty square of a column.
fn spot_after(game: &Game, column: usize) -> Option<Spot> {
    empty_spot(game, column, 1)
}

/// The empty square of a column with this number of empty ones below it.
fn empty_spot(game: &Game, column: usize, below: usize) -> Option<Spot> {
    (0..game.rows())
        .map(|row| (row, column))
        .filter(|&spot| game.square(spot) == Square::Empty)
        .nth(below)
}

/// The moves to consider, and the result where it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    pub(super) moves: Vec<usize>,
    pub(super) proof: Option<Proof>,
}

fn proven(moves: &[usize], wdl: Wdl, distance: u8) -> Verdict {
    let proof = Some(Proof { wdl, distance });
    Verdict { moves: moves.to_vec(), proof }
}

/// What the sets say about a position without four in a line.
pub(super) fn verdict(sets: &Sets, tactics: Tactics) -> Verdict {
    let Sets { legal, wins, threats, under_threat, .. } = sets;
    if legal.is_empty() {
        return proven(&[], Wdl::Draw, 0);
    }
    if tactics.win && !wins.is_empty() {
        return proven(wins, Wdl::Win, 1);
    }
    if !wins.is_empty() {
        return Verdict { moves: legal.clone(), proof: None };
    }
    if tactics.block && threats.len() >= 2 {
        return proven(threats, Wdl::Loss, 2);
    }
    if tactics.block && threats.len() == 1 {
        if tactics.avoid && under_threat.contains(&threats[0]) {
            return proven(threats, Wdl::Loss, 2);
        }
        return Verdict { moves: threats.clone(), proof: None };
    }
    if tactics.avoid && under_threat == legal {
        return proven(legal, Wdl::Loss, 2);
    }
    let mut moves = legal.clone();
    if tactics.avoid {
        moves.retain(|column| !under_threat.contains(column));
    }
    Verdict { moves, proof: None }
}

/// Those of the moves that threaten to win in two ways at once.
pub(super) fn doubles(game: &Game, moves: &[usize]) -> Vec<usize> {
    let mut found = moves.to_vec();
    found.retain(|&column| is_double(game, column));
    found
}

fn is_double(game: &Game, column: usize) -> bool {
    let mut after = game.clone();
    let Ok(_) = after.play(column) else { return false };
    if after.winner().is_some() {
        return false;
    }
    let columns = || 0..after.columns();
    let lands_and_wins = |side: Side, column: usize| {
        let landing = after.resting_spot(column);
        landing.is_some_and(|spot| after.would_win(side, spot))
    };
    let (player, opponent) = (game.turn(), after.turn());
    if columns().any(|column| lands_and_wins(opponent, column)) {
        return false;
    }
    let threats: Vec<usize> =
        columns().filter(|&column| lands_and_wins(player, column)).collect();
    let is_stacked = |&column: &usize| {
        let above = spot_after(&after, column);
        above.is_some_and(|spot| after.would_win(player, spot))
    };
    threats.len() >= 2 || threats.iter().any(is_stacked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_of_a_small_position() {
        let game = Game::from_text("7/7/7/7/1ooo3/1xxx3 x").unwrap();
        let sets = Sets::of(&game);
        assert_eq!(sets.wins, [0, 4]);
        assert!(sets.threats.is_empty());
        assert_eq!(sets.under_threat, [0, 4]);
        assert!(sets.reserve.is_empty());
    }

    #[test]
    fn two_open_ends_are_a_double_threat() {
        let game = Game::from_text("7/7/7/7/7/o2xx1o x").unwrap();
        assert_eq!(doubles(&game, &game.legal_columns()), [2]);
    }
}
