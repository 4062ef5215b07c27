//! The engine: a position, a tree, and playouts that make it grow.

use heapless::Vec;
use rand_core::Rng;

use super::config::{Config, Order, Tactics};
use super::field::{Columns, Field, Ground, Side};
use super::hearsay::{SURE, Trust};
use super::hunt::{Hunt, Trail};
use super::node::{Fate, Node, ONE, Proof};
use super::pick::Dice;
use super::pool::{Pool, ROOT};
use super::probe::{Phase, Probe};
use super::selection::select;
use super::tactics::{Verdict, columns};
use crate::{MAX_PLIES, Position};

/// An engine with room for `NODES` nodes, from 32 up to 16 million, of
/// sixteen bytes each. It owns every byte that it will ever use.
///
/// An engine is made for a `static`: it is all zeros, so it lies in memory
/// that is cleared at the start and takes no room in a chip's flash.
///
/// Time and chance belong to the caller: [`Engine::step`] does so many
/// playouts and returns; the random numbers come from a generator of the
/// caller's.
///
/// ```
/// use engine::{Board, Engine, Level, Position};
///
/// let mut engine = Box::new(Engine::<1000>::new());
/// let mut rng = engine::generator(7);
///
/// let game: Position = "7/7/7/7/1oo4/1xxx3 o".parse()?;
/// engine.set_position(&game);
/// engine.step(1000, &mut rng);
/// let report = engine.report();
/// let proof = report.proof.unwrap();
/// assert_eq!((proof.fate, proof.distance), (engine::Fate::Loss, 2));
/// # Ok::<(), engine::ParsePositionError>(())
/// ```
#[derive(Debug)]
pub struct Engine<const NODES: usize> {
    pub(super) pool: Pool<NODES>,
    pub(super) position: Position,
    pub(super) ground: Ground,
    pub(super) field: Field,
    hunt: Hunt,
    trust: Trust,
    config: Config,
    configured: bool,
    /// Whether the root has its children.
    pub(super) rooted: bool,
    pub(super) playouts: u64,
}

/// The nodes from the root to the one where a playout leaves the tree.
type Path = Vec<u32, { MAX_PLIES + 1 }>;

/// Where a playout has come to.
struct Walk {
    path: Path,
    field: Field,
    side: Side,
}

/// What a playout brings back up the tree.
#[derive(Clone, Copy)]
struct Outcome {
    winner: Option<Side>,
    /// How much it counts at the node where it came about.
    weight: u8,
}

