//! One number that stands for how the engine plays.

use crate::{Config, Engine, Generator, Position, Report, Wdl, generator};

/// The nodes that the bench searches with: so few that some are evicted. A
/// smaller pool gives another number.
pub const BENCH_NODES: usize = 500;

/// Playouts for each position.
const PLAYOUTS: u32 = 1_500;

/// One position for each size of [`Board::LARGE`], and the classic start.
const POSITIONS: [&str; 17] = [
    "9/9/9/4#4/9/9/9/9/4x4 o",
    "10/4#5/10/8o1/6o1x1/2o1o1x1oo/2xox1x1ox/oxxxoox1ox/ooxoxxo1xx x",
    "11/1x5x2o/1x5x2o/1o2x2o2x/1x2o2x2o/1o2o2x1ox/1x2o1oo1ox/\
     oxx1x1xo1xo/oxx1ooxx1oo x",
    "12/12/12/o6x4/o2x3o3x/x1xx2xo3o/o1oo1xoox2x/x1ox1oxxox1x/\
     #1ooxoxxooox o",
    "9/9/9/9/9/2#6/9/9/9/9 x",
    "10/8#1/10/10/10/2o7/2ox6/2xoooxo1o/xxooxxxo1x/oxxxoxoxxo o",
    "11/11/10#/3x7/2xo1x3o1/2xxxox1oo1/o1oxxxo1xx1/o1oxooxxoo1/\
     x1ooxxxooxo/ooxoooxxoxx x",
    "12/12/1o10/1x10/1o10/1o2o7/1o2o7/1x1xx4x1x/xx1#oo3oxo/xxooxooxxoxx o",
    "9/9/9/7#1/9/9/9/9/9/4o4/4x1x2 o",
    "10/10/10/10/10/10/2#7/6o3/6xo2/1ox2oxx1o/oxxxooxx1o x",
    "11/11/11/7o1o1/7x1#1/3ox2x1x1/x1xoo2x1xo/ooxxx2ooxx/xxoxo2xxoo/\
     oxooo2xoxo/oxxox1ooxox o",
    "12/12/8o3/2o4xo3/2o3#xx3/2x3xox1o1/2x1x1xox1x1/2x1oxxxo1o1/\
     2o1xoooxxx1/oxxooxxoxoo1/oooxoooxxxoo x",
    "9/9/9/9/9/9/9/9/9/#8/4x4/2o1o1x2 x",
    "10/10/10/10/1o8/1o8/1x1x6/1xoox2xo1/1xxox2oo1/xoxoo2xx1/\
     oooxxxooxx/xoxxoooxxo o",
    "11/11/11/11/11/8#2/11/11/11/8x2/x1o3oxoxx/o1x1oxoxoox o",
    "12/12/12/12/12/12/12/2x9/2xo8/2oxx3o3/ooxoxxooxx1o/xoxoooxxxoxo x",
    "7/7/7/7/7/7 x",
];

/// Searches fixed positions with a fixed seed and a fixed budget, and makes
/// one number of what it finds: the same on every machine. A change of the
/// code that keeps the number does not change how the engine plays.
///
/// It goes in portions, so that the caller can see to other things in
/// between:
///
/// ```
/// use pocketfour_engine::{Bench, Engine, Node};
///
/// let mut pool = [Node::EMPTY; 1000];
/// let mut engine = Engine::new(&mut pool);
/// let mut bench = Bench::new();
/// while bench.step(&mut engine, 100) {}
/// bench.finish(&mut engine);
/// assert_eq!(bench.done(), bench.positions());
/// println!("{:016x}", bench.signature());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bench {
    done: usize,
    hash: u64,
    playouts: u64,
    evicted: u64,
    /// The search under way, and how many playouts it still gets.
    rng: Generator,
    left: u32,
    in_flight: usize,
    /// What the engine is given back.
    before: Option<Before>,
}

