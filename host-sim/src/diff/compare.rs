//! Everything the engine says about a position against the reference.

use std::fmt::{self, Debug};

use engine::{
    Bitboard, Column, MAX_SIDE, Outcome, PlayError, Player, Position,
};

use crate::reference::{Game, Refusal, Side, Spot, Square};

/// A question to which engine and reference have different answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The question.
    pub what: String,
    /// What the reference answers.
    pub reference: String,
    /// What the engine answers.
    pub engine: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { what, reference, engine } = self;
        write!(f, "{what}: reference {reference}, engine {engine}")
    }
}

/// Whether two answers are the same; if not, they are shown with `Debug`.
pub(crate) fn same<T: PartialEq + Debug>(
    what: &str,
    reference: T,
    engine: T,
) -> Result<(), Difference> {
    if reference == engine {
        return Ok(());
    }
    Err(Difference {
        what: what.into(),
        reference: format!("{reference:?}"),
        engine: format!("{engine:?}"),
    })
}

/// The engine must find the same cells in the same order.
fn same_spots(
    what: &str,
    reference: &[Spot],
    engine: Bitboard,
) -> Result<(), Difference> {
    if engine.into_iter().map(spot).eq(reference.iter().copied()) {
        return Ok(());
    }
    // One more than expected shows a set that never ends.
    let enough = reference.len().max(16) + 1;
    Err(Difference {
        what: what.into(),
        reference: listed(reference.iter().copied()),
        engine: listed(engine.into_iter().take(enough).map(spot)),
    })
}

fn listed(spots: impl Iterator<Item = Spot>) -> String {
    let texts: Vec<String> = spots
        .map(|(row, column)| format!("{},{}", row + 1, column + 1))
        .collect();
    if texts.is_empty() { "none".into() } else { texts.join(" ") }
}

/// Whether a stone dropped into a column fares the same.
pub(crate) fn same_landing(
    what: &str,
    reference: Result<Spot, PlayError>,
    engine: Result<Spot, PlayError>,
) -> Result<(), Difference> {
    if reference == engine {
        return Ok(());
    }
    let shown = |landing: Result<Spot, PlayError>| match landing {
        Ok(spot) => listed(std::iter::once(spot)),
        Err(refusal) => refusal.to_string(),
    };
    let (reference, engine) = (shown(reference), shown(engine));
    Err(Difference { what: what.into(), reference, engine })
}

/// Columns as people count them.
fn numbers(columns: &[usize]) -> Vec<usize> {
    columns.iter().map(|column| column + 1).collect()
}

/// The engine's columns as people count them.
fn engine_numbers(columns: impl Iterator<Item = Column>) -> Vec<usize> {
    columns.map(|column| column.number().into()).collect()
}

/// The engine's cell as the reference counts.
pub(crate) fn spot(cell: engine::Cell) -> Spot {
    (usize::from(cell.row()), usize::from(cell.column().index()))
}

/// The engine's column with this index. The index is below 12.
pub(crate) fn column(index: usize) -> Column {
    Column::new(index as u8).expect("an index below 12")
}

/// The engine's name for a side.
fn player(side: Side) -> Player {
    match side {
        Side::X => Player::First,
        Side::O => Player::Second,
    }
}

/// What the engine should answer to a stone dropped into this column.
pub(crate) fn expected_landing(
    game: &Game,
    index: usize,
) -> Result<Spot, PlayError> {
    let column = column(index);
    game.landing_spot(index).map_err(|refusal| match refusal {
        Refusal::NoSuchColumn => {
            PlayError::NoSuchColumn { column, columns: game.columns() as u8 }
        }
        Refusal::ColumnFull => PlayError::ColumnFull { column },
        Refusal::GameOver => PlayError::GameOver,
    })
}

/// Compares all answers. Moves that the rules refuse are tried as well, and
/// must not change anything. Returns the position's text.
///
/// What other answers are made from comes first: the sets of stones.
pub(crate) fn compare(
    game: &Game,
    position: &mut Position,
) -> Result<String, Difference> {
    compare_landing(game, position)?;
    compare_stones(game, position)?;
    compare_end(game, position)?;
    for (what, side) in
        [("winning cells of x", Side::X), ("winning cells of o", Side::O)]
    {
        let cells = position.winning_cells(player(side));
        same_spots(what, &game.winning_spots(side), cells)?;
    }
    let text = compare_notation(game, position)?;
    compare_mirror(game, position)?;
    Ok(text)
}

