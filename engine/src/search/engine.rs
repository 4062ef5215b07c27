//! The engine: a position, a tree, and playouts that make it grow.

use rand_core::Rng;

use super::config::{Config, Tactics};
use super::geometry::Geometry;
use super::in_flight::InFlight;
use super::node::Node;
use super::pool::{MIN_NODES, Pool, ROOT};
use super::proof::{Proof, Wdl};
use super::shortest_win::{Found, ShortestWin};
use super::side::Side;
use super::threat_map::ThreatMap;
use super::tracer::Tracer;
use super::weights::WeightTable;
use crate::{Board, Position};

/// An engine: a tree of nodes that grows from a position.
///
/// The pool of nodes belongs to the caller, who hands it in as a slice of at
/// least [`MIN_NODES`]; a full pool is a normal state. Beside it there are the
/// engine itself, which is of a fixed size, and the stack: nothing is ever
/// allocated, and nothing recurses. With a whole session around it, the stack
/// is at most 5,500 bytes deep on the emulated boards.
///
/// ```
/// use pocketfour_engine::Engine;
///
/// assert!(size_of::<Engine>() < 6 * 1024);
/// ```
///
/// Time and randomness belong to the caller, too: [`Engine::step`] does a
/// number of playouts and returns; the random numbers come from a generator
/// of the caller's.
///
/// ```
/// use pocketfour_engine::{Engine, Node, Position};
///
/// let mut pool = vec![Node::EMPTY; 1000];
/// let mut engine = Engine::new(&mut pool);
/// let mut rng = pocketfour_engine::generator(7);
///
/// let game: Position = "7/7/7/7/1oo4/1xxx3 o".parse()?;
/// engine.set_position(&game);
/// engine.step(1000, &mut rng);
/// let report = engine.report();
/// let proof = report.proof.unwrap();
/// assert_eq!((proof.wdl, proof.distance), (pocketfour_engine::Wdl::Loss, 2));
/// # Ok::<(), pocketfour_engine::ParsePositionError>(())
/// ```
#[derive(Debug)]
pub struct Engine<'a> {
    pub(super) pool: Pool<'a>,
    pub(super) position: Position,
    pub(super) geometry: Geometry,
    pub(super) threats: ThreatMap,
    shortest_win: ShortestWin,
    pub(super) weights: WeightTable,
    pub(super) config: Config,
    pub(super) in_flight: InFlight,
    /// The most rollouts in flight, the one that begins included.
    pub(super) max_in_flight: u8,
    /// Whether the root has been given its children.
    pub(super) rooted: bool,
    pub(super) playouts: u64,
}

/// What there is to do next.
pub(super) enum Work {
    /// A playout, with this side to move at the root.
    Playout(Side),
    /// It has been done.
    Done,
    /// The result is proven, or there is nothing to search.
    Nothing,
}

#[cfg(feature = "defmt")]
impl defmt::Format for Engine<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        let nodes = self.capacity();
        defmt::write!(f, "{} nodes, {}", nodes, self.root());
    }
}

impl<'a> Engine<'a> {
    /// An engine at the start of a game on the classic board.
    ///
    /// With fewer than [`MIN_NODES`] nodes it does not search. Of more than
    /// [`MAX_NODES`](crate::MAX_NODES), it uses as many as that.
    ///
    /// ```
    /// use pocketfour_engine::{Engine, Node};
    ///
    /// let mut pool = [Node::EMPTY; 100];
    /// let engine = Engine::new(&mut pool);
    /// assert_eq!(engine.capacity(), 100);
    /// ```
    #[must_use]
    pub const fn new(nodes: &'a mut [Node]) -> Self {
        let board = Board::CLASSIC;
        let geometry = Geometry::new(board);
        let config = Config::DEFAULT;
        Engine {
            pool: Pool::new(nodes),
            position: Position::new(board),
            threats: ThreatMap::empty(&geometry, board),
            geometry,
            shortest_win: ShortestWin::NEW,
            weights: WeightTable::new(&config),
            config,
            in_flight: InFlight::NONE,
            max_in_flight: 1,
            rooted: false,
            playouts: 0,
        }
    }