/// What an engine was like before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Before {
    config: Config,
    capacity: usize,
    in_flight: usize,
}

#[cfg(feature = "defmt")]
impl defmt::Format for Bench {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{} positions, {=u64:x}", self.done, self.hash);
    }
}

impl Bench {
    /// A bench that has not begun.
    #[must_use]
    pub fn new() -> Bench {
        Bench::with_in_flight(1)
    }

    /// One with this number of rollouts in flight, from 1 to
    /// [`MAX_IN_FLIGHT`](crate::MAX_IN_FLIGHT): another tree, and so another
    /// number, but again the same on every machine.
    ///
    /// ```
    /// # use pocketfour_engine::{BENCH_NODES, Bench, Engine, Node};
    /// # let mut pool = [Node::EMPTY; BENCH_NODES];
    /// # let mut engine = Engine::new(&mut pool);
    /// let mut bench = Bench::with_in_flight(2);
    /// while bench.step(&mut engine, 1000) {}
    /// assert_eq!(bench.done(), bench.positions());
    /// ```
    #[must_use]
    pub fn with_in_flight(in_flight: usize) -> Bench {
        Bench {
            in_flight,
            done: 0,
            // FNV-1a, 64 bits.
            hash: 0xcbf2_9ce4_8422_2325,
            playouts: 0,
            evicted: 0,
            rng: generator(0),
            left: 0,
            before: None,
        }
    }

    /// Does up to `playouts` playouts, at least one. Says whether there is more to do.
    ///
    /// What the engine knew before is lost.
    pub fn step(&mut self, engine: &mut Engine<'_>, playouts: u32) -> bool {
        self.step_with(engine, playouts, |engine, playouts, rng| {
            engine.step(playouts, rng)
        })
    }

    /// As [`Bench::step`], with a step of the caller's, which may count or
    /// time what the engine does.
    pub fn step_with(
        &mut self,
        engine: &mut Engine<'_>,
        playouts: u32,
        step: impl FnOnce(&mut Engine<'_>, u32, &mut Generator) -> u32,
    ) -> bool {
        let Some(text) = POSITIONS.get(self.done) else { return false };
        if self.left == 0 {
            self.begin(engine, text);
        }
        let portion = self.left.min(playouts.max(1));
        let done = step(engine, portion, &mut self.rng);
        self.left -= portion;
        if done < portion || self.left == 0 {
            self.left = 0;
            self.done += 1;
            engine.end_in_flight();
            self.take(&engine.report());
        }
        self.done < POSITIONS.len()
    }

    fn begin(&mut self, engine: &mut Engine<'_>, text: &str) {
        self.before.get_or_insert(Before {
            config: engine.config(),
            capacity: engine.capacity(),
            in_flight: engine.max_in_flight(),
        });
        engine.set_max_in_flight(self.in_flight);
        engine.set_config(Config::DEFAULT);
        engine.set_pool_limit(Some(BENCH_NODES));
        let position = text.parse::<Position>();
        debug_assert!(position.is_ok(), "{position:?}");
        if let Ok(position) = position {
            engine.set_position(&position);
        }
        self.rng = generator(self.done as u64 + 1);
        self.left = PLAYOUTS;
    }

    /// Gives the engine its own configuration, its limit of the pool and its
    /// number of rollouts in flight back.
    pub fn finish(&self, engine: &mut Engine<'_>) {
        if let Some(Before { config, capacity, in_flight }) = self.before {
            engine.set_max_in_flight(in_flight);
            engine.set_config(config);
            engine.set_pool_limit(Some(capacity));
        }
    }

    /// Mixes in what a search has found out.
    fn take(&mut self, report: &Report) {
        for entry in &report.moves {
            self.mix(u32::from(entry.column.number()));
            self.mix(entry.visits);
            self.mix(entry.mean.raw().cast_unsigned());
            self.mix(entry.proof.map_or(0, |proof| {
                let wdl = match proof.wdl {
                    Wdl::Loss => 1,
                    Wdl::Draw => 2,
                    Wdl::Win => 3,
                };
                (wdl << 8) | u32::from(proof.distance)
            }));
        }
        self.mix(report.best.map_or(0, |column| column.number().into()));
        self.playouts += report.playouts;
        self.evicted += u64::from(report.evicted);
    }

    fn mix(&mut self, word: u32) {
        for byte in word.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte))
                .wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// How many positions there are.
    #[must_use]
    pub const fn positions(&self) -> usize {
        POSITIONS.len()
    }