fn compare_landing(
    game: &Game,
    position: &mut Position,
) -> Result<(), Difference> {
    let mut cells = Vec::new();
    for index in 0..usize::from(MAX_SIDE) {
        let expected = expected_landing(game, index);
        let column = column(index);
        let found = position.landing_cell(column).map(spot);
        if found != expected {
            let what = format!("landing cell of column {column}");
            return same_landing(&what, expected, found);
        }
        match expected {
            Ok(spot) => cells.push(spot),
            Err(refusal) => {
                let found = position.play(column).map(spot);
                same_landing("a move to be refused", Err(refusal), found)?;
            }
        }
    }
    same_spots("landing cells", &cells, position.landing_cells())?;
    let columns = position.legal_columns().take(usize::from(MAX_SIDE) + 1);
    let legal = numbers(&game.legal_columns());
    same("legal columns", legal, engine_numbers(columns))
}

fn compare_stones(game: &Game, position: &Position) -> Result<(), Difference> {
    let board = position.board();
    let size = (usize::from(board.rows()), usize::from(board.columns()));
    same("rows and columns", (game.rows(), game.columns()), size)?;
    same(
        "forbidden cell from 0",
        game.forbidden(),
        board.forbidden().map(spot),
    )?;
    for (what, side) in [("stones of x", Side::X), ("stones of o", Side::O)] {
        let stones = game.spots_with(Square::Stone(side));
        same_spots(what, &stones, position.stones(player(side)))?;
    }
    same("side to move", player(game.turn()), position.to_move())?;
    same("plies", game.stones(), position.plies() as usize)?;
    let moves = engine_numbers(position.moves().iter().copied());
    same("moves", numbers(game.moves()), moves)
}

fn compare_end(game: &Game, position: &Position) -> Result<(), Difference> {
    same("winner", game.winner().map(player), position.winner())?;
    let outcome = match game.winner() {
        Some(side) => Some(Outcome::Win(player(side))),
        None if game.is_draw() => Some(Outcome::Draw),
        None => None,
    };
    same("outcome", outcome, position.outcome())?;
    let found = position.winning_stones();
    match game.winner() {
        Some(side) => {
            let found = found.unwrap_or(Bitboard::EMPTY);
            same_spots("winning stones", &game.fours(side), found)
        }
        None => same("winning stones", None, found),
    }
}

/// Both write the same text, and both read it as the position it came from.
fn compare_notation(
    game: &Game,
    position: &Position,
) -> Result<String, Difference> {
    let text = game.to_text();
    let found = position.to_string();
    if text != found {
        same("notation", &text, &found)?;
    }
    let read = Game::from_text(&text);
    if read.as_ref() != Ok(&game.without_moves()) {
        same("its own notation read back", Ok(game.without_moves()), read)?;
    }
    match text.parse::<Position>() {
        Ok(read) => {
            same("notation read back", position, &read)?;
            same("winner read back", position.winner(), read.winner())?;
            same("moves read back", 0, read.moves().len())?;
            same("key read back", position.key(), read.key())?;
        }
        Err(why) => {
            let why = Err(why.to_string());
            same("notation read back", Ok("accepts"), why)?;
        }
    }
    Ok(text)
}

fn compare_mirror(game: &Game, position: &Position) -> Result<(), Difference> {
    let expected = game.mirrored();
    let found = position.mirrored();
    same("mirror image", expected.to_text(), found.to_string())?;
    same("winner mirrored", expected.winner().map(player), found.winner())?;
    let moves = engine_numbers(found.moves().iter().copied());
    same("moves mirrored", numbers(expected.moves()), moves)?;
    let twice = found.mirrored();
    same("mirrored twice", position, &twice)?;
    same("key mirrored twice", position.key(), twice.key())?;
    same("moves mirrored twice", position.moves(), twice.moves())
}

/// Whether both read a text as the same position or both refuse it. If both
/// accept it, the position is returned.
pub(crate) fn compare_reading(
    text: &str,
) -> Result<Option<Position>, Difference> {
    let expected = Game::from_text(text);
    let found = text.parse::<Position>();
    let difference = |reference: &str, engine: &str| {
        let what = format!("reading {text:?}");
        let (reference, engine) = (reference.into(), engine.into());
        Err(Difference { what, reference, engine })
    };
    match (expected, found) {
        (Ok(game), Ok(mut position)) => {
            let written = compare(&game, &mut position)?;
            if written != text {
                return difference(&format!("writes {written:?}"), "as well");
            }
            Ok(Some(position))
        }
        (Err(_), Err(_)) => Ok(None),
        (Ok(_), Err(why)) => {
            difference("accepts it", &format!("refuses it ({why})"))
        }
        (Err(why), Ok(_)) => {
            difference(&format!("refuses it ({why})"), "accepts it")
        }
    }
}
