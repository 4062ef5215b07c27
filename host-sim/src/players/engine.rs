//! The engine of this project as a player.

use engine::{Column, Config, Level, MIN_NODES, Position, generator};

use super::options::{NamedValue, settings};
use super::{Budget, MatchPlayer, PlayerFailure, SpecError};
use crate::OwnedEngine;

/// What can be said about the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    pub(crate) budget: Budget,
    config: Config,
    level: Level,
    pool: usize,
}

/// Options beside those of the search.
const OWN: [&str; 5] = ["chip", "nodes", "movetime", "pool", "level"];

impl Options {
    /// Reads options: a profile comes first, wherever it stands, and a chip
    /// stands for its pool and its playouts.
    pub(crate) fn parse(text: &str) -> Result<Options, SpecError> {
        let mut options = Options {
            budget: Budget::default(),
            config: Config::DEFAULT,
            level: Level::FULL,
            pool: DEFAULT_POOL,
        };
        let is_profile = |s: &NamedValue<'_>| s.name == "profile";
        let (first, rest): (Vec<_>, Vec<_>) =
            settings(text).partition(is_profile);
        for &setting in first.iter().chain(&rest) {
            options.set(setting)?;
        }
        let mut most = Budget::DEFAULT_NODES;
        if let Some(chip) = settings(text).find(|s| s.name == "chip") {
            most = CHIP_PLAYOUTS;
            if options.budget.time.is_some() {
                let wanted = "counted in playouts: leave movetime out";
                return Err(chip.refuse(wanted));
            }
        }
        let level = options.level.playouts();
        // A level limits playouts, whatever time there is.
        options.budget.nodes = options.budget.nodes.or(level);
        options.budget = options.budget.or_nodes(most);
        Ok(options)
    }

    fn set(&mut self, s: NamedValue<'_>) -> Result<(), SpecError> {
        match s.name {
            "nodes" | "movetime" => self.budget.take(s)?,
            // What it stands for is there already.
            "chip" => s.word(&[("m4", ())])?,
            "pool" => {
                let wanted = "a number of nodes from 32";
                self.pool = s.number(MIN_NODES..=usize::MAX, wanted)?;
            }
            "level" => {
                let wanted = "a level from 1 to 10";
                let level = Level::new(s.number(1..=10, wanted)?);
                self.level = level.ok_or_else(|| s.refuse(wanted))?;
            }
            name => {
                let setting =
                    Config::setting(name).ok_or_else(|| s.unknown(&known()))?;
                let value = s.of(setting.kind)?;
                (setting.set)(&mut self.config, value);
            }
        }
        Ok(())
    }

    pub(crate) fn player(&self) -> Box<dyn MatchPlayer> {
        let mut engine = OwnedEngine::new(self.pool);
        engine.configure(self.config);
        Box::new(EnginePlayer { engine, seed: 0, options: *self })
    }
}

/// The names of all options.
fn known() -> String {
    let own = OWN.iter().map(|&name| name.to_owned());
    let search = Config::SETTINGS.iter().map(|s| s.name.to_lowercase());
    own.chain(search).collect::<Vec<_>>().join(", ")
}

/// What fits a chip with 264 KB.
pub(crate) const DEFAULT_POOL: usize = 15_000;

/// The playouts that the reference chip, a Cortex-M4 of 125 MIPS, makes in
/// its three seconds for a move. `go movetime 3000` on the emulated board
/// makes from 24,318 to 26,196, on six empty boards.
const CHIP_PLAYOUTS: u32 = 25_000;

struct EnginePlayer {
    engine: OwnedEngine,
    seed: u64,
    options: Options,
}

impl MatchPlayer for EnginePlayer {
    fn begin(&mut self, _: &Position, seed: u64) -> Result<(), PlayerFailure> {
        self.engine.clear();
        self.seed = seed;
        Ok(())
    }

    fn choose(&mut self, position: &Position) -> Result<Column, PlayerFailure> {
        let EnginePlayer { engine, seed, options } = self;
        // Every move has a seed of its own, as for a program that is told
        // so by UGI: both play the same.
        let seed = seed.wrapping_add(u64::from(position.plies()));
        let random = &mut generator(seed);
        engine.set_position(position);
        options.budget.spend(|playouts| engine.step(playouts, random));
        engine
            .choose_at(options.level, random)
            .ok_or_else(|| PlayerFailure::new("found no move"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read() {
        let options = Options::parse(
            "exploration=512,profile=rival003,pool=1000,proofs=on",
        )
        .unwrap();
        assert_eq!(options.pool, 1000);
        let config =
            Config { exploration: 512, proofs: true, ..Config::RIVAL_003 };
        assert_eq!(options.config, config);
        assert_eq!(options.budget.nodes, Some(2000));
        let chip = Options::parse("chip=m4").unwrap();
        assert_eq!((chip.pool, chip.budget.nodes), (15_000, Some(25_000)));
        let chip = Options::parse("chip=m4,nodes=5").unwrap();
        assert_eq!((chip.pool, chip.budget.nodes), (15_000, Some(5)));
        let level = Options::parse("level=3").unwrap();
        assert_eq!(level.budget.nodes, Level::new(3).unwrap().playouts());
        let both = Options::parse("level=3,movetime=50").unwrap();
        assert_eq!(both.budget.nodes, level.budget.nodes);
    }

    #[test]
    fn mistakes_are_explained() {
        let refused = |text| Options::parse(text).unwrap_err().to_string();
        assert_eq!(
            refused("pool=5"),
            "`pool=5`: pool is a number of nodes from 32"
        );
        assert!(refused("speed=5").contains("there are chip, nodes"));
        assert!(refused("exploration=9000").contains("from 0 to 8192"));
        assert!(refused("rollout=x").contains("one of uniform, tactical"));
        assert!(refused("nodes=0").contains("from 1"));
        assert!(refused("chip=m4,movetime=9").contains("leave movetime out"));
    }

    #[test]
    fn any_pool_can_be_made() {
        let options = Options::parse("pool=30001,nodes=10").unwrap();
        let mut player = options.player();
        let start = Position::new(engine::Board::CLASSIC);
        player.begin(&start, 1).unwrap();
        assert!(player.choose(&start).is_ok());
    }
}
