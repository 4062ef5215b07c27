//! The engine: a position, a tree, and playouts that make it grow.

use rand_core::Rng;

use super::config::{Config, Tactics};
use super::node::{Proof, Wdl};
use super::pool::{Pool, ROOT};
use super::rave::RaveWeights;
use super::shortest_win::{Progress, ShortestWin};
use super::threat_map::{Geometry, Side, ThreatMap};
use super::tracer::Tracer;
use crate::Position;

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
/// assert_eq!((proof.wdl, proof.distance), (engine::Wdl::Loss, 2));
/// # Ok::<(), engine::ParsePositionError>(())
/// ```
#[derive(Debug)]
pub struct Engine<const NODES: usize> {
    pub(super) pool: Pool<NODES>,
    pub(super) position: Position,
    pub(super) geometry: Geometry,
    pub(super) threats: ThreatMap,
    shortest_win: ShortestWin,
    pub(super) rave: RaveWeights,
    pub(super) config: Config,
    configured: bool,
    /// Whether the root has its children.
    pub(super) rooted: bool,
    pub(super) playouts: u64,
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
            geometry: Geometry::EMPTY,
            threats: ThreatMap::EMPTY,
            shortest_win: ShortestWin::NEW,
            rave: RaveWeights::NONE,
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
        self.rave.set(config.rave);
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
        self.shortest_win = ShortestWin::NEW;
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
                self.shortest_win = ShortestWin::NEW;
            }
            _ => self.clear(),
        }
        self.geometry = Geometry::new(position.board());
        self.threats = ThreatMap::new(&self.geometry, position);
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
        tracer: &mut impl Tracer,
    ) -> u32 {
        if !self.configured {
            return 0;
        }
        let side = Side::of(self.position.to_move());
        self.expand_root(side, rng);
        for done in 0..playouts {
            match self.pool.node(ROOT).proof() {
                None => self.playout(side, rng, tracer),
                Some(proof) if self.seeks_shorter_win(proof) => {
                    self.seek_shorter_win(side, proof)
                }
                Some(_) => return done,
            }
            self.playouts += 1;
        }
        playouts
    }

    /// Whether a quicker result than the proven one may be found.
    fn seeks_shorter_win(&self, proof: Proof) -> bool {
        let Tactics { win, block, avoid, .. } = self.config.tactics;
        let knows_its_moves = win && block && avoid;
        self.config.proofs
            && knows_its_moves
            && proof.wdl == Wdl::Win
            && self.shortest_win.is_open(proof.distance)
    }

    fn seek_shorter_win(&mut self, side: Side, known: Proof) {
        let progress = self.shortest_win.go_on(
            &self.geometry,
            &self.threats,
            side,
            known.distance,
        );
        let Progress::Found { column, plies } = progress else { return };
        let proof = Proof::new(Wdl::Win, plies);
        let (first, children) = self.pool.children(ROOT);
        if let Some(place) =
            children.iter().position(|node| node.column_index() == column)
        {
            self.pool.node_mut(first + place).prove(proof.next());
            self.pool.node_mut(ROOT).prove(proof);
        }
    }
}

impl<const NODES: usize> Default for Engine<NODES> {
    fn default() -> Self {
        Self::new()
    }
}
