//! Rollouts: games played out at random from a leaf.

use core::ops::ControlFlow::{self, Break, Continue};

use super::config::{RolloutPolicy, Tactics};
use super::geometry::Geometry;
use super::lcg::Lcg;
use super::pending::PendingMoves;
use super::preview::Preview;
use super::side::Side;
use super::stones::Stones;
use super::threat_map::ThreatMap;
use crate::{Board, MAX_PLIES, Player};

/// A game to be played out from a leaf of the tree.
///
/// It has all that it takes and refers to nothing, so that another core or
/// another thread can [run](Rollout::run) it while the engine goes on: see
/// [`Engine::begin`](crate::Engine::begin).
#[derive(Clone, Copy, Debug)]
pub struct Rollout {
    pub(super) threats: ThreatMap,
    /// The moves from there to the leaf, which are to be made first.
    pub(super) pending: PendingMoves,
    geometry: Geometry,
    policy: RolloutPolicy,
    side: Side,
    last: usize,
    lcg: Lcg,
    /// How many stones were dropped.
    plies: u32,
    /// Tells the rollouts of an engine apart.
    number: u32,
    /// Whether a preview of the leaf is asked for and not made yet.
    previews: bool,
    preview: Option<Preview>,
}

#[cfg(feature = "defmt")]
impl defmt::Format for Rollout {
    fn format(&self, f: defmt::Formatter<'_>) {
        let side = self.side.player();
        defmt::write!(f, "{} to move, {} plies", side, self.plies);
    }
}

impl Rollout {
    /// A buffer for a rollout, with the start of a game on the classic board.
    ///
    /// ```
    /// use pocketfour_engine::Rollout;
    ///
    /// assert!(size_of::<Rollout>() < 800);
    /// ```
    pub const EMPTY: Rollout = {
        let board = Board::CLASSIC;
        let geometry = Geometry::new(board);
        Rollout {
            threats: ThreatMap::empty(&geometry, board),
            pending: PendingMoves::NONE,
            geometry,
            policy: RolloutPolicy::Uniform,
            side: Side::FIRST,
            last: 0,
            lcg: Lcg::ZERO,
            plies: 0,
            number: 0,
            previews: false,
            preview: None,
        }
    };

    /// Plays the game out, in place. A rollout is run once, at one go or in
    /// [parts](Rollout::run_for): then its buffer is for the next one.
    ///
    /// ```
    /// use pocketfour_engine::Rollout;
    ///
    /// let mut rollout = Rollout::EMPTY;
    /// let result = rollout.run();
    /// assert!((6..=42).contains(&result.plies()));
    /// ```
    pub fn run(&mut self) -> RolloutResult {
        loop {
            if let Some(result) = self.run_for(u32::MAX) {
                return result;
            }
        }
    }

    /// Plays on for this number of stones, or one more; gives the result if
    /// that is the end of the game. However a rollout is divided, its result
    /// is the same: a core that waits for another can do a part of the
    /// other's work.
    ///
    /// ```
    /// use pocketfour_engine::Rollout;
    ///
    /// let (mut whole, mut parts) = (Rollout::EMPTY, Rollout::EMPTY);
    /// assert_eq!(parts.run_for(4), None);
    /// assert_eq!(parts.run(), whole.run());
    /// ```
    pub fn run_for(&mut self, plies: u32) -> Option<RolloutResult> {
        if !self.pending.is_empty() {
            self.make_pending_moves();
        }
        if self.previews {
            self.previews = false;
            self.preview =
                Preview::of(&self.geometry, &self.threats, self.side);
        }
        let Rollout { threats, geometry, side, last, lcg, .. } = self;
        let mut game = Simulation {
            geometry,
            threats,
            side: *side,
            last: *last,
            lcg: *lcg,
            plies: self.plies,
        };
        let limit = game.plies.saturating_add(plies);
        let end = game.play_on::<true>(self.policy, limit);
        let Simulation { side, last, lcg, plies, .. } = game;
        (self.side, self.last, self.lcg) = (side, last, lcg);
        self.plies = plies;
        let Break(winner) = end else { return None };
        let end = RolloutEnd { winner, plies };
        let stones = self.threats.stones();
        let result = RolloutResult::new(self.number, end, stones);
        Some(RolloutResult { preview: self.preview, ..result })
    }

    /// Makes the moves on the way to the leaf.
    #[inline(never)]
    fn make_pending_moves(&mut self) {
        let Rollout { pending, geometry, threats, side, .. } = self;
        pending.make(geometry, threats, *side);
    }

    /// Makes it the rollout of a leaf, with this number, whose position is
    /// that of the threats after the pending moves. The geometry is copied
    /// only where the board is another one.
    pub(super) fn prepare(
        &mut self,
        number: u32,
        geometry: &Geometry,
        leaf: OpenLeaf,
    ) {
        if !self.geometry.is_same(geometry) {
            self.geometry = *geometry;
        }
        let OpenLeaf { policy, side, last, lcg, previews } = leaf;
        (self.policy, self.side) = (policy, side);
        (self.last, self.lcg) = (last, lcg);
        (self.plies, self.number) = (0, number);
        (self.previews, self.preview) = (previews, None);
    }
}

/// Where and how a rollout starts.
#[derive(Clone, Copy)]
pub(super) struct OpenLeaf {
    pub(super) policy: RolloutPolicy,
    pub(super) side: Side,
    /// The column of the last stone.
    pub(super) last: usize,
    pub(super) lcg: Lcg,
    /// Whether a preview of the leaf would be of use.
    pub(super) previews: bool,
}

