//! Whatever the board, the options and the pool: the tree is sound after
//! every search, the move chosen is one that can be played, and rollouts that
//! run elsewhere find what those at hand find.

use arbitrary::{Arbitrary, Unstructured};
use engine::{
    Choice, Column, Config, Engine, Level, MAX_IN_FLIGHT, MAX_SIDE, MIN_SIDE,
    Node, Order, Position, RolloutPolicy, Selection, Tactics, generator,
};
use host_sim::audit::audit;
use host_sim::reference::Game;
use host_sim::rollout_queue::{RolloutQueue, When};
use host_sim::{BoardSize, Setup};

/// The largest pool tried; most are smaller, so that they are soon full.
const NODES: usize = 1000;
/// Games and searches that end soon are more of them.
const STAGES: usize = 24;

/// What comes before the stages.
#[derive(Arbitrary, Debug)]
struct Start {
    sides: [u8; 2],
    forbidden: Option<[u8; 2]>,
    settings: Settings,
    pool: u16,
    seed: u64,
}

/// A configuration: one that has a name, or any.
#[derive(Arbitrary, Debug)]
struct Settings {
    profile: u8,
    other: Option<Other>,
}

#[derive(Arbitrary, Debug)]
struct Other {
    exploration: u16,
    ucb: bool,
    tactics: [bool; 4],
    everywhere: bool,
    proofs: bool,
    random_order: bool,
    rollout: u8,
    choice: u8,
    grading: u8,
    expand_at: u8,
    rave: u16,
}

/// A step of a game with searches.
#[derive(Arbitrary, Debug)]
enum Stage {
    Move(u8),
    OwnMove,
    Undo,
    PoolLimit(u16),
    Settings(Settings),
    InFlight(u8),
    Search {
        playouts: u8,
        level: u8,
    },
    /// What is in flight is given up.
    GiveUp,
    /// The runner forgets what it was given, as a core does that is reset.
    Lose,
}

/// Searches: a board, a configuration and a pool, then stages of a game.
/// Rollouts run elsewhere find what those at hand find.
///
/// # Panics
///
/// If a tree is not sound, an illegal move is chosen, or it matters who runs
/// the rollouts.
pub fn check(bytes: &[u8]) {
    let mut source = Unstructured::new(bytes);
    let Ok(start) = source.arbitrary::<Start>() else { return };
    let mut searches = Searches::new(&start);
    let mut pools = [(); 2].map(|()| vec![Node::EMPTY; NODES]);
    let [pool, other] = &mut pools;
    let mut engines = [Engine::new(pool), Engine::new(other)];
    for engine in &mut engines {
        engine.set_config(start.settings.config());
        let limit = usize::from(start.pool) % (NODES + 1);
        engine.set_pool_limit(Some(limit));
    }
    for _ in 0..STAGES {
        if source.is_empty() {
            return;
        }
        let Ok(stage) = source.arbitrary::<Stage>() else { return };
        searches.stage(&stage, &mut engines);
    }
}

/// A game, and what searches it: the first engine has a runner, the second
/// has none.
struct Searches {
    game: Game,
    position: Position,
    seed: u64,
    runner: RolloutQueue,
    /// Whether no rollout was lost, so that both engines find the same.
    same: bool,
}

impl Searches {
    fn new(start: &Start) -> Searches {
        let setup = start.setup();
        Searches {
            game: setup.game(),
            position: setup.position(),
            seed: start.seed,
            runner: RolloutQueue::new(When::Asked),
            same: true,
        }
    }

