//! Playouts a second on this machine: the engine's search, beside plain
//! tactical playouts without any tree, which is where this project began.
//!
//! The contestants take short turns, and of many turns the quickest counts,
//! so that the ratio holds on a busy machine.
//!
//! `cargo bench -p pocketfour-engine --bench playouts`

mod plain;

use std::hint::black_box;
use std::time::Instant;

use plain::{Double, Plain, Wide};
use pocketfour_engine::{
    Board, Config, Engine, Node, Position, RolloutPolicy, generator,
};

const TURNS: u64 = 200;
const PLAYOUTS: u32 = 1_000;

fn main() {
    println!("| board | plain | search, tactical | search, follow | ratio |");
    println!("|---|---|---|---|---|");
    measure::<u128>(Board::new(9, 12).expect("a size in range"));
    measure::<Double>(Board::new(12, 12).expect("a size in range"));
}

fn measure<W: Wide>(board: Board) {
    let plain = Plain::<W>::new(board);
    let mut pool = vec![Node::EMPTY; 16_000];
    let mut engine = Engine::new(&mut pool);
    let mut search = |rollout: RolloutPolicy, seed: u64| {
        engine.set_config(Config { rollout, ..Config::DEFAULT });
        engine.set_position(&Position::new(board));
        let mut rng = generator(seed);
        let start = Instant::now();
        assert_eq!(engine.step(PLAYOUTS, &mut rng), PLAYOUTS);
        rate(start)
    };
    let mut best = [0.0_f64; 3];
    for seed in 0..TURNS {
        best[0] = best[0].max(plain_games(&plain, seed));
        best[1] = best[1].max(search(RolloutPolicy::Tactical, seed));
        best[2] = best[2].max(search(RolloutPolicy::Follow, seed));
    }
    let [plain, tactical, follow] = best;
    let ratio = tactical / plain;
    println!(
        "| {board} | {plain:.0} | {tactical:.0} | {follow:.0} | {ratio:.2} |"
    );
}

fn plain_games<W: Wide>(plain: &Plain<W>, seed: u64) -> f64 {
    let mut rng = generator(seed);
    let start = Instant::now();
    let plies: u32 = (0..PLAYOUTS).map(|_| plain.play(&mut rng)).sum();
    let rate = rate(start);
    let average = black_box(plies) / PLAYOUTS;
    assert!((25..50).contains(&average), "{average} plies a game");
    rate
}

fn rate(start: Instant) -> f64 {
    f64::from(PLAYOUTS) / start.elapsed().as_secs_f64()
}
