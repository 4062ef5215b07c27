//! A whole game: the engine against moves drawn at random.
//!
//! ```sh
//! cargo run -p pocketfour-engine --release --example play
//! ```

use pocketfour_engine::rand_core::Rng;
use pocketfour_engine::{
    Board, Column, Engine, Generator, Node, Outcome, Player, Position,
    generator,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut pool = vec![Node::EMPTY; 10_000];
    let mut engine = Engine::new(&mut pool);
    let mut rng = generator(1);
    let mut game = Position::new(Board::CLASSIC);

    while game.outcome().is_none() {
        let column = match game.to_move() {
            Player::First => {
                // The tree of the last move is kept as far as it still holds.
                engine.set_position(&game);
                engine.step(2000, &mut rng);
                engine.choose()
            }
            Player::Second => any_move(&game, &mut rng),
        };
        let column = column.ok_or("a game that goes on has a move")?;
        let player = game.to_move();
        game.play(column)?;
        println!("{} {column:>2}  {game}", player.letter());
    }

    match game.outcome() {
        Some(Outcome::Win(player)) => println!("{} wins", player.letter()),
        _ => println!("a draw"),
    }
    Ok(())
}

fn any_move(game: &Position, rng: &mut Generator) -> Option<Column> {
    let columns: Vec<Column> = game
        .board()
        .all_columns()
        .filter(|&column| game.landing_cell(column).is_ok())
        .collect();
    let index = rng.next_u32() as usize % columns.len().max(1);
    columns.get(index).copied()
}
