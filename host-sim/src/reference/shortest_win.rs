//! The search for the shortest win, as plain recursion: each call starts from
//! the beginning and stops when its time is over.

use engine::{Tactics, Wdl};

use super::sets::{Sets, TacticalMoves, verdict};
use super::{Game, Side};

/// Positions looked at in one portion.
const PORTION: u64 = 8;
/// Positions after which the search gives up.
const PATIENCE: u64 = 100_000;
/// Longer wins are not looked for.
const DEEPEST: u8 = 15;

/// The quickest win.
pub(super) struct Found {
    pub(super) column: usize,
    pub(super) plies: u8,
}

/// What the search came to.
pub(super) struct ShortestWin {
    pub(super) found: Option<Found>,
    /// How many portions it took, up to the limit.
    pub(super) portions: u64,
}

/// Looks for a win in fewer plies than known, for up to so many portions.
pub(super) fn run(game: &Game, known: u8, limit: u64) -> ShortestWin {
    let limit = limit.saturating_mul(PORTION).min(PATIENCE);
    let mut prover = Prover { side: game.turn(), looked_at: 0, limit };
    let mut found = None;
    for plies in (1..known.min(DEEPEST + 1)).step_by(2) {
        match prover.wins(game, plies) {
            None => break,
            Some(Answer { wins: false, .. }) => {}
            Some(Answer { by, .. }) => {
                let column = by.expect("a win has a move");
                found = Some(Found { column, plies });
                break;
            }
        }
    }
    ShortestWin { found, portions: prover.looked_at.div_ceil(PORTION) }
}

struct Prover {
    side: Side,
    looked_at: u64,
    limit: u64,
}

struct Answer {
    wins: bool,
    /// The move that wins.
    by: Option<usize>,
}

impl Prover {
    /// Whether the prover wins within so many plies; nothing if the time is
    /// over.
    fn wins(&mut self, game: &Game, plies: u8) -> Option<Answer> {
        if self.looked_at == self.limit {
            return None;
        }
        self.looked_at += 1;
        let own_turn = game.turn() == self.side;
        let TacticalMoves { moves, proof } =
            verdict(&Sets::of(game), Tactics::ALL);
        if let Some(proof) = proof {
            let good = if own_turn { Wdl::Win } else { Wdl::Loss };
            let by = moves.first().copied();
            return Some(Answer { wins: proof.wdl == good, by });
        }
        if plies <= 2 {
            return Some(Answer { wins: false, by: None });
        }
        for column in moves {
            let mut next = game.clone();
            next.play(column).expect("a legal move");
            if self.wins(&next, plies - 1)?.wins == own_turn {
                return Some(Answer { wins: own_turn, by: Some(column) });
            }
        }
        Some(Answer { wins: !own_turn, by: None })
    }
}