    fn stage(&mut self, stage: &Stage, engines: &mut [Engine<'_>; 2]) {
        match stage {
            Stage::Move(number) => {
                self.play(Column::from_number(number % 14), engines);
            }
            Stage::OwnMove => self.play(engines[0].choose(), engines),
            Stage::Undo => {
                let undone = self.position.undo().is_some();
                assert_eq!(undone, self.game.undo().is_some());
                self.set_position(engines);
            }
            Stage::PoolLimit(nodes) => {
                self.settle(engines);
                for engine in engines {
                    engine.set_pool_limit(Some((*nodes).into()));
                }
            }
            Stage::Settings(settings) => {
                self.settle(engines);
                for engine in engines.iter_mut() {
                    engine.set_config(settings.config());
                }
                self.set_position(engines);
            }
            Stage::InFlight(rollouts) => {
                self.settle(engines);
                for engine in engines.iter_mut() {
                    let most = usize::from(*rollouts) % (MAX_IN_FLIGHT + 2);
                    engine.set_max_in_flight(most);
                }
            }
            &Stage::Search { playouts, level } => {
                self.search(playouts.into(), level, engines);
            }
            Stage::GiveUp => {
                self.same &= engines[0].in_flight() == 0;
                engines[0].end_in_flight();
            }
            Stage::Lose => {
                self.same &= self.runner.is_empty();
                self.runner.clear();
            }
        }
    }

    fn play(&mut self, column: Option<Column>, engines: &mut [Engine<'_>; 2]) {
        let Some(column) = column else { return };
        let played = self.game.play(column.index().into()).is_ok();
        assert_eq!(self.position.play(column).is_ok(), played);
        self.set_position(engines);
    }

    fn set_position(&mut self, engines: &mut [Engine<'_>; 2]) {
        self.settle(engines);
        for engine in engines {
            engine.set_position(&self.position);
        }
    }

    /// Waits for every rollout.
    fn settle(&mut self, [there, here]: &mut [Engine<'_>; 2]) {
        there.settle_on(&mut self.runner);
        here.end_in_flight();
    }

    fn search(
        &mut self,
        playouts: u32,
        level: u8,
        engines: &mut [Engine<'_>; 2],
    ) {
        self.set_position(engines);
        let [there, here] = engines;
        let mut rngs = [(); 2].map(|()| generator(self.seed));
        let [rng, other] = &mut rngs;
        let done = there.step_on(playouts, rng, &mut self.runner);
        assert!(done <= playouts);
        let done_here = here.step(playouts, other);
        if self.same {
            assert_eq!(done, done_here, "playouts");
        }
        if self.seed & 1 == 0 {
            self.settle(engines);
        }
        self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d) + 1;
        for engine in engines.iter() {
            let level = Level::new(1 + level % 10).expect("1 to 10");
            let chosen = engine.choose_at(level, &mut generator(self.seed));
            let legal = |column: Column| {
                self.game.landing_spot(column.index().into()).is_ok()
            };
            assert_eq!(chosen.is_some_and(legal), !self.game.is_over());
            if let Err(broken) = audit(engine, &self.game) {
                panic!("{broken}, {:?}", engine.config());
            }
        }
        let [there, here] = engines;
        if self.same && there.in_flight() == 0 && here.in_flight() == 0 {
            assert_eq!(there.report(), here.report(), "{:?}", here.config());
        }
    }
}

impl Start {
    fn setup(&self) -> Setup {
        let sides = usize::from(MAX_SIDE - MIN_SIDE) + 1;
        let side = |byte| usize::from(MIN_SIDE) + usize::from(byte) % sides;
        let [rows, columns] = self.sides.map(side);
        let size = BoardSize { rows, columns };
        let cell = self.forbidden.map(|[row, column]| {
            (usize::from(row) % rows, usize::from(column) % columns)
        });
        size.with(cell).expect("a cell on the board")
    }
}

impl Settings {
    fn config(&self) -> Config {
        let profiles = Config::PROFILES;
        let profile = usize::from(self.profile) % profiles.len();
        let (_, mut config) = profiles[profile];
        let Some(other) = &self.other else { return config };
        let (policies, choices) = (RolloutPolicy::ALL, Choice::ALL);
        config.exploration = other.exploration;
        config.selection = match other.ucb {
            true => Selection::Ucb,
            false => Selection::Puct,
        };
        let [win, block, avoid, double] = other.tactics;
        config.tactics = Tactics { win, block, avoid, double };
        config.tactics_everywhere = other.everywhere;
        config.proofs = other.proofs;
        config.order = match other.random_order {
            true => Order::Random,
            false => Order::LeftToRight,
        };
        config.rollout = policies[usize::from(other.rollout) % policies.len()];
        config.choice = choices[usize::from(other.choice) % choices.len()];
        config.grading = other.grading;
        config.expand_at = u32::from(other.expand_at % 9);
        config.rave = other.rave;
        config
    }
}
