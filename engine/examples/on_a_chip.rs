//! Without a heap: the nodes lie in a `static`, as on a chip.
//!
//! Nothing but `println!` needs a system here. On a chip, `think` is called
//! from a task, for a portion of the work at a time, so that other tasks get
//! their turn; the project's `firmware/` does it like this.
//!
//! ```sh
//! cargo run -p pocketfour-engine --example on_a_chip
//! ```

use pocketfour_engine::{
    Board, Column, Engine, Generator, Node, Position, generator,
};
use static_cell::ConstStaticCell;

/// 16 bytes a node: 96,000 bytes of zeros, which take no flash.
const NODES: usize = 6_000;
static POOL: ConstStaticCell<[Node; NODES]> =
    ConstStaticCell::new([Node::EMPTY; NODES]);

/// Playouts between two looks at the clock or at the serial port.
const PORTION: u32 = 50;

fn main() {
    let mut engine = Engine::new(POOL.take());
    let mut rng = generator(2026);
    let mut game = Position::new(Board::CLASSIC);
    for _ in 0..6 {
        let mut ticks = 0;
        let is_late = || {
            ticks += 1;
            ticks > 20
        };
        let Some(column) = think(&mut engine, &game, &mut rng, is_late) else {
            break;
        };
        if game.play(column).is_err() {
            break;
        }
        println!("{game}");
    }
    println!("{} of {NODES} nodes in use", engine.report().used);
}

/// Thinks in portions until the time is over, or all is known.
fn think(
    engine: &mut Engine<'_>,
    game: &Position,
    rng: &mut Generator,
    mut is_late: impl FnMut() -> bool,
) -> Option<Column> {
    engine.set_position(game);
    while !is_late() && engine.step(PORTION, rng) == PORTION {}
    engine.choose()
}
