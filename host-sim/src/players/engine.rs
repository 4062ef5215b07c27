//! The engine of this project as a player.

use std::num::NonZeroUsize;

use boards::Chip;
use engine::{Book, Config, Level, Position, SettingKind, generator};
use protocol::{IN_FLIGHT, LEVEL, POOL};

use super::options::{NamedValue, settings};
use super::timed::Timed;
use super::{
    Budget, Clock, GameClocks, MatchPlayer, PlayedMove, PlayerFailure,
    SpecError,
};
use crate::OwnedEngine;
use crate::workers::Workers;

/// What can be said about the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EngineOptions {
    pub(crate) budget: Budget,
    config: Config,
    level: Level,
    /// Whether the opening book answers what it knows.
    book: bool,
    pool: usize,
    /// Threads that think, the one that walks the tree included.
    pub(crate) threads: NonZeroUsize,
    /// How many rollouts may be in flight; enough for the threads unless
    /// said.
    in_flight: Option<usize>,
}

/// Options beside those of the search.
const OWN: [&str; 6] = ["chip", "book", "pool", "level", "threads", "inflight"];

impl EngineOptions {
    /// Reads options: a chip and a profile come first, wherever they stand. A
    /// chip stands for its pool, its rollouts in flight, its playouts and the
    /// opening book.
    pub(crate) fn parse(text: &str) -> Result<EngineOptions, SpecError> {
        let mut options = EngineOptions {
            budget: Budget::by(Clock::Cpu),
            config: Config::DEFAULT,
            level: Level::FULL,
            book: false,
            pool: DEFAULT_POOL,
            threads: NonZeroUsize::MIN,
            in_flight: None,
        };
        let mut most = Budget::DEFAULT_NODES;
        let chip = settings(text).find(|s| s.name == "chip");
        if let Some(setting) = chip {
            let chip = find_chip(setting)?;
            options.pool = chip.pool;
            options.book = true;
            options.in_flight = Some(chip.in_flight);
            most = chip.playouts;
        }
        let is_profile = |s: &NamedValue<'_>| s.name == "profile";
        let (first, rest): (Vec<_>, Vec<_>) =
            settings(text).partition(is_profile);
        for &setting in first.iter().chain(&rest) {
            options.set(setting)?;
        }
        if options.threads > NonZeroUsize::MIN {
            options.go_by_the_wall(&rest)?;
        }
        if let Some(chip) = chip.filter(|_| options.budget.time.is_some()) {
            let wanted = "counted in playouts: leave movetime out";
            return Err(chip.refuse(wanted));
        }
        let level = options.level.playouts();
        // A level limits playouts, whatever time there is.
        options.budget.nodes = options.budget.nodes.or(level);
        options.budget = options.budget.or_nodes(most);
        Ok(options)
    }

