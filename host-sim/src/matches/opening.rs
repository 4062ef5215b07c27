//! How the games of a match begin: with an empty board, with a few random
//! moves, or with the positions of a file. Both games of a pair begin alike.

use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::{fmt, fs};

use engine::{Column, Position};

use crate::Setup;
use crate::dice::Dice;
use crate::digest::Digest;
use crate::games::cautious_move;

/// The first moves of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// None: the board is empty.
    #[default]
    Empty,
    /// This number of moves of a player who sees one move ahead, drawn by the
    /// seed; fewer if one more would end the game.
    Plies(u32),
    /// These, one for each pair, in their order and then again.
    Book(Arc<[Opening]>),
}

/// A board and the first moves on it, spelled `9x12#5,6 6 6 7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The board.
    pub setup: Setup,
    /// The moves.
    pub columns: Vec<Column>,
}

/// The most random moves.
const MOST_PLIES: u32 = 40;
/// Makes a stream of random numbers of its own: boards and seeds are drawn
/// from the seed itself, and stay the same with any openings.
const MOVES: u64 = 0x6f70_656e_696e_6773;

impl Openings {
    /// The board of a pair, if the openings bring their own.
    pub(super) fn setup(&self, pair: u64) -> Option<Setup> {
        self.of(pair).map(|opening| opening.setup)
    }

    /// The first moves of both games of a pair on this board.
    pub(super) fn columns(
        &self,
        seed: u64,
        pair: u64,
        setup: Setup,
    ) -> Vec<Column> {
        match self {
            Openings::Empty => Vec::new(),
            &Openings::Plies(plies) => {
                let mut dice = Dice::new(seed ^ MOVES, pair);
                random(setup.position(), plies, &mut dice)
            }
            Openings::Book(_) => {
                self.of(pair).map_or(Vec::new(), |it| it.columns.clone())
            }
        }
    }

    fn of(&self, pair: u64) -> Option<&Opening> {
        let Openings::Book(book) = self else { return None };
        let place = pair.checked_rem(book.len() as u64)?;
        book.get(place as usize)
    }

    /// Reads a file: an opening on each line; a line that begins with `#` is
    /// a remark.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, has no opening, or has a line that is
    /// none.
    pub fn read(path: &Path) -> Result<Openings, OpeningError> {
        let text = fs::read_to_string(path).map_err(|error| {
            OpeningError::File(path.into(), error.to_string())
        })?;
        let mut book = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let wrong =
                |why: String| OpeningError::Line(path.into(), number, why);
            book.push(line.parse::<Opening>().map_err(wrong)?);
        }
        if book.is_empty() {
            return Err(OpeningError::Empty(path.into()));
        }
        Ok(Openings::Book(book.into()))
    }
}

fn random(mut game: Position, plies: u32, dice: &mut Dice) -> Vec<Column> {
    let mut columns = Vec::new();
    for _ in 0..plies {
        let Some(column) = cautious_move(&game, dice) else { break };
        if game.play(column).is_err() || game.outcome().is_some() {
            break;
        }
        columns.push(column);
    }
    columns
}

/// As it is read; a file by the digest of what is in it.
impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Openings::Empty => f.write_str("none"),
            Openings::Plies(plies) => write!(f, "plies={plies}"),
            Openings::Book(book) => {
                let digest = book.iter().fold(Digest::new(), |digest, it| {
                    digest.with(format!("{it}\n").as_bytes())
                });
                write!(f, "file:{:016x}", digest.value())
            }
        }
    }
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setup)?;
        self.columns.iter().try_for_each(|column| write!(f, " {column}"))
    }
}

impl FromStr for Opening {
    type Err = String;

    fn from_str(text: &str) -> Result<Opening, String> {
        let mut words = text.split_whitespace();
        let setup: Setup = words
            .next()
            .unwrap_or_default()
            .parse()
            .map_err(|why| format!("{why}"))?;
        let mut game = setup.position();
        let mut columns = Vec::new();
        for word in words {
            let column = word.parse().ok().and_then(Column::from_number);
            let column =
                column.ok_or_else(|| format!("{word} is no column"))?;
            game.play(column)
                .map_err(|why| format!("{word} cannot be played: {why}"))?;
            columns.push(column);
        }
        if game.outcome().is_some() {
            return Err("the game is over after these moves".into());
        }
        Ok(Opening { setup, columns })
    }
}

impl FromStr for Openings {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Openings, OpeningError> {
        let Some(plies) = text.strip_prefix("plies=") else {
            return Openings::read(Path::new(text));
        };
        let plies = plies.parse().ok();
        let plies = plies.filter(|plies| (1..=MOST_PLIES).contains(plies));
        plies.map(Openings::Plies).ok_or(OpeningError::Plies)
    }
}

/// What is wrong with openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpeningError {
    /// Not a number of moves.
    #[error("random openings are plies=N, with N from 1 to {MOST_PLIES}")]
    Plies,
    /// The file cannot be read.
    #[error("{0}: {1}")]
    File(PathBuf, String),
    /// There is nothing in the file.
    #[error("{0}: there is no opening in this file")]
    Empty(PathBuf),
    /// This line is not an opening.
    #[error(
        "{0}, line {1}: {2}; an opening is a board and columns, such as \
         9x12#5,6 6 6 7"
    )]
    Line(PathBuf, usize, String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_openings_end_no_game() {
        for (board, plies) in [("9x12#5,6", 8), ("4x4", 40), ("4x4#2,2", 15)] {
            let setup: Setup = board.parse().unwrap();
            let openings = Openings::Plies(plies);
            let mut seen = Vec::new();
            for pair in 0..50 {
                let columns = openings.columns(7, pair, setup);
                assert_eq!(columns, openings.columns(7, pair, setup));
                assert!(columns.len() <= plies as usize);
                let mut game = setup.position();
                for &column in &columns {
                    game.play(column).unwrap();
                }
                assert_eq!(game.outcome(), None);
                seen.push(columns);
            }
            assert!(
                board.starts_with('4') || seen.iter().all(|it| it.len() == 8)
            );
            seen.sort();
            seen.dedup();
            assert!(seen.len() > 25, "{board}: {}", seen.len());
        }
    }

    #[test]
    fn mistakes_are_explained() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("book");
        for (text, told) in [
            ("", "there is no opening in this file"),
            ("# only a remark\n", "there is no opening in this file"),
            ("9x12 1\n9x13 1", "line 2: a size is ROWSxCOLUMNS"),
            ("4x4 5", "line 1: 5 cannot be played"),
            ("4x4 x", "line 1: x is no column"),
            ("4x4 1 2 1 2 1 2 1", "line 1: the game is over"),
        ] {
            fs::write(&path, text).unwrap();
            let why = Openings::read(&path).unwrap_err().to_string();
            assert!(why.contains(told), "{why}");
        }
        let none = "no/such/file".parse::<Openings>().unwrap_err();
        assert!(none.to_string().starts_with("no/such/file: "), "{none}");
        assert_eq!("plies=0".parse::<Openings>(), Err(OpeningError::Plies));

        fs::write(&path, "# two\n9x12#5,6 6 6 7\n\n4x4\n").unwrap();
        let book = Openings::read(&path).unwrap();
        assert_eq!(book.setup(4), Some("9x12#5,6".parse().unwrap()));
        assert_eq!(book.setup(5), Some("4x4".parse().unwrap()));
        assert_eq!(book.columns(1, 4, book.setup(4).unwrap()).len(), 3);
    }
}
