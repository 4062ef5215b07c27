//! Engine and reference count what is known, and what each other counts.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use engine::{Board, Position};
use host_sim::commands::perft::distinct_by_key;
use host_sim::{Setup, reference};

const SEQUENCES: [u64; 9] =
    [1, 7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234];

const POSITIONS: [u64; 10] =
    [1, 7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275, 558_186];

#[test]
fn the_classic_board_has_the_known_sequences() {
    let start = Position::new(Board::CLASSIC);
    for (depth, count) in (0..).zip(SEQUENCES) {
        assert_eq!(engine::perft(&start, depth), count, "{depth}");
    }
    let mut game = reference::Game::new(6, 7, None).unwrap();
    for (depth, count) in (0..8).zip(SEQUENCES) {
        assert_eq!(reference::perft(&mut game, depth), count, "{depth}");
    }
}

#[test]
fn the_classic_board_has_the_known_positions() {
    let mut start = Position::new(Board::CLASSIC);
    assert_eq!(distinct_by_key(&mut start, 9), POSITIONS);
    let game = reference::Game::new(6, 7, None).unwrap();
    assert_eq!(reference::distinct(&game, 7), POSITIONS[..8]);
}

#[test]
fn equality_tells_positions_apart_as_well() {
    let mut positions = HashSet::from([Position::new(Board::CLASSIC)]);
    for count in &POSITIONS[1..8] {
        let mut later = HashSet::new();
        for position in &positions {
            for column in position.legal_columns() {
                let mut next = position.clone();
                next.play(column).unwrap();
                later.insert(next);
            }
        }
        assert_eq!(later.len() as u64, *count);
        positions = later;
    }
}

#[test]
fn the_tables_hold_for_both() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut tables = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        check_table(&fs::read_to_string(&path).unwrap());
        tables += 1;
    }
    assert!(tables >= 16, "{tables} tables");
}

fn check_table(text: &str) {
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let setup: Setup = lines.next().unwrap().parse().unwrap();
    let mut distinct = Vec::new();
    for (depth, line) in (0..).zip(lines) {
        let numbers: Vec<u64> =
            line.split(' ').map(|word| word.parse().unwrap()).collect();
        let [moves, sequences, positions] = numbers[..] else {
            panic!("{setup}: three numbers in {line:?}");
        };
        assert_eq!(moves, u64::from(depth), "{setup}");
        let found = engine::perft(&setup.position(), depth);
        assert_eq!(found, sequences, "engine, {setup}, depth {depth}");
        let found = reference::perft(&mut setup.game(), depth);
        assert_eq!(found, sequences, "reference, {setup}, depth {depth}");
        distinct.push(positions);
    }
    let plies = distinct.len() as u32 - 1;
    assert!(plies >= 3, "{setup}: a table of {plies} moves");
    let found = distinct_by_key(&mut setup.position(), plies);
    assert_eq!(found, distinct, "engine, {setup}");
    let found = reference::distinct(&setup.game(), plies);
    assert_eq!(found, distinct, "reference, {setup}");
}
