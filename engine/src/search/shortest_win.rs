//! The search for the shortest win, once a win is proven.
//!
//! The tree search stops at the first proof, which need not be the shortest
//! win. This search asks, for one ply, three, five and so on: can the
//! opponent be beaten within that bound? It is iterative deepening, depth
//! first, in portions that cost no more than a playout. All it keeps is the
//! moves still to try at each ply; positions are made again from the root.

use super::column_set::ColumnSet;
use super::config::Tactics;
use super::geometry::Geometry;
use super::proof::Wdl;
use super::side::Side;
use super::threat_map::ThreatMap;

/// Longer wins than this are not looked for.
const MAX_BOUND: usize = 15;

/// Positions looked at instead of a playout.
const PORTION: u32 = 8;

/// Positions after which the search gives up.
const MAX_POSITIONS: u32 = 100_000;

/// A search for a shorter win than the one that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShortestWin {
    /// The number of plies it tries now.
    bound: u8,
    /// The ply it has come to.
    depth: u8,
    positions: u32,
    /// For each ply the moves still to try, the one under way included.
    left: [ColumnSet; MAX_BOUND + 1],
}

/// A stone in this column wins within this many plies, and none sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) column: usize,
    pub(super) plies: u8,
}

impl ShortestWin {
    /// A search that has not begun.
    pub(super) const NEW: ShortestWin = ShortestWin {
        bound: 1,
        depth: 0,
        positions: 0,
        left: [ColumnSet::EMPTY; MAX_BOUND + 1],
    };

    /// Whether a win shorter than `known` plies may still be found.
    pub(super) fn is_open(&self, known: u8) -> bool {
        self.bound < known
            && usize::from(self.bound) <= MAX_BOUND
            && self.positions < MAX_POSITIONS
    }

    /// Looks at a few more positions, from the root where this side is to
    /// move and wins in `known` plies.
    pub(super) fn step(
        &mut self,
        geometry: &Geometry,
        root: &ThreatMap,
        side: Side,
        known: u8,
    ) -> Option<Found> {
        for _ in 0..PORTION {
            if !self.is_open(known) {
                return None;
            }
            self.positions += 1;
            let Some(wins) = self.visit(geometry, root, side) else { continue };
            match self.back_up(wins) {
                None => {}
                Some(true) => {
                    let column = self.left[0].first();
                    return Some(Found { column, plies: self.bound });
                }
                Some(false) => self.bound += 2,
            }
        }
        None
    }

    /// Looks at the position it has come to. If that does not tell whether
    /// the root's side wins in time, its moves are to be tried.
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
            threats.drop_stone(geometry, moves.first(), mover);
            mover = mover.other();
        }
        let found = Tactics::ALL.verdict(&threats, mover);
        if let Some(proof) = found.proof {
            let good = if mover == side { Wdl::Win } else { Wdl::Loss };
            if depth == 0 {
                self.begin(0, found.moves);
            }
            return Some(proof.wdl == good);
        }
        if depth + 2 >= usize::from(self.bound) {
            return Some(false);
        }
        self.begin(depth, found.moves);
        self.depth += 1;
        None
    }

    fn begin(&mut self, depth: usize, moves: ColumnSet) {
        debug_assert!(depth < self.left.len());
        if let Some(left) = self.left.get_mut(depth) {
            *left = moves;
        }
    }

    /// Takes what is known about the position at hand up to the ply where
    /// another move is to be tried; or to the root, whose answer it returns.
    fn back_up(&mut self, wins: bool) -> Option<bool> {
        while self.depth > 0 {
            let ply = usize::from(self.depth) - 1;
            let own_turn = ply % 2 == 0;
            if let Some(left) = self.left.get_mut(ply)
                && wins != own_turn
            {
                let rest = left.without_first();
                if !rest.is_empty() {
                    *left = rest;
                    return None;
                }
            }
            self.depth -= 1;
        }
        Some(wins)
    }
}
