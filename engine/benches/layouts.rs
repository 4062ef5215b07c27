//! Instructions of every board layout, and of the engine's own position, on
//! the host, counted by valgrind.
//!
//! Each benchmark plays 10,000 plies, so the count divided by 10,000 is
//! instructions a ply. `cargo install gungraun-runner --version 0.20.0
//! --locked` once, then `cargo bench -p engine --bench layouts`.
#![expect(missing_docs, reason = "the harness makes modules of its own")]

use std::hint::black_box;

use engine::{Bitboard, Column, Player, Position};
use gungraun::{
    Callgrind, LibraryBenchmarkConfig, library_benchmark,
    library_benchmark_group, main,
};
use layouts::{Board, Candidate, Layout, Tally, Workload, workload};

const PLIES: u32 = 10_000;
const SEED: u32 = 1;

const SMALL: Board = Board::open(9, 9);
const WIDE: Board = Board::open(9, 12);
const LARGE: Board = Board::open(12, 12);

/// What the plies come to on each board, whatever the layout and the work.
const EXPECTED: [(Board, Tally); 3] = [
    (SMALL, Tally { wins: [239, 179], draws: 0, winning_cells: 1 }),
    (WIDE, Tally { wins: [209, 187], draws: 0, winning_cells: 1 }),
    (LARGE, Tally { wins: [211, 186], draws: 0, winning_cells: 0 }),
];

fn check(board: Board, tally: Option<Tally>) -> Tally {
    let (_, expected) = EXPECTED
        .into_iter()
        .find(|(known, _)| *known == board)
        .expect("a board with a known tally");
    assert_eq!(tally, Some(expected));
    expected
}

fn run(workload: Workload, candidate: Candidate, board: Board) -> Tally {
    check(board, candidate.run(workload, black_box(board), PLIES, SEED))
}

/// One benchmark function for a workload, each layout on each board.
macro_rules! benchmarks {
    ($name:ident, $workload:expr) => {
        #[library_benchmark]
        #[benches::small_9x9(
                                    (Candidate::WideInteger, SMALL),
                                    (Candidate::WideIntegerConst, SMALL),
                                    (Candidate::ThreeWords, SMALL),
            (Candidate::SixWords, SMALL),
                                    (Candidate::Columns, SMALL),
                                    (Candidate::LineWords, SMALL),
                                )]
        #[benches::wide_9x12(
                                    (Candidate::WideInteger, WIDE),
                                    (Candidate::WideIntegerConst, WIDE),
                                    (Candidate::ThreeWords, WIDE),
            (Candidate::SixWords, WIDE),
                                    (Candidate::Columns, WIDE),
                                    (Candidate::LineWords, WIDE),
                                )]
        #[benches::large_12x12(
                                    (Candidate::Windows, LARGE),
                                    (Candidate::WindowsConst, LARGE),
                                    (Candidate::ThreeWords, LARGE),
            (Candidate::SixWords, LARGE),
                                    (Candidate::Columns, LARGE),
                                    (Candidate::LineWords, LARGE),
                                )]
        fn $name(candidate: Candidate, board: Board) -> Tally {
            run($workload, candidate, board)
        }
    };
}

benchmarks!(games, Workload::Games);
benchmarks!(walk, Workload::Walk);
benchmarks!(winning_cells, Workload::WinningCells);

library_benchmark_group!(
    name = candidates;
    benchmarks = games, walk, winning_cells
);

/// The engine's position, doing the same work as a layout.
#[derive(Clone, Debug)]
struct Game(Position);

fn column(col: usize) -> Column {
    Column::new(col as u8).expect("a column of the board")
}

impl Layout for Game {
    type Cells = Bitboard;

    fn new(board: Board) -> Option<Self> {
        let size = engine::Board::new(board.rows as u8, board.cols as u8);
        Some(Game(Position::new(size.ok()?)))
    }

    fn can_play(&self, col: usize) -> bool {
        self.0.landing_cell(column(col)).is_ok()
    }

    fn play(&mut self, col: usize) -> bool {
        self.0.play(column(col)).expect("a column with room");
        self.0.winner().is_some()
    }

    fn undo(&mut self, _: usize) {
        self.0.undo();
    }

    fn winning_cells(&self, side: usize) -> Bitboard {
        self.0.winning_cells(Player::BOTH[side])
    }

    fn count(cells: Bitboard) -> u32 {
        cells.len()
    }
}

#[library_benchmark]
#[bench::small_9x9(SMALL)]
#[bench::wide_9x12(WIDE)]
#[bench::large_12x12(LARGE)]
fn position_walk(board: Board) -> Tally {
    check(board, workload::walk::<Game>(black_box(board), PLIES, SEED))
}

#[library_benchmark]
#[bench::small_9x9(SMALL)]
#[bench::wide_9x12(WIDE)]
#[bench::large_12x12(LARGE)]
fn position_winning_cells(board: Board) -> Tally {
    let plies = black_box(PLIES);
    check(board, workload::winning_cells::<Game>(board, plies, SEED))
}

library_benchmark_group!(
    name = position;
    benchmarks = position_walk, position_winning_cells
);

main!(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = candidates, position
);
