//! Whatever the board, the options and the pool: the tree is sound after
//! every search, and the move chosen is one that can be played.

use engine::{
    Choice, Column, Config, Engine, Level, Node, Order, RolloutPolicy,
    Selection, Tactics, generator,
};
use host_sim::audit::audit;

use crate::source::Source;

/// The largest pool tried; most are smaller, so that they are soon full.
const NODES: usize = 1000;
/// Games and searches that end soon are more of them.
const STAGES: usize = 24;

/// Searches: a board, a configuration and a pool, then stages of a game.
///
/// # Panics
///
/// If a tree is not sound, or an illegal move is chosen.
pub fn check(bytes: &[u8]) {
    let mut source = Source(bytes);
    let setup = source.setup();
    let (mut game, mut position) = (setup.game(), setup.position());
    let mut pool = vec![Node::EMPTY; NODES];
    let mut engine = Engine::new(&mut pool);
    engine.set_config(config(&mut source));
    engine.set_pool_limit(Some(usize::from(source.word()) % (NODES + 1)));
    let mut random = generator(source.word().into());
    for _ in 0..STAGES {
        if source.is_empty() {
            return;
        }
        let stage = source.byte();
        match stage >> 5 {
            // A move of the engine's or one of the bytes', known or not.
            0..=2 => {
                let number = stage % 13;
                let column = match Column::from_number(number) {
                    Some(column) => Some(column),
                    None => engine.choose(),
                };
                let Some(column) = column else { continue };
                let played = game.play(column.index().into()).is_ok();
                assert_eq!(position.play(column).is_ok(), played);
                engine.set_position(&position);
            }
            3 => {
                assert_eq!(position.undo().is_some(), game.undo().is_some());
                engine.set_position(&position);
            }
            4 => engine.set_pool_limit(Some(source.word().into())),
            5 => {
                engine.set_config(config(&mut source));
                engine.set_position(&position);
            }
            _ => {
                engine.set_position(&position);
                let playouts = u32::from(source.byte());
                let done = engine.step(playouts, &mut random);
                assert!(done <= playouts);
                let level = Level::new(1 + stage % 10).expect("1 to 10");
                let chosen = engine.choose_at(level, &mut random);
                let legal = |column: Column| {
                    game.landing_spot(column.index().into()).is_ok()
                };
                assert_eq!(chosen.is_some_and(legal), !game.is_over());
                if let Err(broken) = audit(&engine, &game) {
                    panic!("{broken}, {:?}", engine.config());
                }
            }
        }
    }
}

fn config(source: &mut Source<'_>) -> Config {
    let profiles = Config::PROFILES;
    let (_, mut config) = profiles[source.below(profiles.len())];
    if source.flag() {
        return config;
    }
    config.exploration = source.word();
    let (policies, choices) = (RolloutPolicy::ALL, Choice::ALL);
    let flags = source.byte();
    let flag = |bit: u32| flags >> bit & 1 != 0;
    config.selection = match flag(0) {
        true => Selection::Ucb,
        false => Selection::Puct,
    };
    config.tactics = Tactics {
        win: flag(1),
        block: flag(2),
        avoid: flag(3),
        double: flag(4),
    };
    config.tactics_everywhere = flag(5);
    config.proofs = flag(6);
    config.order = match flag(7) {
        true => Order::Random,
        false => Order::LeftToRight,
    };
    config.rollout = policies[source.below(policies.len())];
    config.choice = choices[source.below(choices.len())];
    config.grading = source.byte();
    config.expand_at = source.below(9) as u32;
    config.rave = source.word();
    config
}
