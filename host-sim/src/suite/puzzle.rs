//! One position with its solutions, as text.

use std::fmt;
use std::str::FromStr;

use engine::{Column, Position};

/// What a position asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Category {
    /// The shortest win takes this many plies; the moves that keep to it.
    Win(u32),
    /// The opponent would win with his next stone; the move that stops him.
    Block,
    /// Some moves let the opponent win with his next stone; the others.
    Avoid,
    /// A double threat wins in three plies.
    Double,
}

impl Category {
    /// All of them.
    pub const ALL: [Category; 7] = [
        Category::Win(1),
        Category::Block,
        Category::Avoid,
        Category::Double,
        Category::Win(3),
        Category::Win(5),
        Category::Win(7),
    ];
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Category::Win(plies) => f.pad(&format!("win-{plies}")),
            Category::Block => f.pad("block"),
            Category::Avoid => f.pad("avoid"),
            Category::Double => f.pad("double"),
        }
    }
}

/// A position with the moves that solve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What it asks for.
    pub category: Category,
    /// The moves that achieve it, from the left.
    pub solutions: Vec<Column>,
    /// The position.
    pub position: Position,
}

impl Puzzle {
    /// The puzzle in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Puzzle {
        let board = self.position.board();
        let solutions = self.solutions.iter().rev();
        Puzzle {
            category: self.category,
            solutions: solutions.map(|&c| board.mirrored_column(c)).collect(),
            position: self.position.mirrored(),
        }
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { category, solutions, position } = self;
        let columns: Vec<String> =
            solutions.iter().map(Column::to_string).collect();
        write!(f, "{category} {} {position}", columns.join(","))
    }
}

impl FromStr for Puzzle {
    type Err = String;

    fn from_str(text: &str) -> Result<Puzzle, String> {
        let wrong = |what: &str| format!("{what} in {text:?}");
        let mut words = text.splitn(3, ' ');
        let mut word = || words.next().unwrap_or_default();
        let name = word();
        let category = Category::ALL
            .into_iter()
            .find(|category| category.to_string() == name)
            .ok_or_else(|| wrong("no such category"))?;
        let column = |text: &str| Column::from_number(text.parse().ok()?);
        let solutions: Option<Vec<Column>> =
            word().split(',').map(column).collect();
        let solutions = solutions.ok_or_else(|| wrong("no such column"))?;
        let position =
            word().parse().map_err(|why| wrong(&format!("{why}")))?;
        Ok(Puzzle { category, solutions, position })
    }
}

/// Reads puzzles, one to a line; a line that starts with `#` is a remark.
///
/// # Errors
///
/// What is wrong with the first line that is not a puzzle.
pub fn read(text: &str) -> Result<Vec<Puzzle>, String> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(Puzzle::from_str)
        .collect()
}