    /// The processor time of a player is that of one thread: of several, some
    /// would think for nothing.
    fn go_by_the_wall(
        &mut self,
        given: &[NamedValue<'_>],
    ) -> Result<(), SpecError> {
        if let Some(clock) = given.iter().find(|s| s.name == "clock")
            && self.budget.clock == Clock::Cpu
        {
            return Err(clock.refuse("wall with several threads"));
        }
        self.budget.clock = Clock::Wall;
        Ok(())
    }

    fn set(&mut self, s: NamedValue<'_>) -> Result<(), SpecError> {
        match s.name {
            name if Budget::NAMES.contains(&name) => self.budget.take(s)?,
            // What it stands for is there already.
            "chip" => drop(find_chip(s)?),
            "pool" => self.pool = s.of(POOL)? as usize,
            "threads" => {
                let wanted = "a number of threads from 1";
                let all = NonZeroUsize::MIN..=NonZeroUsize::MAX;
                self.threads = s.number(all, wanted)?;
            }
            "book" => self.book = s.of(SettingKind::Flag)? != 0,
            "inflight" => self.in_flight = Some(s.of(IN_FLIGHT)? as usize),
            "level" => {
                let level = Level::new(s.of(LEVEL)? as u8);
                self.level = level.ok_or_else(|| s.refuse("a level"))?;
            }
            name => {
                let setting =
                    Config::setting(name).ok_or_else(|| s.unknown(&known()))?;
                let value = s.of(setting.kind())?;
                setting
                    .set(&mut self.config, value)
                    .map_err(|e| s.refuse(&e.to_string()))?;
            }
        }
        Ok(())
    }

    pub(crate) fn player(&self) -> Box<dyn MatchPlayer> {
        let mut engine = OwnedEngine::new(self.pool);
        engine.set_config(self.config);
        let enough = || Workers::in_flight(self.threads);
        engine.set_max_in_flight(self.in_flight.unwrap_or_else(enough));
        let workers = Workers::new(self.threads);
        let player = EnginePlayer { engine, workers, seed: 0, options: *self };
        Timed::watch(Box::new(player), self.budget)
    }
}

/// The names of all options.
fn known() -> String {
    let own = OWN.iter().chain(&Budget::NAMES);
    let own = own.map(|&name| name.to_owned());
    let search = Config::SETTINGS.iter().map(|s| s.name().to_lowercase());
    own.chain(search).collect::<Vec<_>>().join(", ")
}

/// What fits a chip with 264 KB.
pub(crate) const DEFAULT_POOL: usize = 15_000;

/// The chip of this name.
fn find_chip(s: NamedValue<'_>) -> Result<Chip, SpecError> {
    let chips = Chip::all();
    let names = chips.iter().map(|chip| chip.name.as_str());
    let names = Vec::from_iter(names).join(", ");
    let found = chips.into_iter().find(|chip| chip.name == s.value);
    found.ok_or_else(|| s.refuse(&format!("one of {names}")))
}

struct EnginePlayer {
    engine: OwnedEngine,
    workers: Workers,
    seed: u64,
    options: EngineOptions,
}

impl MatchPlayer for EnginePlayer {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn set_clocks(&mut self, clocks: &GameClocks) -> bool {
        self.options.budget.take_from(clocks)
    }

