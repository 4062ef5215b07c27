//! A board of another size, with a forbidden cell.
//!
//! ```sh
//! cargo run -p pocketfour-engine --example custom_board
//! ```

use pocketfour_engine::{
    Board, Cell, Column, Engine, Node, Position, generator,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Ten rows, twelve columns. Rows are counted from the bottom, both from 0.
    let cell = Cell::new(0, 5).ok_or("there is no such cell")?;
    let board = Board::new(10, 12)?.with_forbidden(cell)?;
    let mut game = Position::new(board);

    // A stone that would land on the forbidden cell lands on the one above.
    let column = Column::from_number(6).ok_or("there is no such column")?;
    let landing = game.landing_cell(column)?;
    println!("column {column}: a stone lands on row {}", landing.row() + 1);
    game.play(column)?;

    // What is not allowed is refused, and changes nothing.
    let outside = Board::new(10, 13);
    println!("thirteen columns: {}", outside.unwrap_err());

    let mut pool = vec![Node::EMPTY; 20_000];
    let mut engine = Engine::new(&mut pool);
    engine.set_position(&game);
    engine.step(5_000, &mut generator(1));
    let answer = engine.choose().ok_or("there is a move")?;
    println!("{game}: the answer is {answer}");
    Ok(())
}