impl<const NODES: usize> Engine<NODES> {
    /// An engine that knows no position yet.
    ///
    /// ```
    /// use engine::Engine;
    ///
    /// static ENGINE: Engine<10_000> = Engine::new();
    /// assert!(size_of_val(&ENGINE) < 16 * 10_000 + 2048);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Engine {
            pool: Pool::new(),
            position: Position::NOWHERE,
            ground: Ground::EMPTY,
            field: Field::EMPTY,
            hunt: Hunt::NEW,
            trust: Trust::NONE,
            config: Config::ZERO,
            configured: false,
            rooted: false,
            playouts: 0,
        }
    }

    /// The configuration in use.
    ///
    /// ```
    /// use engine::{Config, Engine};
    ///
    /// assert_eq!(Engine::<32>::new().config(), Config::DEFAULT);
    /// ```
    #[must_use]
    pub const fn config(&self) -> Config {
        if self.configured { self.config } else { Config::DEFAULT }
    }

    /// Changes the configuration. The tree begins anew, since another
    /// configuration would have grown another tree.
    ///
    /// ```
    /// use engine::{Config, Engine};
    ///
    /// let mut engine = Engine::<32>::new();
    /// engine.configure(Config::RIVAL_003);
    /// assert_eq!(engine.config(), Config::RIVAL_003);
    /// ```
    pub fn configure(&mut self, config: Config) {
        self.config = config;
        self.trust.set(config.hearsay);
        self.configured = true;
        self.clear();
    }

    /// Uses no more than so many nodes of the pool from now on, at least 32;
    /// 0 lifts the limit. The tree begins anew.
    ///
    /// ```
    /// use engine::Engine;
    ///
    /// let mut engine = Engine::<1000>::new();
    /// engine.limit_pool(200);
    /// assert_eq!(engine.report().capacity, 200);
    /// engine.limit_pool(0);
    /// assert_eq!(engine.report().capacity, 1000);
    /// ```
    pub fn limit_pool(&mut self, nodes: usize) {
        self.pool.limit(nodes);
        self.clear();
    }

    /// Forgets the tree, not the position.
    ///
    /// ```
    /// use engine::{Board, Engine, Position};
    ///
    /// let mut rng = engine::generator(7);
    /// let mut engine = Engine::<100>::new();
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// engine.step(10, &mut rng);
    /// engine.clear();
    /// assert_eq!(engine.report().playouts, 0);
    /// ```
    pub fn clear(&mut self) {
        self.pool.clear();
        self.hunt = Hunt::NEW;
        self.rooted = false;
        self.playouts = 0;
    }

    /// Sets the position to think about. What has been found out is kept if
    /// the new position follows from the old one.
    ///
    /// ```
    /// use engine::{Board, Column, Engine, Position};
    ///
    /// let mut rng = engine::generator(7);
    /// let mut engine = Engine::<1000>::new();
    /// let mut game = Position::new(Board::CLASSIC);
    /// engine.set_position(&game);
    /// engine.step(1000, &mut rng);
    ///
    /// game.play(engine.choose().unwrap()).unwrap();
    /// engine.set_position(&game);
    /// assert!(engine.report().visits > 100);
    /// ```
    pub fn set_position(&mut self, position: &Position) {
        if !self.configured {
            self.configure(Config::DEFAULT);
        }
        match self.follow(position) {
            Some(ROOT) => {}
            Some(index) if self.pool.node(index).children().is_some() => {
                self.pool.promote(index);
                self.hunt = Hunt::NEW;
            }
            _ => self.clear(),
        }
        self.ground = Ground::new(position.board());
        self.field = Field::new(&self.ground, position);
        self.position = position.clone();
    }

    /// The node of a position that is the present one or follows from it by
    /// moves that it knows.
    fn follow(&self, position: &Position) -> Option<usize> {
        let old = &self.position;
        if position == old {
            return Some(ROOT);
        }
        let count = position.plies().checked_sub(old.plies())? as usize;
        let known = position.moves();
        let new_moves = known.get(known.len().checked_sub(count)?..)?;
        let mut replayed = old.clone();
        let mut index = ROOT;
        for &column in new_moves {
            replayed.play(column).ok()?;
            let (first, children) = self.pool.children(index);
            let place =
                children.iter().position(|node| node.column() == column)?;
            index = first + place;
        }
        (replayed == *position).then_some(index)
    }

    /// Does up to so many playouts; fewer only if the result is proven, or
    /// if there is nothing to search. Returns how many it did. Once a win is
    /// proven, playouts give way to a hunt for the quickest one.
    ///
    /// A playout costs at most one game on the board, so the work of a step
    /// is bounded by its argument.
    ///
    /// ```
    /// use engine::{Board, Engine, Position};
    ///
    /// let mut rng = engine::generator(7);
    /// let mut engine = Engine::<100>::new();
    /// assert_eq!(engine.step(10, &mut rng), 0);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// assert_eq!(engine.step(10, &mut rng), 10);
    /// ```
    pub fn step(&mut self, playouts: u32, rng: &mut impl Rng) -> u32 {
        self.step_with(playouts, rng, &mut ())
    }

    pub(super) fn step_with(
        &mut self,
        playouts: u32,
        rng: &mut impl Rng,
        probe: &mut impl Probe,
    ) -> u32 {
        if !self.configured {
            return 0;
        }
        let side = Side::of(self.position.to_move());
        self.expand_root(side, rng);
        for done in 0..playouts {
            match self.pool.node(ROOT).proof() {
                None => self.playout(side, rng, probe),
                Some(proof) if self.hunts(proof) => self.hunt(side, proof),
                Some(_) => return done,
            }
            self.playouts += 1;
        }
        playouts
    }

    /// Whether a quicker result than the proven one may be found.
    fn hunts(&self, proof: Proof) -> bool {
        let Tactics { win, block, avoid, .. } = self.config.tactics;
        let knows_its_moves = win && block && avoid;
        self.config.proofs
            && knows_its_moves
            && proof.fate == Fate::Win
            && self.hunt.is_open(proof.distance)
    }

    fn hunt(&mut self, side: Side, known: Proof) {
        let trail =
            self.hunt.go_on(&self.ground, &self.field, side, known.distance);
        let Trail::Found { column, plies } = trail else { return };
        let proof = Proof::new(Fate::Win, plies);
        let (first, children) = self.pool.children(ROOT);
        if let Some(place) =
            children.iter().position(|node| node.column_index() == column)
        {
            self.pool.node_mut(first + place).prove(proof.next());
            self.pool.node_mut(ROOT).prove(proof);
        }
    }

    fn playout(
        &mut self,
        side: Side,
        rng: &mut impl Rng,
        probe: &mut impl Probe,
    ) {
        probe.enter(Phase::Selection);
        let mut walk = Walk { path: Path::new(), field: self.field, side };
        let outcome = self.descend(&mut walk, rng, probe);
        probe.enter(Phase::Update);
        self.update(&walk, outcome);
        probe.leave();
    }

    /// Goes down the tree and out of it, to the end of a game.
    fn descend(
        &mut self,
        walk: &mut Walk,
        rng: &mut impl Rng,
        probe: &mut impl Probe,
    ) -> Outcome {
        let mut index = ROOT;
        loop {
            // A path is never longer than a game: there is always room.
            let _ = walk.path.push(index as u32);
            let node = self.pool.node(index);
            if let Some(proof) = node.proof() {
                return self.proven(walk.side, proof);
            }
            if node.children().is_some() {
                let (child, column) = self.select(index);
                walk.field.drop(&self.ground, column, walk.side);
                walk.side = walk.side.other();
                index = child;
                continue;
            }
            let tactics = self.tactics_at(index);
            let verdict = tactics.verdict(&walk.field, walk.side);
            let is_over = verdict.moves == 0;
            if let Some(proof) = verdict.proof
                && (self.config.proofs || is_over)
            {
                self.pool.node_mut(index).prove(proof);
                return self.proven(walk.side, proof);
            }
            let forced = verdict.moves & verdict.moves.wrapping_sub(1) == 0;
            if forced || node.visits() >= self.config.expand_at {
                probe.enter(Phase::Expansion);
                self.expand(index, walk, rng);
                probe.enter(Phase::Selection);
                let node = self.pool.node(index);
                if node.is_proven() || node.children().is_some() {
                    walk.path.pop();
                    continue;
                }
            }
            probe.enter(Phase::Playout);
            let ending = self.config.playout.play(
                &self.ground,
                &mut walk.field,
                walk.side,
                node.column_index(),
                rng,
            );
            probe.plies(ending.plies);
            return Outcome { winner: ending.winner, weight: 1 };
        }
    }

    fn tactics_at(&self, index: usize) -> Tactics {
        if index == ROOT || self.config.tactics_everywhere {
            self.config.tactics
        } else {
            Tactics::NONE
        }
    }

    /// What a proven node brings back, where this side is to move.
    fn proven(&self, side: Side, proof: Proof) -> Outcome {
        let winner = winner_of(side, proof.fate);
        let ended = proof.distance == 0;
        Outcome { winner, weight: if ended { self.config.grading } else { 1 } }
    }

    /// The child to go on with, and its column.
    fn select(&self, index: usize) -> (usize, usize) {
        let (first, children) = self.pool.children(index);
        let parent = self.pool.node(index);
        let place =
            select(self.config.selection, parent, children, &self.trust);
        let column = children.get(place).map_or(0, |node| node.column_index());
        (first + place, column)
    }

    /// Gives the root its children.
    fn expand_root(&mut self, side: Side, rng: &mut impl Rng) {
        if self.rooted {
            return;
        }
        self.rooted = true;
        if self.pool.node(ROOT).children().is_some() {
            return;
        }
        if self.position.winner().is_some() {
            let over = Proof::new(Fate::Loss, 0);
            self.pool.node_mut(ROOT).prove(over);
            return;
        }
        let tactics = self.config.tactics;
        let verdict = tactics.full_verdict(&self.ground, &self.field, side);
        let field = self.field;
        self.add_children(ROOT, verdict.moves, &field, side, rng);
        let Some(proof) = verdict.proof else { return };
        if !self.config.proofs && verdict.moves != 0 {
            return;
        }
        self.pool.node_mut(ROOT).prove(proof);
        let (first, children) = self.pool.children(ROOT);
        for index in first..first + children.len() {
            self.pool.node_mut(index).prove(proof.next());
        }
    }

    /// Gives a leaf its children, or a proof instead, if there is room.
    fn expand(&mut self, index: usize, walk: &Walk, rng: &mut impl Rng) {
        let Verdict { moves, proof, .. } = self.tactics_at(index).full_verdict(
            &self.ground,
            &walk.field,
            walk.side,
        );
        match proof {
            Some(proof) if self.config.proofs => {
                self.pool.node_mut(index).prove(proof);
            }
            _ => self.add_children(index, moves, &walk.field, walk.side, rng),
        }
    }

    fn add_children(
        &mut self,
        index: usize,
        moves: Columns,
        field: &Field,
        side: Side,
        rng: &mut impl Rng,
    ) {
        let count = moves.count_ones() as usize;
        if count == 0 {
            return;
        }
        let Some(first) = self.pool.allocate(index, count) else { return };
        let mut dice = Dice::new(rng);
        let mut left = moves;
        let mut in_order = columns(moves);
        for child in first..first + count {
            let column = match self.config.order {
                Order::Random => dice.pick(left),
                Order::LeftToRight => in_order.next().unwrap_or(0),
            };
            left &= !(1 << column);
            let mut node = Node::new(column, field.landing_row(column));
            if field.wins_now(side) >> column & 1 != 0 {
                node.prove(Proof::new(Fate::Loss, 0));
            }
            *self.pool.node_mut(child) = node;
        }
    }

    /// Takes a result back to the root.
    fn update(&mut self, walk: &Walk, mut outcome: Outcome) {
        // The player who moved into the node at hand.
        let mut mover = walk.side.other();
        let mut below = None;
        for &index in walk.path.iter().rev() {
            let index = index as usize;
            let mut node = self.pool.node(index);
            if self.config.proofs
                && !node.is_proven()
                && let Some(child) = below
                && let Some(proof) = self.follows_from(index, child)
            {
                node.prove(proof);
            }
            node.count_visit();
            match node.proof() {
                Some(proof) => {
                    outcome.winner = winner_of(mover.other(), proof.fate);
                }
                None => {
                    if self.trust.listens() {
                        self.spread(node, &walk.field, mover, outcome.winner);
                    }
                    node.average(self.value(outcome, mover));
                }
            }
            *self.pool.node_mut(index) = node;
            outcome.weight = outcome.weight.saturating_sub(1).max(1);
            below = node.proof();
            mover = mover.other();
        }
    }

    /// What a result is worth to the player who moved into a node.
    fn value(&self, outcome: Outcome, mover: Side) -> i32 {
        let full = match self.config.grading {
            0 | 1 => ONE,
            grading => ONE / i32::from(grading) * i32::from(outcome.weight),
        };
        worth(full, outcome.winner, mover)
    }

    /// Tells the children of a node how much better a playout ended than
    /// was to be expected, and who came to hold their cells.
    #[inline(always)]
    fn spread(
        &mut self,
        node: Node,
        field: &Field,
        parents_mover: Side,
        winner: Option<Side>,
    ) {
        let for_parents_mover = worth(SURE, winner, parents_mover);
        let surprise = ((node.rough_mean() >> 2) - for_parents_mover) >> 1;
        let for_first = match parents_mover {
            Side::SECOND => surprise,
            _ => -surprise,
        };
        for child in self.pool.children_of_mut(node) {
            let row = child.rumour().row();
            match field.holder(row, child.column_index()) {
                Some(Side::FIRST) => child.rumour_mut().hear(for_first),
                Some(_) => child.rumour_mut().hear(-for_first),
                None => {}
            }
        }
    }

    /// The proof of a node that follows from its children's, of which one
    /// has just been proven.
    fn follows_from(&self, index: usize, child: Proof) -> Option<Proof> {
        if child.fate == Fate::Loss {
            return Some(child.before());
        }
        let (_, children) = self.pool.children(index);
        let mut best = Proof::new(Fate::Win, 0);
        for child in children {
            let proof = child.proof()?;
            if proof.is_better_than(best) {
                best = proof;
            }
        }
        Some(best.before())
    }
}

impl<const NODES: usize> Default for Engine<NODES> {
    fn default() -> Self {
        Self::new()
    }
}

/// What a result is worth to a player for whom a win is worth so much.
#[inline(always)]
fn worth(win: i32, winner: Option<Side>, player: Side) -> i32 {
    match winner {
        None => 0,
        Some(winner) if winner == player => win,
        Some(_) => -win,
    }
}

/// The winner where this side is to move and meets this fate.
fn winner_of(side: Side, fate: Fate) -> Option<Side> {
    match fate {
        Fate::Win => Some(side),
        Fate::Draw => None,
        Fate::Loss => Some(side.other()),
    }
}
