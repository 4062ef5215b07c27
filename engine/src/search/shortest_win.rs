//! Looking for the quickest win, once there is one.
//!
//! A tree search stops at the first proof, which need not be the shortest.
//! A hunt asks, for one ply, three, five and so on: can the opponent be
//! beaten within so many? It goes depth first, and so slowly that a portion
//! of it costs no more than a playout. All it keeps is the moves still to
//! try at each ply; positions are made again from the root.

use super::config::Tactics;
use super::node::Wdl;
use super::threat_map::{Columns, Geometry, Side, ThreatMap};

/// Longer wins than this are not looked for.
const DEEPEST: usize = 15;

/// Positions looked at in place of a playout.
const PORTION: u32 = 8;

/// Positions after which a hunt gives up.
const PATIENCE: u32 = 100_000;

/// A hunt for a quicker win than the one that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortestWin {
    /// The number of plies it tries now; 0 before the beginning.
    bound: u8,
    /// The ply it has come to.
    depth: u8,
    looked_at: u32,
    /// For each ply the moves still to try, the one under way included.
    left: [u16; DEEPEST + 1],
}

/// Where a hunt stands after a portion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// There is more to look at.
    Open,
    /// There is no quicker win, or it is not worth more time.
    Exhausted,
    /// A stone in this column wins within so many plies, and none sooner.
    Found { column: usize, plies: u8 },
}

impl ShortestWin {
    /// A hunt that has not begun; all zeros.
    pub(super) const NEW: ShortestWin = ShortestWin {
        bound: 0,
        depth: 0,
        looked_at: 0,
        left: [0; DEEPEST + 1],
    };

    /// Whether there could be something quicker than a win in so many plies.
    pub(super) fn is_open(&self, known: u8) -> bool {
        self.bound.max(1) < known
            && usize::from(self.bound) <= DEEPEST
            && self.looked_at < PATIENCE
    }

    /// Looks at a few more positions, from the root where this side is to
    /// move and wins in `known` plies.
    pub(super) fn go_on(
        &mut self,
        geometry: &Geometry,
        root: &ThreatMap,
        side: Side,
        known: u8,
    ) -> Progress {
        for _ in 0..PORTION {
            if !self.is_open(known) {
                return Progress::Exhausted;
            }
            self.bound = self.bound.max(1);
            self.looked_at += 1;
            let Some(wins) = self.visit(geometry, root, side) else { continue };
            match self.conclude(wins) {
                None => {}
                Some(true) => {
                    let column = self.left[0].trailing_zeros() as usize;
                    return Progress::Found { column, plies: self.bound };
                }
                Some(false) => self.bound += 2,
            }
        }
        if self.is_open(known) { Progress::Open } else { Progress::Exhausted }
    }

    /// Looks at the position it has come to. If that does not tell whether
    /// the hunter wins in time, its moves are to be tried.
    fn visit(
        &mut self,
        geometry: &Geometry,
        root: &ThreatMap,
        side: Side,
    ) -> Option<bool> {
        let depth = usize::from(self.depth);
        let mut threats = *root;
        let mut mover = side;
        for moves in self.left.iter().take(depth) {
            threats.drop(geometry, moves.trailing_zeros() as usize, mover);
            mover = mover.other();
        }
        let verdict = Tactics::ALL.verdict(&threats, mover);
        if let Some(proof) = verdict.proof {
            let good = if mover == side { Wdl::Win } else { Wdl::Loss };
            if depth == 0 {
                self.start(0, verdict.moves);
            }
            return Some(proof.wdl == good);
        }
        if depth + 2 >= usize::from(self.bound) {
            return Some(false);
        }
        self.start(depth, verdict.moves);
        self.depth += 1;
        None
    }

    fn start(&mut self, depth: usize, moves: Columns) {
        if let Some(left) = self.left.get_mut(depth) {
            *left = moves as u16;
        }
    }

    /// Takes what is known about the position at hand up to the ply where
    /// another move is to be tried; or to the root, whose answer it returns.
    fn conclude(&mut self, wins: bool) -> Option<bool> {
        while self.depth > 0 {
            let ply = usize::from(self.depth) - 1;
            let own_turn = ply % 2 == 0;
            if let Some(left) = self.left.get_mut(ply)
                && wins != own_turn
            {
                let rest = *left & left.wrapping_sub(1);
                if rest != 0 {
                    *left = rest;
                    return None;
                }
            }
            self.depth -= 1;
        }
        Some(wins)
    }
}
