//! Instructions of every board layout on the host, counted by valgrind.
//!
//! Each benchmark plays 10,000 plies, so the count divided by 10,000 is
//! instructions a ply. `cargo install gungraun-runner --version 0.20.0
//! --locked` once, then `cargo bench -p engine --bench layouts`.
#![expect(missing_docs, reason = "the harness makes modules of its own")]

use std::hint::black_box;

use gungraun::{
    Callgrind, LibraryBenchmarkConfig, library_benchmark,
    library_benchmark_group, main,
};
use layouts::{Board, Candidate, Tally, Workload};

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

fn run(workload: Workload, candidate: Candidate, board: Board) -> Tally {
    let tally = candidate
        .run(workload, black_box(board), PLIES, SEED)
        .expect("a layout that holds the board");
    let (_, expected) = EXPECTED
        .into_iter()
        .find(|(known, _)| *known == board)
        .expect("a board with a known tally");
    assert_eq!(tally, expected);
    tally
}

/// One benchmark function for a workload, each layout on each board.
macro_rules! benchmarks {
    ($name:ident, $workload:expr) => {
        #[library_benchmark]
        #[benches::small_9x9(
                                    (Candidate::WideInteger, SMALL),
                                    (Candidate::WideIntegerConst, SMALL),
                                    (Candidate::ThreeWords, SMALL),
                                    (Candidate::Columns, SMALL),
                                    (Candidate::LineWords, SMALL),
                                )]
        #[benches::wide_9x12(
                                    (Candidate::WideInteger, WIDE),
                                    (Candidate::WideIntegerConst, WIDE),
                                    (Candidate::ThreeWords, WIDE),
                                    (Candidate::Columns, WIDE),
                                    (Candidate::LineWords, WIDE),
                                )]
        #[benches::large_12x12(
                                    (Candidate::Windows, LARGE),
                                    (Candidate::WindowsConst, LARGE),
                                    (Candidate::ThreeWords, LARGE),
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

main!(
    config = LibraryBenchmarkConfig::default()
        .tool(Callgrind::with_args(["--cache-sim=no"]));
    library_benchmark_groups = candidates
);
