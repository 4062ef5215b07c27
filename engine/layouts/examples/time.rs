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
const PLIES: u32 = 50_000;
const TURNS: usize = 60;

fn main() {
    println!("| board | layout | games | walk | winning cells |");
    println!("|---|---|---|---|---|");
    for board in BOARDS {
        let candidates: Vec<Candidate> = Candidate::ALL
            .into_iter()
            .filter(|candidate| candidate.holds(board))
            .collect();
        let mut best = vec![[f64::INFINITY; 3]; candidates.len()];
        for _ in 0..TURNS {
            for (candidate, best) in candidates.iter().zip(&mut best) {
                for (workload, best) in WORKLOADS.into_iter().zip(best) {
                    *best = best.min(time(*candidate, workload, board));
                }
            }
        }
        let columns = candidates
            .iter()
            .position(|candidate| *candidate == Candidate::Columns)
            .expect("columns hold every board");
        let unit = best[columns];
        for (candidate, best) in candidates.iter().zip(&best) {
            print!("| {}x{} ", board.rows, board.cols);
            print!("| {} |", candidate.name());
            for (nanoseconds, unit) in best.iter().zip(unit) {
                print!(" {nanoseconds:.1} ({:.2}) |", nanoseconds / unit);
            }
            println!();
        }
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
