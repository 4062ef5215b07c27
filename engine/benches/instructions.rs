//! Instructions on the host, counted by valgrind: set operations, the rules,
//! rollouts on the threat map, and whole playouts.
//!
//! `cargo install gungraun-runner --version 0.20.0 --locked` once, then
//! `cargo xtask bench --instructions`. Every benchmark checks its result.
#![expect(missing_docs, reason = "the harness makes modules of its own")]

use std::hint::black_box;

use gungraun::{
    Callgrind, LibraryBenchmarkConfig, library_benchmark,
    library_benchmark_group, main,
};
use pocketfour_engine::{
    Bitboard, Board, Config, Engine, Node, Player, Position, generator, perft,
};

const NODES: usize = 15_000;

fn board(rows: u8, columns: u8) -> Board {
    Board::new(rows, columns).expect("a size in range")
}

// A position of the bench, in the middle of a game.
fn middle() -> Position {
    let text = "12/12/12/12/12/12/12/2x9/2xo8/2oxx3o3/ooxoxxooxx1o/\
                xoxoooxxxoxo x";
    text.parse().expect("a position")
}

// A thousand win tests of a set of cells.
#[library_benchmark]
fn bitboard_has_four() -> u32 {
    let stones = middle().stones(Player::First);
    let found = (0..1000).map(|_| u32::from(black_box(stones).has_four()));
    let found = found.sum();
    assert_eq!(found, 0);
    found
}

// The cells of all columns, one by one.
#[library_benchmark]
fn bitboard_iteration() -> usize {
    let cells = black_box(Bitboard::ALL).into_iter();
    let rows = cells.map(|cell| usize::from(cell.row())).sum();
    assert_eq!(rows, 792);
    rows
}

// Play, win test and undo.
#[library_benchmark]
#[bench::classic(Board::CLASSIC, 16_807)]
#[bench::small(board(9, 9), 59_049)]
#[bench::large(board(12, 12), 248_832)]
fn position_perft(board: Board, expected: u64) -> u64 {
    let found = perft(&Position::new(board), 5);
    assert_eq!(found, expected);
    found
}

// The winning cells of both players, a thousand times.
#[library_benchmark]
fn position_winning_cells() -> u32 {
    let game = middle();
    let found = (0..1000).map(|_| {
        let winning = Player::BOTH.map(|player| game.winning_cells(player));
        (black_box(winning[0]) | winning[1]).len()
    });
    found.sum()
}

// A thousand playouts; with a tree that does not grow they are rollouts on
// the threat map and little else.
#[library_benchmark]
#[bench::rollouts(u32::MAX)]
#[bench::playouts(Config::DEFAULT.expand_at)]
fn search(expand_at: u32) -> u32 {
    let mut pool = vec![Node::EMPTY; NODES];
    let mut engine = Engine::new(&mut pool);
    engine.set_config(Config { expand_at, ..Config::DEFAULT });
    engine.set_position(&middle());
    let done = engine.step(1000, &mut generator(1));
    assert_eq!(done, 1000);
    done
}

library_benchmark_group!(
    name = bitboards;
    benchmarks = bitboard_has_four, bitboard_iteration
);
library_benchmark_group!(
    name = positions;
    benchmarks = position_perft, position_winning_cells
);
library_benchmark_group!(name = searches; benchmarks = search);

main!(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = bitboards, positions, searches
);