    /// How many of them have been searched.
    #[must_use]
    pub const fn done(&self) -> usize {
        self.done
    }

    /// The number, for the positions searched so far.
    #[must_use]
    pub const fn signature(&self) -> u64 {
        self.hash
    }

    /// Playouts done so far.
    #[must_use]
    pub const fn playouts(&self) -> u64 {
        self.playouts
    }

    /// Entries of the pool evicted so far, the heads of groups included.
    #[must_use]
    pub const fn evicted(&self) -> u64 {
        self.evicted
    }
}

impl Default for Bench {
    fn default() -> Bench {
        Bench::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Node};

    #[test]
    fn every_size_has_its_position() {
        let boards = POSITIONS.map(|text| {
            let board = text.parse::<Position>().unwrap().board();
            (board.rows(), board.columns())
        });
        for board in Board::LARGE.into_iter().chain([Board::CLASSIC]) {
            assert!(boards.contains(&(board.rows(), board.columns())));
        }
    }

    /// A change of play puts the new number here, and the match that speaks
    /// for it into the commit's message.
    #[test]
    fn the_engine_plays_as_it_did() {
        let mut pool = [Node::EMPTY; BENCH_NODES];
        let mut engine = Engine::new(&mut pool);
        let mut bench = Bench::new();
        while bench.step(&mut engine, PLAYOUTS) {}
        let signature = bench.signature();
        assert_eq!(signature, 0x4aa9_b0fb_0e53_9b7a, "{signature:016x}");
    }

    #[test]
    fn it_plays_as_it_did_with_rollouts_in_flight() {
        let mut pool = [Node::EMPTY; BENCH_NODES];
        let mut engine = Engine::new(&mut pool);
        for (in_flight, known) in
            [(2, 0xd091_e1d9_e6be_3f66), (4, 0x7478_b0b7_1a34_805b)]
        {
            let mut bench = Bench::with_in_flight(in_flight);
            while bench.step(&mut engine, 7) {}
            let signature = bench.signature();
            assert_eq!(signature, known, "{in_flight}: {signature:016x}");
        }
    }

    #[test]
    fn the_number_is_the_same_again_and_nodes_are_evicted() {
        fn run<const NODES: usize>(portion: u32) -> Bench {
            let mut pool = [Node::EMPTY; NODES];
            let mut engine = Engine::new(&mut pool);
            let mut bench = Bench::new();
            while bench.step(&mut engine, portion) {}
            bench
        }
        let bench = run::<BENCH_NODES>(PLAYOUTS);
        let again = run::<2000>(77);
        let found = |bench: &Bench| {
            let counts = (bench.playouts(), bench.evicted());
            (bench.signature(), bench.done(), counts)
        };
        assert_eq!(found(&bench), found(&again));
        assert!(bench.evicted() > 0);
        assert!(bench.playouts() > 10_000);
    }

    #[test]
    fn the_engine_is_as_it_was_before() {
        let mut pool = [Node::EMPTY; 2000];
        let mut engine = Engine::new(&mut pool);
        engine.set_config(Config::RIVAL_002);
        engine.set_pool_limit(Some(700));
        let mut bench = Bench::new();
        while bench.step(&mut engine, PLAYOUTS) {}
        bench.finish(&mut engine);
        assert_eq!(engine.config(), Config::RIVAL_002);
        assert_eq!(engine.capacity(), 700);
    }
}