    /// Grows trees in another pool from now on. The tree begins anew, and a
    /// [limit](Engine::set_pool_limit) of the old pool is lifted.
    ///
    /// ```
    /// use pocketfour_engine::{Engine, Node};
    ///
    /// let (mut small, mut large) = ([Node::EMPTY; 50], [Node::EMPTY; 500]);
    /// let mut engine = Engine::new(&mut small);
    /// engine.set_pool_limit(Some(40));
    /// engine.set_pool(&mut large);
    /// assert_eq!(engine.capacity(), 500);
    /// ```
    pub fn set_pool(&mut self, nodes: &'a mut [Node]) {
        self.pool = Pool::new(nodes);
        self.begin_anew();
    }

    /// Gives the pool back.
    ///
    /// ```
    /// use pocketfour_engine::{Engine, Node};
    ///
    /// let mut pool = [Node::EMPTY; 100];
    /// let engine = Engine::new(&mut pool);
    /// assert_eq!(engine.into_nodes().len(), 100);
    /// ```
    #[must_use]
    pub fn into_nodes(self) -> &'a mut [Node] {
        self.pool.into_entries()
    }

    /// The nodes of the pool, whether or not they are all in use.
    ///
    /// ```
    /// # use pocketfour_engine::{Engine, Node};
    /// # let mut pool = [Node::EMPTY; 100];
    /// assert_eq!(Engine::new(&mut pool).pool_size(), 100);
    /// ```
    #[must_use]
    pub const fn pool_size(&self) -> usize {
        self.pool.size()
    }

    /// The nodes of the pool that may be used.
    ///
    /// ```
    /// # use pocketfour_engine::{Engine, Node};
    /// # let mut pool = [Node::EMPTY; 100];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_pool_limit(Some(60));
    /// assert_eq!((engine.capacity(), engine.pool_size()), (60, 100));
    /// ```
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.pool.capacity()
    }

    /// The position that is searched.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Engine, Node};
    /// # let mut pool = [Node::EMPTY; 100];
    /// assert_eq!(Engine::new(&mut pool).position().board(), Board::CLASSIC);
    /// ```
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The configuration in use.
    ///
    /// ```
    /// # use pocketfour_engine::{Config, Engine, Node};
    /// # let mut pool = [Node::EMPTY; 100];
    /// assert_eq!(Engine::new(&mut pool).config(), Config::DEFAULT);
    /// ```
    #[must_use]
    pub const fn config(&self) -> Config {
        self.config
    }

    /// Changes the configuration. The tree begins anew, since another
    /// configuration would have grown another tree.
    ///
    /// ```
    /// use pocketfour_engine::{Config, Engine, Node};
    ///
    /// let mut pool = [Node::EMPTY; 100];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_config(Config::RIVAL_003);
    /// assert_eq!(engine.config(), Config::RIVAL_003);
    /// ```
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
        self.weights.set(&self.config);
        self.clear();
    }

    /// Uses at most `nodes` nodes of the pool from now on, and at least
    /// [`MIN_NODES`]; `None` lifts the limit. The tree begins anew.
    ///
    /// ```
    /// use pocketfour_engine::{Engine, Node};
    ///
    /// let mut pool = [Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_pool_limit(Some(200));
    /// assert_eq!(engine.capacity(), 200);
    /// engine.set_pool_limit(None);
    /// assert_eq!(engine.capacity(), 1000);
    /// ```
    pub fn set_pool_limit(&mut self, nodes: Option<usize>) {
        self.pool.set_limit(nodes);
        self.clear();
    }

    /// Forgets the tree, not the position.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 100];
    /// let mut engine = Engine::new(&mut pool);
    /// engine.set_position(&Position::new(Board::CLASSIC));
    /// engine.step(10, &mut rng);
    /// engine.clear();
    /// assert_eq!(engine.report().playouts, 0);
    /// ```
    pub fn clear(&mut self) {
        self.pool.clear();
        self.begin_anew();
    }

    /// Forgets what it knows of a tree that is gone.
    const fn begin_anew(&mut self) {
        self.in_flight.clear();
        self.shortest_win = ShortestWin::NEW;
        self.rooted = false;
        self.playouts = 0;
    }

    /// Sets the position to think about. What has been found out is kept if
    /// the new position follows from the old one by moves that were expanded;
    /// a node without children is forgotten.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 1000];
    /// let mut engine = Engine::new(&mut pool);
    /// let mut game = Position::new(Board::CLASSIC);
    /// engine.set_position(&game);
    /// engine.step(1000, &mut rng);
    ///
    /// game.play(engine.choose().unwrap()).unwrap();
    /// engine.set_position(&game);
    /// assert!(engine.report().visits > 100);
    /// ```
    pub fn set_position(&mut self, position: &Position) {
        self.end_in_flight();
        match self.find_descendant(position) {
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
    fn find_descendant(&self, position: &Position) -> Option<usize> {
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
            let offset =
                children.iter().position(|node| node.column() == column)?;
            index = first + offset;
        }
        (replayed == *position).then_some(index)
    }

    /// Does up to `playouts` playouts; fewer only if the result is proven, if
    /// there is nothing to search, or if the pool is smaller than
    /// [`MIN_NODES`]. Returns how many it did. Once a win is
    /// proven, playouts give way to the search for the shortest one.
    ///
    /// A playout costs at most one game on the board, so the work of a step
    /// is bounded by its argument.
    ///
    /// Rollouts that others run are [forgotten](Engine::end_in_flight) first. Where
    /// [more than one](Engine::set_max_in_flight) may be in flight, the last
    /// results wait for the next step when it returns, with their visits
    /// counted; [`Engine::end_in_flight`] takes them into the tree.
    ///
    /// ```
    /// use pocketfour_engine::{Board, Engine, Node, Position};
    ///
    /// let mut rng = pocketfour_engine::generator(7);
    /// let mut pool = [Node::EMPTY; 100];
    /// let mut engine = Engine::new(&mut pool);
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
        if self.in_flight.awaits_results() {
            self.end_in_flight();
        }
        if !self.prepare(rng) {
            return 0;
        }
        for done in 0..playouts {
            match self.next_work() {
                Work::Playout(side) => self.playout(side, rng, tracer),
                Work::Done => {}
                Work::Nothing => return done,
            }
            self.playouts += 1;
        }
        playouts
    }

    /// Gives the root its children; says whether there is a pool to search in.
    pub(super) fn prepare(&mut self, rng: &mut impl Rng) -> bool {
        if self.rooted {
            return true;
        }
        if self.pool.capacity() < MIN_NODES {
            return false;
        }
        self.expand_root(Side::of(self.position.to_move()), rng);
        true
    }

    /// What the next playout is: usually one, sometimes something else that
    /// counts as one and is done here, in the end nothing.
    #[inline(always)]
    pub(super) fn next_work(&mut self) -> Work {
        let side = Side::of(self.position.to_move());
        match self.pool.node(ROOT).proof() {
            None => Work::Playout(side),
            Some(proof) if self.seeks_shorter_win(proof) => {
                self.seek_shorter_win(side, proof);
                Work::Done
            }
            Some(_) => Work::Nothing,
        }
    }

    /// Whether a shorter win than the proven one may be found.
    fn seeks_shorter_win(&self, proof: Proof) -> bool {
        let Tactics { win, block, avoid, .. } = self.config.tactics;
        let knows_its_moves = win && block && avoid;
        self.config.proofs
            && knows_its_moves
            && proof.wdl == Wdl::Win
            && self.shortest_win.is_open(proof.distance)
    }

    fn seek_shorter_win(&mut self, side: Side, known: Proof) {
        let found = self.shortest_win.step(
            &self.geometry,
            &self.threats,
            side,
            known.distance,
        );
        let Some(Found { column, plies }) = found else { return };
        let proof = Proof::new(Wdl::Win, plies);
        let (first, children) = self.pool.children(ROOT);
        let offset =
            children.iter().position(|node| node.column_index() == column);
        debug_assert!(offset.is_some(), "a win by a move that the root has");
        if let Some(offset) = offset {
            self.pool.node_mut(first + offset).prove(proof.next());
            self.pool.node_mut(ROOT).prove(proof);
        }
    }
}