/// What a rollout brings back: the winner, and who holds which cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RolloutResult {
    pub(super) stones: Stones,
    /// That of the rollout.
    pub(super) number: u32,
    plies: u16,
    winner: Option<Player>,
    /// Of the leaf.
    pub(super) preview: Option<Preview>,
}

#[cfg(feature = "defmt")]
impl defmt::Format for RolloutResult {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} after {} plies", self.winner, self.plies);
    }
}

impl RolloutResult {
    pub(super) fn new(
        number: u32,
        end: RolloutEnd,
        stones: &Stones,
    ) -> RolloutResult {
        let RolloutEnd { winner, plies } = end;
        let winner = winner.map(Side::player);
        debug_assert!(plies <= MAX_PLIES as u32);
        let (stones, plies) = (*stones, plies as u16);
        RolloutResult { stones, number, plies, winner, preview: None }
    }

    pub(super) fn end(&self) -> RolloutEnd {
        RolloutEnd { winner: self.winner.map(Side::of), plies: self.plies() }
    }

    /// The winner, or `None` for a draw.
    #[must_use]
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// How many stones were dropped.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies as u32
    }
}

/// How a rollout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RolloutEnd {
    /// The winner, or `None` for a draw.
    pub(super) winner: Option<Side>,
    /// How many stones were dropped.
    pub(super) plies: u32,
}

impl RolloutPolicy {
    /// Plays on until the result is known; the last stone fell into the
    /// column `last`.
    pub(super) fn play(
        self,
        geometry: &Geometry,
        threats: &mut ThreatMap,
        side: Side,
        last: usize,
        lcg: Lcg,
    ) -> RolloutEnd {
        let plies = 0;
        let mut game = Simulation { geometry, threats, side, last, lcg, plies };
        loop {
            if let Break(winner) = game.play_on::<false>(self, u32::MAX) {
                return RolloutEnd { winner, plies: game.plies };
            }
        }
    }
}

/// A game that is played out.
struct Simulation<'a> {
    geometry: &'a Geometry,
    threats: &'a mut ThreatMap,
    /// The side to move.
    side: Side,
    /// The column of the last stone.
    last: usize,
    lcg: Lcg,
    /// How many stones were dropped.
    plies: u32,
}

impl Simulation<'_> {
    /// Plays on until the game is decided, and breaks off with the winner; if
    /// `BOUNDED`, or until this number of stones was dropped, or one more.
    fn play_on<const BOUNDED: bool>(
        &mut self,
        policy: RolloutPolicy,
        limit: u32,
    ) -> ControlFlow<Option<Side>> {
        match policy {
            RolloutPolicy::Uniform => self.uniform::<BOUNDED>(limit),
            RolloutPolicy::Tactical => {
                self.tactical::<false, false, false, BOUNDED>(limit)
            }
            RolloutPolicy::Reserve => {
                self.tactical::<true, false, false, BOUNDED>(limit)
            }
            RolloutPolicy::Follow => {
                self.tactical::<true, true, false, BOUNDED>(limit)
            }
            RolloutPolicy::Stacked => {
                self.tactical::<true, true, true, BOUNDED>(limit)
            }
        }
    }

    fn uniform<const BOUNDED: bool>(
        &mut self,
        limit: u32,
    ) -> ControlFlow<Option<Side>> {
        while !self.threats.open().is_empty() {
            if BOUNDED && self.plies >= limit {
                return Continue(());
            }
            let column = self.lcg.pick(self.threats.open());
            if self.threats.wins_now(self.side).contains(column) {
                return Break(Some(self.side));
            }
            self.threats.drop_stone(self.geometry, column, self.side);
            self.side = self.side.other();
            self.plies += 1;
        }
        Break(None)
    }

    /// Each side has its own copy of the ply's code, in which everything
    /// about the side is a constant.
    fn tactical<
        const RESERVE: bool,
        const FOLLOW: bool,
        const STACKED: bool,
        const BOUNDED: bool,
    >(
        &mut self,
        limit: u32,
    ) -> ControlFlow<Option<Side>> {
        let mut plies = self.plies;
        let mut skipped = self.side == Side::SECOND;
        let ended = loop {
            if !skipped {
                let ended = self.ply::<RESERVE, FOLLOW, STACKED>(Side::FIRST);
                if ended.is_break() {
                    break ended;
                }
                plies += 1;
            }
            skipped = false;
            let ended = self.ply::<RESERVE, FOLLOW, STACKED>(Side::SECOND);
            if ended.is_break() {
                break ended;
            }
            plies += 1;
            if BOUNDED && plies >= limit {
                break Continue(());
            }
        };
        self.side = Side::FIRST;
        self.plies = plies;
        ended
    }

    /// Drops one stone, or breaks off with the winner if the game is decided.
    #[inline(always)]
    fn ply<const RESERVE: bool, const FOLLOW: bool, const STACKED: bool>(
        &mut self,
        side: Side,
    ) -> ControlFlow<Option<Side>> {
        let found = Tactics::ALL.verdict(self.threats, side);
        if let Some(proof) = found.proof {
            return Break(proof.wdl.winner(side));
        }
        let mut moves = found.moves;
        if RESERVE && found.free {
            if STACKED && !(moves & self.threats.stacked(side)).is_empty() {
                return Break(Some(side));
            }
            let unreserved = moves & !self.threats.wins_after(side);
            if !unreserved.is_empty() {
                moves = unreserved;
            }
        }
        let column = if FOLLOW {
            self.lcg.pick_or(self.last, moves)
        } else {
            self.lcg.pick(moves)
        };
        self.last = column;
        self.threats.drop_stone(self.geometry, column, side);
        Continue(())
    }
}
