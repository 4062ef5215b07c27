//! What holds for every game on every board.

use pocketfour_engine::{Board, Cell, Column, Outcome, Player, Position};
use proptest::prelude::*;

/// Any board, with a forbidden cell or none.
fn boards() -> impl Strategy<Value = Board> {
    (4..=12_u8, 4..=12_u8).prop_flat_map(|(rows, columns)| {
        let cell = (0..rows, 0..columns);
        proptest::option::of(cell).prop_map(move |forbidden| {
            let board = Board::new(rows, columns).unwrap();
            match forbidden {
                Some((row, column)) => {
                    let cell = Cell::new(row, column).unwrap();
                    board.with_forbidden(cell).unwrap()
                }
                None => board,
            }
        })
    })
}

/// Any game, as far as its moves lead.
fn games() -> impl Strategy<Value = Position> {
    let choices = proptest::collection::vec(0..12_usize, 0..=144);
    (boards(), choices).prop_map(|(board, choices)| {
        let mut game = Position::new(board);
        for choice in choices {
            let legal: Vec<Column> = game.legal_columns().collect();
            if legal.is_empty() {
                break;
            }
            game.play(legal[choice % legal.len()]).unwrap();
        }
        game
    })
}

/// Everything that a position says about itself.
fn answers(game: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    let legal: Vec<Column> = game.legal_columns().collect();
    let winning = Player::BOTH.map(|player| game.winning_cells(player));
    (
        game.to_string(),
        game.key(),
        game.moves().to_vec(),
        game.plies(),
        game.outcome(),
        game.winning_stones(),
        legal,
        game.landing_cells(),
        winning,
    )
}

proptest! {
    #[test]
    fn undo_restores_everything(game in games()) {
        let mut again = Position::new(game.board());
        let mut before = Vec::new();
        for &column in game.moves() {
            before.push(answers(&again));
            again.play(column).unwrap();
        }
        prop_assert_eq!(answers(&again), answers(&game));
        while let Some(answer) = before.pop() {
            let last = again.moves().last().copied();
            prop_assert_eq!(again.undo(), last);
            prop_assert_eq!(answers(&again), answer);
        }
        prop_assert_eq!(again.undo(), None);
        prop_assert_eq!(again, Position::new(game.board()));
    }

    #[test]
    fn a_refused_move_changes_nothing(game in games()) {
        let mut tried = game.clone();
        for column in (0..12).filter_map(Column::new) {
            if game.legal_columns().all(|legal| legal != column) {
                let refusal = game.landing_cell(column).unwrap_err();
                prop_assert_eq!(tried.play(column), Err(refusal));
                prop_assert_eq!(answers(&tried), answers(&game));
            }
        }
    }

    #[test]
    fn a_stone_lands_where_it_was_announced(game in games()) {
        for column in game.legal_columns() {
            let mut next = game.clone();
            let cell = next.play(column).unwrap();
            prop_assert_eq!(game.landing_cell(column), Ok(cell));
            prop_assert!(game.landing_cells().contains(cell));
            prop_assert!(!game.occupied().contains(cell));
            prop_assert_eq!(next.occupied(), game.occupied().with(cell));
            let wins = game.winning_cells(game.to_move()).contains(cell);
            let won = next.outcome() == Some(Outcome::Win(game.to_move()));
            prop_assert_eq!(wins, won);
        }
    }

    #[test]
    fn what_is_written_is_read_back(game in games()) {
        let read: Position = game.to_string().parse().unwrap();
        prop_assert_eq!(&read, &game);
        prop_assert_eq!(read.key(), game.key());
        prop_assert_eq!(read.outcome(), game.outcome());
        prop_assert_eq!(read.to_string(), game.to_string());
    }

    #[test]
    fn reading_never_panics(text in "[xo#/ 0-9a-c\u{e4}]{0,60}") {
        if let Ok(game) = text.parse::<Position>() {
            prop_assert_eq!(game.to_string(), text);
        }
    }

    #[test]
    fn one_wrong_character_is_refused_or_read_as_written(
        game in games(),
        place in any::<proptest::sample::Index>(),
        mark in proptest::sample::select(b"xo#/ 0123456789-".as_slice()),
    ) {
        let mut text = game.to_string().into_bytes();
        let at = place.index(text.len());
        text[at] = mark;
        let text = String::from_utf8(text).unwrap();
        match text.parse::<Position>() {
            Ok(read) => prop_assert_eq!(read.to_string(), text),
            Err(why) => prop_assert!(why.at() <= Some(text.len())),
        }
    }

    #[test]
    fn a_mirror_image_mirrored_is_the_original(game in games()) {
        let twice = game.mirrored().mirrored();
        prop_assert_eq!(answers(&twice), answers(&game));
        prop_assert_eq!(twice, game);
    }

    #[test]
    fn playing_in_a_mirror_is_mirroring_the_play(game in games()) {
        let board = game.board();
        for column in game.legal_columns() {
            let mut played = game.clone();
            played.play(column).unwrap();
            let mut mirrored = game.mirrored();
            mirrored.play(board.mirrored_column(column)).unwrap();
            prop_assert_eq!(answers(&mirrored), answers(&played.mirrored()));
        }
    }
}
