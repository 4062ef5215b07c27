//! The engine of this project as a player.

use std::thread;

use engine::{
    Choice, Column, Config, Engine, Level, Order, Position, RolloutPolicy,
    Selection, generator,
};

use super::options::{Setting, settings};
use super::{Budget, Failure, Player, SpecError};

/// What can be said about the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) budget: Budget,
    config: Config,
    level: Level,
    pool: usize,
}

const KNOWN: &str = "chip, nodes, movetime, pool, level, preset, \
                     exploration, puct, playout, expand, rave, choice, \
                     order, grading, proofs";

const PRESETS: [(&str, Config); 6] = [
    ("default", Config::DEFAULT),
    ("rival-000", Config::RIVAL_000),
    ("rival-001", Config::RIVAL_001),
    ("rival-002", Config::RIVAL_002),
    ("rival-003", Config::RIVAL_003),
    ("rival-004", Config::RIVAL_004),
];
const PLAYOUTS: [(&str, RolloutPolicy); 4] = [
    ("uniform", RolloutPolicy::Uniform),
    ("tactical", RolloutPolicy::Tactical),
    ("reserve", RolloutPolicy::Reserve),
    ("follow", RolloutPolicy::Follow),
];
const CHOICES: [(&str, Choice); 3] = [
    ("visits", Choice::Visits),
    ("mean", Choice::Mean),
    ("filtered", Choice::Filtered),
];
const ORDERS: [(&str, Order); 2] =
    [("random", Order::Random), ("left", Order::LeftToRight)];
const SWITCH: [(&str, bool); 2] = [("on", true), ("off", false)];

impl Options {
    /// Reads options. A preset comes first, wherever it stands.
    pub(crate) fn parse(text: &str) -> Result<Options, SpecError> {
        let mut options = Options {
            budget: Budget::default(),
            config: Config::DEFAULT,
            level: Level::FULL,
            pool: DEFAULT_POOL,
        };
        for setting in settings(text).filter(|s| s.name == "preset") {
            options.config = setting.word(&PRESETS)?;
        }
        for setting in settings(text).filter(|s| s.name != "preset") {
            options.set(setting)?;
        }
        let chip = settings(text).any(|s| s.name == "chip");
        let most = if chip { CHIP_PLAYOUTS } else { Budget::DEFAULT_NODES };
        let level = options.level.playouts();
        options.budget = options.budget.or_nodes(level.unwrap_or(most));
        Ok(options)
    }

    fn set(&mut self, s: Setting<'_>) -> Result<(), SpecError> {
        let config = &mut self.config;
        match s.name {
            "nodes" | "movetime" => self.budget.take(s)?,
            // What it stands for is there already.
            "chip" => s.word(&[("m4", ())])?,
            "pool" => self.pool = s.word(&POOLS)?,
            "level" => {
                let level = s.number(1..=10, "a level from 1 to 10")?;
                self.level = Level::new(level).unwrap_or(Level::FULL);
            }
            "exploration" => config.selection = Selection::Ucb(weight(s)?),
            "puct" => config.selection = Selection::Puct(weight(s)?),
            "playout" => config.rollout = s.word(&PLAYOUTS)?,
            "expand" => {
                let wanted = "a number of visits from 0";
                config.expand_at = s.number(0..=u32::MAX, wanted)?;
            }
            "rave" => {
                let wanted = "a number of visits from 0 to 65535";
                config.rave = s.number(0..=u16::MAX, wanted)?;
            }
            "choice" => config.choice = s.word(&CHOICES)?,
            "order" => config.order = s.word(&ORDERS)?,
            "grading" => {
                config.grading = s.number(1..=255, "a weight from 1 to 255")?;
            }
            "proofs" => config.proofs = s.word(&SWITCH)?,
            _ => return Err(s.unknown(KNOWN)),
        }
        Ok(())
    }
}

/// A constant as people write it, in the engine's unit.
fn weight(setting: Setting<'_>) -> Result<u16, SpecError> {
    let wanted = "a number from 0 to 8, such as 0.9";
    let weight: f64 = setting.number(0.0..=8.0, wanted)?;
    Ok((weight * 1024.0).round() as u16)
}

