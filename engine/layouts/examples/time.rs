//! Nanoseconds a ply of every layout on this machine, as a table.
//!
//! The layouts take turns, and of many turns the quickest counts: what else
//! runs on the machine slows all of them alike or is left out. The figures in
//! brackets are ratios to `columns` on the same board.
//!
//! `cargo run --release -p layouts --example time`

use std::hint::black_box;
use std::time::Instant;

use layouts::{Board, Candidate, Workload};

const BOARDS: [Board; 3] =
    [Board::open(9, 9), Board::open(9, 12), Board::open(12, 12)];
const WORKLOADS: [Workload; 3] =
    [Workload::Games, Workload::Walk, Workload::WinningCells];
// Short turns, so that the quickest is one nothing else cut into.
const PLIES: u32 = 10_000;
const TURNS: usize = 300;

fn main() {
    let mut rows: Vec<(Board, Candidate, [f64; 3])> = Vec::new();
    for board in BOARDS {
        for candidate in Candidate::ALL {
            if candidate.holds(board) {
                rows.push((board, candidate, [f64::INFINITY; 3]));
            }
        }
    }
    for _ in 0..TURNS {
        for (board, candidate, best) in &mut rows {
            for (workload, best) in WORKLOADS.into_iter().zip(best) {
                *best = best.min(time(*candidate, workload, *board));
            }
        }
    }
    println!("| board | layout | games | walk | winning cells |");
    println!("|---|---|---|---|---|");
    for (board, candidate, best) in &rows {
        let (_, _, unit) = rows
            .iter()
            .find(|row| row.0 == *board && row.1 == Candidate::Columns)
            .expect("columns hold every board");
        print!("| {}x{} ", board.rows, board.cols);
        print!("| {} |", candidate.name());
        for (nanoseconds, unit) in best.iter().zip(unit) {
            print!(" {nanoseconds:.1} ({:.2}) |", nanoseconds / unit);
        }
        println!();
    }
}

/// Nanoseconds a ply, once.
fn time(candidate: Candidate, workload: Workload, board: Board) -> f64 {
    let start = Instant::now();
    let tally = candidate.run(workload, black_box(board), PLIES, 1);
    let elapsed = start.elapsed();
    assert!(black_box(tally).is_some());
    elapsed.as_nanos() as f64 / f64::from(PLIES)
}
