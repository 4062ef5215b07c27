//! The table of a book as text.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use engine::{Board, Book, Cell, Column};

use super::{Recipe, slots};

/// The moves on one board, in the order of the table: the first move, the
/// answers to each first move, and so on. `None` where there is none.
pub type BoardMoves = Vec<Option<Column>>;

/// A table, whole or in part, and how it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How it was made.
    pub recipe: Recipe,
    /// The signature of the engine that made it.
    pub signature: u64,
    /// By the place of the board among [`Book::boards`].
    boards: BTreeMap<usize, BoardMoves>,
}

/// Why a text is no table, or two tables are not parts of one.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The first lines do not say how it was made.
    #[error("the line `{0} …` is missing: this is no opening book")]
    Header(&'static str),
    /// A line cannot be read.
    #[error("line {0} is no board with its moves")]
    Line(usize),
    /// Two tables were made in different ways.
    #[error("the tables were made in different ways: they are not one book")]
    Mixed,
    /// Two tables do not agree.
    #[error("the tables disagree on {0}")]
    Disagree(String),
}

impl Table {
    /// An empty one.
    #[must_use]
    pub fn new(recipe: Recipe, signature: u64) -> Table {
        Table { recipe, signature, boards: BTreeMap::new() }
    }

    /// How many boards it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether it knows no board.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Whether it knows the board of this place.
    #[must_use]
    pub fn has(&self, place: usize) -> bool {
        self.boards.contains_key(&place)
    }

    /// Adds the moves of the board of this place.
    pub fn add(&mut self, place: usize, moves: BoardMoves) {
        self.boards.insert(place, moves);
    }

    /// The boards that it knows, with their moves.
    pub fn boards(&self) -> impl Iterator<Item = (Board, &BoardMoves)> {
        let all: Vec<Board> = Book::boards().collect();
        let boards = self.boards.iter();
        boards.map(move |(&place, moves)| (all[place], moves))
    }

    /// Takes over the boards of another part of the same book.
    ///
    /// # Errors
    ///
    /// Where the two were made in different ways, or disagree.
    pub fn join(&mut self, other: &Table) -> Result<(), TableError> {
        if self.recipe != other.recipe || self.signature != other.signature {
            return Err(TableError::Mixed);
        }
        for (&place, moves) in &other.boards {
            let own = self.boards.entry(place).or_insert_with(|| moves.clone());
            if own != moves {
                let board = Book::boards().nth(place);
                let name = board.map_or_else(String::new, name);
                return Err(TableError::Disagree(name));
            }
        }
        Ok(())
    }
}

/// A board as a word, such as `9x12#3,4`.
fn name(board: Board) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    match board.forbidden() {
        Some(cell) => format!("{rows}x{columns}#{cell}"),
        None => format!("{rows}x{columns}"),
    }
}

fn board(name: &str) -> Option<Board> {
    let (size, cell) = match name.split_once('#') {
        Some((size, cell)) => (size, Some(cell)),
        None => (name, None),
    };
    let (rows, columns) = size.split_once('x')?;
    let board = Board::new(rows.parse().ok()?, columns.parse().ok()?).ok()?;
    match cell {
        Some(cell) => board.with_forbidden(cell.parse::<Cell>().ok()?).ok(),
        None => Some(board),
    }
}

impl FromStr for Table {
    type Err = TableError;