/// Pools to choose from: an engine's size is a matter of its type.
macro_rules! pools {
    ($($size:literal $name:literal),*) => {
        const POOLS: [(&str, usize); [$($size),*].len()] =
            [$(($name, $size)),*];

        impl Options {
            pub(crate) fn player(&self) -> Box<dyn Player> {
                match self.pool {
                    $($size => Box::new(Seat::<$size>::new(*self)),)*
                    _ => Box::new(Seat::<DEFAULT_POOL>::new(*self)),
                }
            }
        }
    };
}

/// What fits a chip with 264 KB.
pub(crate) const DEFAULT_POOL: usize = 15_000;

/// The playouts that the reference chip, a Cortex-M4 of 125 MIPS, makes in
/// its three seconds for a move. `go movetime 3000` on the emulated board
/// makes from 24,318 to 26,196, on six empty boards.
const CHIP_PLAYOUTS: u32 = 25_000;

pools!(
    1_000 "1000", 4_000 "4000", 15_000 "15000", 16_000 "16000",
    20_000 "20000", 64_000 "64000", 200_000 "200000", 1_000_000 "1000000",
    4_000_000 "4000000"
);

struct Seat<const NODES: usize> {
    engine: Box<Engine<NODES>>,
    seed: u64,
    options: Options,
}

impl<const NODES: usize> Seat<NODES> {
    fn new(options: Options) -> Self {
        let mut engine = boxed();
        engine.configure(options.config);
        Seat { engine, seed: 0, options }
    }
}

/// An engine on the heap. On its way there it may pass over a stack, so one
/// is provided that is large enough.
pub(crate) fn boxed<const NODES: usize>() -> Box<Engine<NODES>> {
    let room = 3 * size_of::<Engine<NODES>>() + (1 << 20);
    let thread = thread::Builder::new().stack_size(room);
    let engine = thread.spawn(|| Box::new(Engine::new()));
    engine.expect("a thread").join().expect("an engine")
}

impl<const NODES: usize> Player for Seat<NODES> {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), Failure> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, Failure> {
        let Seat { engine, seed, options } = self;
        // Every move has a seed of its own, as for a program that is told
        // so by UGI: both play the same.
        let seed = seed.wrapping_add(u64::from(position.plies()));
        let random = &mut generator(seed);
        engine.set_position(position);
        options.budget.spend(|playouts| engine.step(playouts, random));
        engine
            .choose_at(options.level, random)
            .ok_or_else(|| Failure::new("found no move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = Options::parse(
            "exploration=0.5,preset=rival-003,pool=1000,proofs=on",
        )
        .unwrap();
        assert_eq!(options.pool, 1000);
        let config = Config {
            selection: Selection::Ucb(512),
            proofs: true,
            ..Config::RIVAL_003
        };
        assert_eq!(options.config, config);
        assert_eq!(options.budget.nodes, Some(2000));
        let chip = Options::parse("chip=m4").unwrap();
        assert_eq!((chip.pool, chip.budget.nodes), (15_000, Some(25_000)));
        let chip = Options::parse("chip=m4,nodes=5").unwrap();
        assert_eq!((chip.pool, chip.budget.nodes), (15_000, Some(5)));
        let level = Options::parse("level=3").unwrap();
        assert_eq!(level.budget.nodes, Level::new(3).unwrap().playouts());
    }

    #[test]
    fn mistakes_are_explained() {
        let refused = |text| Options::parse(text).unwrap_err().to_string();
        assert_eq!(
            refused("pool=5"),
            "`pool=5`: pool is one of 1000, 4000, 15000, 16000, 20000, 64000, \
             200000, 1000000, 4000000"
        );
        assert!(refused("speed=5").contains("there are chip, nodes"));
        assert!(refused("exploration=9").contains("from 0 to 8"));
        assert!(refused("exploration=NaN").contains("from 0 to 8"));
        assert!(refused("nodes=0").contains("from 1"));
    }

    #[test]
    fn the_largest_pool_can_be_made() {
        let options = Options::parse("pool=4000000,nodes=10").unwrap();
        let mut player = options.player();
        let start = Position::new(engine::Board::CLASSIC);
        player.begin(&start, 1).unwrap();
        assert!(player.choose(&start).is_ok());
    }
}
