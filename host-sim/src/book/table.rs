//! The table of a book as text.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::str::FromStr;

use engine::{Board, Book, Cell, Column};

use super::{Recipe, slots};

/// The moves on one board, in the order of the table: the first move, the
/// answers to each first move, and so on. `None` where there is none.
pub type BoardMoves = Vec<Option<Column>>;

/// Before the signature of an engine in the text.
const SIGNATURE: &str = "signature ";

/// A table, whole or in part, and how it was made. It grows for longer than
/// an engine stays as it is, so each board has the signature of the engine
/// that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// How it was made.
    pub recipe: Recipe,
    /// By the index of the board among [`Book::boards`].
    boards: BTreeMap<usize, Entry>,
}

/// A board's part of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    /// That of the engine that made it.
    signature: u64,
    moves: BoardMoves,
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
    pub fn new(recipe: Recipe) -> Table {
        Table { recipe, boards: BTreeMap::new() }
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

    /// Whether it knows the board of this index.
    #[must_use]
    pub fn has(&self, index: usize) -> bool {
        self.boards.contains_key(&index)
    }

    /// Adds the moves that an engine found on the board of this index.
    pub fn add(&mut self, index: usize, signature: u64, moves: BoardMoves) {
        self.boards.insert(index, Entry { signature, moves });
    }

    /// The boards that it knows, with their moves.
    pub fn boards(&self) -> impl Iterator<Item = (Board, &BoardMoves)> {
        self.made_by(|_| true)
    }

    /// The boards that the engine of this signature made, with their moves.
    pub fn boards_of(
        &self,
        signature: u64,
    ) -> impl Iterator<Item = (Board, &BoardMoves)> {
        self.made_by(move |it| it == signature)
    }

    fn made_by(
        &self,
        is_wanted: impl Fn(u64) -> bool,
    ) -> impl Iterator<Item = (Board, &BoardMoves)> {
        let all: Vec<Board> = Book::boards().collect();
        let boards = self.boards.iter();
        boards
            .filter(move |(_, entry)| is_wanted(entry.signature))
            .map(move |(&index, entry)| (all[index], &entry.moves))
    }

    /// Takes over the boards of another part of the same book. A board that
    /// both know stays as it is.
    ///
    /// # Errors
    ///
    /// Where the two were made in different ways, or where the same engine
    /// found other moves.
    pub fn join(&mut self, other: &Table) -> Result<(), TableError> {
        if self.recipe != other.recipe {
            return Err(TableError::Mixed);
        }
        for (&index, entry) in &other.boards {
            let own = self.boards.entry(index).or_insert_with(|| entry.clone());
            if own.signature == entry.signature && own.moves != entry.moves {
                let board = Book::boards().nth(index);
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
        let mut table = Table::new(recipe);
        let mut signature = None;
        let all: Vec<Board> = Book::boards().collect();
        for (index, line) in text.lines().enumerate() {
            if let Some(engine) = line.strip_prefix(SIGNATURE) {
                signature = u64::from_str_radix(engine.trim(), 16).ok();
            }
            if !line.starts_with(|it: char| it.is_ascii_digit()) {
                continue;
            }
            let signature = signature.ok_or(TableError::Header(SIGNATURE))?;
            let wrong = || TableError::Line(index + 1);
            let (index, moves) =
                read_line(line, &all, recipe.plies).ok_or_else(wrong)?;
            table.add(index, signature, moves);
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
    let index = all.iter().position(|&known| known == board)?;
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
    (moves.len() == wanted).then_some((index, moves))
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
             # Under the signature of an engine are the boards that it made.\n\
             plies {plies}\nplayouts {playouts}\nseed {seed}"
        )?;
        let engines: BTreeSet<u64> =
            self.boards.values().map(|entry| entry.signature).collect();
        for engine in engines {
            writeln!(f, "{SIGNATURE}{engine:016x}")?;
            for (board, moves) in self.boards_of(engine) {
                write_line(f, board, moves)?;
            }
        }
        Ok(())
    }
}

fn write_line(
    f: &mut fmt::Formatter<'_>,
    board: Board,
    moves: &BoardMoves,
) -> fmt::Result {
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
    writeln!(f)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECIPE: Recipe = Recipe { plies: 3, playouts: 100, seed: 7 };

    fn table(indices: &[usize], signature: u64) -> Table {
        let mut table = Table::new(RECIPE);
        for &index in indices {
            let board = Book::boards().nth(index).unwrap();
            let slots = 1 + 2 * usize::from(board.columns());
            let moves = (0..slots).map(|slot| Column::new(slot as u8 % 9));
            let moves = moves.map(|it| it.filter(|it| it.index() > 0));
            table.add(index, signature, moves.collect());
        }
        table
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut table = table(&[1, 500], 0xabc);
        table.join(&self::table(&[0, 939], 0x123)).unwrap();
        let text = table.to_string();
        assert_eq!(text.parse::<Table>().unwrap(), table);
        for wrong in ["9x9 1\n", "9x9#1,9 1\n", "13x9 1\n", "9x9 x\n"] {
            let error = format!("{text}{wrong}").parse::<Table>().unwrap_err();
            assert!(matches!(error, TableError::Line(14)), "{error}");
        }
        for missing in ["seed ", "signature "] {
            let text = text.replace(missing, "seat ");
            let error = text.parse::<Table>().unwrap_err();
            let is_told =
                matches!(error, TableError::Header(it) if it == missing);
            assert!(is_told, "{error}");
        }
    }

    #[test]
    fn parts_of_one_book_are_joined() {
        let mut one = table(&[3, 5], 1);
        one.join(&table(&[5, 9], 1)).unwrap();
        assert_eq!(one, table(&[3, 5, 9], 1));
        let mut other = table(&[9], 1);
        other.add(9, 1, vec![None; 21]);
        assert!(matches!(one.join(&other), Err(TableError::Disagree(_))));
        let otherwise = Recipe { playouts: 101, ..RECIPE };
        let other = Table::new(otherwise);
        assert!(matches!(one.join(&other), Err(TableError::Mixed)));
    }

    #[test]
    fn engines_make_one_book_together() {
        let mut one = table(&[3, 5], 1);
        let mut other = table(&[7], 2);
        other.add(5, 2, vec![None; 21]);
        one.join(&other).unwrap();
        assert_eq!(one.len(), 3);
        let of = |engine| {
            let boards = one.boards_of(engine);
            boards.map(|(board, _)| name(board)).collect::<Vec<_>>()
        };
        let all: Vec<_> = Book::boards().map(name).collect();
        assert_eq!(of(1), [all[3].as_str(), &all[5]]);
        assert_eq!(of(2), [all[7].as_str()]);
        assert!(of(3).is_empty());
    }
}
