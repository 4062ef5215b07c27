//! What the engine thinks of a position: every move, what to expect, proofs.
//!
//! ```sh
//! cargo run -p pocketfour-engine --release --example analyse
//! cargo run -p pocketfour-engine --release --example analyse -- "9/9/9/4#4/9/9/9/9/4x4 o"
//! ```

use std::env;

use pocketfour_engine::{Engine, Node, Position, generator};

/// Row by row from the top, then who is to move.
const POSITION: &str = "7/7/7/3o3/3x3/2xo3 x";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = env::args().nth(1).unwrap_or_else(|| POSITION.to_owned());
    let game: Position = text.parse()?;

    let mut pool = vec![Node::EMPTY; 100_000];
    let mut engine = Engine::new(&mut pool);
    engine.set_position(&game);
    engine.step(50_000, &mut generator(1));

    let report = engine.report();
    println!("{game}: {} playouts", report.visits);
    let mut moves = report.moves;
    moves.sort_unstable_by_key(|it| std::cmp::Reverse(it.visits));
    for it in &moves {
        // The points to expect of a hundred: 50% is even.
        let percent = f64::from(it.mean.permille() + 1000) / 20.0;
        print!("{:>4} {:>6} visits {percent:>6.1}%", it.column, it.visits);
        match it.proof {
            Some(proof) => println!("  proven: {proof:?}"),
            None => println!(),
        }
    }
    let line: Vec<_> = report.variation.iter().map(|c| c.to_string()).collect();
    println!("expected: {}", line.join(" "));
    Ok(())
}
