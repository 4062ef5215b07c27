//! *Shortest win* of `docs/SEARCH.md`, as plain recursion: each call starts
//! from the beginning and stops at its limit of positions.

use engine::Wdl;

use super::sets::{ALL_TACTICS, Sets, Verdict, verdict};
use super::{Game, Side};

/// Positions of one portion.
const PORTION: u64 = 8;
/// Positions after which the search gives up.
const MAX_POSITIONS: u64 = 100_000;
/// Longer wins are not searched for.
const MAX_BOUND: u8 = 15;

/// The shortest win.
pub(super) struct Found {
    pub(super) column: usize,
    pub(super) plies: u8,
}

/// The outcome of the search.
pub(super) struct ShortestWin {
    pub(super) found: Option<Found>,
    /// The number of portions, up to the limit.
    pub(super) portions: u64,
}

/// Searches for a win in fewer plies than `known`, for up to `limit` portions.
pub(super) fn run(game: &Game, known: u8, limit: u64) -> ShortestWin {
    let limit = limit.saturating_mul(PORTION).min(MAX_POSITIONS);
    let mut search =
        BoundedSearch { attacker: game.turn(), positions: 0, limit };
    let mut found = None;
    for plies in (1..known.min(MAX_BOUND + 1)).step_by(2) {
        match search.wins(game, plies) {
            None => break,
            Some(BoundedWin { wins: false, .. }) => {}
            Some(BoundedWin { by, .. }) => {
                let column = by.expect("a win has a move");
                found = Some(Found { column, plies });
                break;
            }
        }
    }
    ShortestWin { found, portions: search.positions.div_ceil(PORTION) }
}

struct BoundedSearch {
    attacker: Side,
    positions: u64,
    limit: u64,
}

/// Whether the attacker wins within the bound, and the move that decides it.
struct BoundedWin {
    wins: bool,
    by: Option<usize>,
}

impl BoundedSearch {
    /// Whether the attacker wins within this many plies, or `None` at the
    /// limit of positions.
    fn wins(&mut self, game: &Game, plies: u8) -> Option<BoundedWin> {
        if self.positions == self.limit {
            return None;
        }
        self.positions += 1;
        let attacks = game.turn() == self.attacker;
        let Verdict { moves, proof } = verdict(&Sets::of(game), ALL_TACTICS);
        if let Some(proof) = proof {
            let good = if attacks { Wdl::Win } else { Wdl::Loss };
            let by = moves.first().copied();
            return Some(BoundedWin { wins: proof.wdl == good, by });
        }
        if plies <= 2 {
            return Some(BoundedWin { wins: false, by: None });
        }
        for column in moves {
            let mut next = game.clone();
            next.play(column).expect("a legal move");
            if self.wins(&next, plies - 1)?.wins == attacks {
                return Some(BoundedWin { wins: attacks, by: Some(column) });
            }
        }
        Some(BoundedWin { wins: !attacks, by: None })
    }
}