    fn from_str(text: &str) -> Result<Table, TableError> {
        let header = |name| {
            let mut lines = text.lines();
            let found = lines.find_map(|line| line.strip_prefix(name));
            found.map(str::trim).ok_or(TableError::Header(name))
        };
        let number = |name| {
            let missing = |_| TableError::Header(name);
            header(name)?.parse::<u64>().map_err(missing)
        };
        let recipe = Recipe {
            plies: number("plies ")? as usize,
            playouts: number("playouts ")? as u32,
            seed: number("seed ")?,
        };
        let signature = u64::from_str_radix(header("signature ")?, 16)
            .map_err(|_| TableError::Header("signature "))?;
        let mut table = Table::new(recipe, signature);
        let all: Vec<Board> = Book::boards().collect();
        for (index, line) in text.lines().enumerate() {
            if !line.starts_with(|it: char| it.is_ascii_digit()) {
                continue;
            }
            let wrong = || TableError::Line(index + 1);
            let (place, moves) =
                read_line(line, &all, recipe.plies).ok_or_else(wrong)?;
            table.add(place, moves);
        }
        Ok(table)
    }
}

fn read_line(
    line: &str,
    all: &[Board],
    plies: usize,
) -> Option<(usize, BoardMoves)> {
    let (name, rest) = line.split_once(' ')?;
    let board = board(name)?;
    let place = all.iter().position(|&known| known == board)?;
    let letters = rest.chars().filter(|&it| it != ' ');
    let moves: BoardMoves = letters
        .map(|letter| match letter {
            '.' => Some(None),
            _ => {
                let number = letter.to_digit(13)? as u8;
                let column = Column::from_number(number)?;
                (number <= board.columns()).then_some(Some(column))
            }
        })
        .collect::<Option<_>>()?;
    let wanted = slots::count(usize::from(board.columns()), plies);
    (moves.len() == wanted).then_some((place, moves))
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { plies, playouts, seed } = self.recipe;
        writeln!(
            f,
            "# The opening book: boards, and the moves that deep searches \
             found on them.\n\
             # The first move, the answer to each first move, the second move \
             after each answer.\n\
             # Made by: host-sim book --plies {plies} --playouts {playouts} \
             --seed {seed}\n\
             plies {plies}\nplayouts {playouts}\nseed {seed}\n\
             signature {:016x}",
            self.signature
        )?;
        for (board, moves) in self.boards() {
            f.write_str(&name(board))?;
            let columns = usize::from(board.columns());
            for (slot, &column) in moves.iter().enumerate() {
                if slot == 0 || slot % columns == 1 {
                    f.write_str(" ")?;
                }
                let number = column.map_or(0, |it| u32::from(it.number()));
                let letter = match number {
                    0 => '.',
                    _ => char::from_digit(number, 13).unwrap_or('.'),
                };
                write!(f, "{letter}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe { plies: 3, playouts: 100, seed: 7 };

    fn table(places: &[usize]) -> Table {
        let mut table = Table::new(RECIPE, 0xabc);
        for &place in places {
            let board = Book::boards().nth(place).unwrap();
            let slots = 1 + 2 * usize::from(board.columns());
            let moves = (0..slots).map(|slot| Column::new(slot as u8 % 9));
            let moves = moves.map(|it| it.filter(|it| it.index() > 0));
            table.add(place, moves.collect());
        }
        table
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let table = table(&[0, 1, 500, 939]);
        let text = table.to_string();
        assert_eq!(text.parse::<Table>().unwrap(), table);
        for wrong in ["9x9 1\n", "9x9#1,9 1\n", "13x9 1\n", "9x9 x\n"] {
            let error = format!("{text}{wrong}").parse::<Table>().unwrap_err();
            assert!(matches!(error, TableError::Line(12)), "{error}");
        }
        let error = text.replace("seed", "seat").parse::<Table>().unwrap_err();
        assert!(matches!(error, TableError::Header("seed ")), "{error}");
    }

    #[test]
    fn parts_of_one_book_are_joined() {
        let mut one = table(&[3, 5]);
        one.join(&table(&[5, 9])).unwrap();
        assert_eq!(one, table(&[3, 5, 9]));
        let mut other = table(&[9]);
        other.add(9, vec![None; 21]);
        assert!(matches!(one.join(&other), Err(TableError::Disagree(_))));
        let newer = Table::new(RECIPE, 1);
        assert!(matches!(one.join(&newer), Err(TableError::Mixed)));
    }
}