    fn choose(
        &mut self,
        position: &Position,
    ) -> Result<PlayedMove, PlayerFailure> {
        let EnginePlayer { engine, workers, seed, options } = self;
        // Every move has a seed of its own, as for a program that is told
        // so by UGI: both play the same.
        let seed = seed.wrapping_add(u64::from(position.plies()));
        let rng = &mut generator(seed);
        engine.set_position(position);
        let asks_book = options.book && options.level == Level::FULL;
        if let Some(column) =
            asks_book.then(|| Book::OPENINGS.find(position)).flatten()
        {
            return Ok(PlayedMove::from(column));
        }
        let playouts = options
            .budget
            .spend(|playouts| workers.step(engine, playouts, rng));
        workers.settle(engine);
        let column = engine.choose_at(options.level, rng);
        let column = column.ok_or_else(PlayerFailure::no_move)?;
        let mean = engine.report().mean;
        Ok(PlayedMove::from(column).after(playouts).with_mean(mean))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::Spec;

    #[test]
    fn options_are_read() {
        let options = EngineOptions::parse(
            "exploration=512,profile=rival003,pool=1000,proofs=on",
        )
        .unwrap();
        assert_eq!(options.pool, 1000);
        let config =
            Config { exploration: 512, proofs: true, ..Config::RIVAL_003 };
        assert_eq!(options.config, config);
        assert_eq!(options.budget.nodes, Some(2000));
        let chip = EngineOptions::parse("chip=m4").unwrap();
        assert_eq!((chip.pool, chip.budget.nodes), (15_000, Some(25_000)));
        let chip = EngineOptions::parse("chip=m4,nodes=5").unwrap();
        assert_eq!((chip.pool, chip.budget.nodes), (15_000, Some(5)));
        for Chip { name, playouts, pool, in_flight, .. } in Chip::all() {
            let chip = EngineOptions::parse(&format!("chip={name}")).unwrap();
            assert_eq!((chip.pool, chip.budget.nodes), (pool, Some(playouts)));
            assert_eq!(chip.in_flight, Some(in_flight));
        }
        let chip =
            EngineOptions::parse("inflight=1,pool=99,chip=pico").unwrap();
        assert_eq!((chip.pool, chip.in_flight), (99, Some(1)));
        let level = EngineOptions::parse("level=3").unwrap();
        assert_eq!(level.budget.nodes, Level::new(3).unwrap().playouts());
        let both = EngineOptions::parse("level=3,movetime=50").unwrap();
        assert_eq!(both.budget.nodes, level.budget.nodes);
    }

    #[test]
    fn mistakes_are_explained() {
        let refused =
            |text| EngineOptions::parse(text).unwrap_err().to_string();
        assert_eq!(
            refused("pool=5"),
            "`pool=5`: pool is a number from 32 to 4294967295"
        );
        assert_eq!(
            refused("inflight=5"),
            "`inflight=5`: inflight is a number from 1 to 4"
        );
        assert_eq!(
            refused("threads=0"),
            "`threads=0`: threads is a number of threads from 1"
        );
        assert!(refused("speed=5").contains("there are chip, book, pool"));
        assert!(refused("exploration=9000").contains("from 0 to 8192"));
        assert!(refused("rollout=x").contains("one of uniform, tactical"));
        assert!(refused("nodes=0").contains("from 1"));
        assert!(refused("chip=m4,movetime=9").contains("leave movetime out"));
        assert_eq!(
            refused("threads=2,movetime=9,clock=cpu"),
            "`clock=cpu`: clock is wall with several threads"
        );
        assert_eq!(
            refused("chip=pico3"),
            "`chip=pico3`: chip is one of m4, pico, pico2, microbit-v2"
        );
    }

    /// Others on the machine matter to several threads, but not to one.
    #[test]
    fn several_threads_go_by_the_wall() {
        for (text, clock, is_timed) in [
            ("movetime=9", Clock::Cpu, false),
            ("movetime=9,clock=cpu,threads=1", Clock::Cpu, false),
            ("movetime=9,clock=wall", Clock::Wall, true),
            ("movetime=9,threads=2", Clock::Wall, true),
            ("threads=3,movetime=9,clock=wall", Clock::Wall, true),
            ("threads=2", Clock::Wall, false),
        ] {
            let options = EngineOptions::parse(text).unwrap();
            assert_eq!(options.budget.clock, clock, "{text}");
            let spec: Spec = format!("engine:{text}").parse().unwrap();
            assert_eq!(spec.is_timed(), is_timed, "{text}");
        }
    }

    #[test]
    fn the_moves_do_not_depend_on_the_threads() {
        let start = Position::new(engine::Board::CLASSIC);
        let choose = |options: &str| {
            let mut player = EngineOptions::parse(options).unwrap().player();
            player.begin(&start, 1).unwrap();
            let choice = player.choose(&start).unwrap();
            (choice.column, choice.playouts, choice.score)
        };
        for in_flight in 1..=4 {
            let on = |threads: usize| {
                choose(&format!(
                    "inflight={in_flight},threads={threads},nodes=700"
                ))
            };
            let one = on(1);
            assert_eq!([2, 8, 20].map(on), [one; 3], "{in_flight} in flight");
        }
        let four = choose("inflight=4,nodes=700");
        assert_eq!(choose("threads=8,nodes=700"), four);
    }

    #[test]
    fn any_pool_can_be_made() {
        let options = EngineOptions::parse("pool=30001,nodes=10").unwrap();
        let mut player = options.player();
        let start = Position::new(engine::Board::CLASSIC);
        player.begin(&start, 1).unwrap();
        assert!(player.choose(&start).is_ok());
    }
}
