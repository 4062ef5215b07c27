//! What is being compared, as a text that brings it back.

use std::fmt;
use std::str::FromStr;

use crate::{Setup, SetupError};

/// One step of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WalkStep {
    /// A stone is dropped into this column, counted from 0.
    Play(usize),
    /// The last move is taken back, if it is known.
    Undo,
    /// The position is written and read again: the moves are forgotten.
    Forget,
}

/// A board and the steps taken on it: `9x12#5,6 4 3 - 5`, where a number is
/// a column, `-` takes a move back, and `~` writes and reads the position.
///
/// ```
/// use host_sim::diff::{Case, WalkStep};
///
/// let case: Case = "6x7 4 4 -".parse()?;
/// let column_4 = WalkStep::Play(3);
/// assert_eq!(case.steps, [column_4, column_4, WalkStep::Undo]);
/// assert_eq!(case.to_string(), "6x7 4 4 -");
/// # Ok::<(), host_sim::diff::CaseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The board.
    pub setup: Setup,
    /// The steps so far.
    pub steps: Vec<WalkStep>,
}

impl Case {
    /// An empty board.
    #[must_use]
    pub fn new(setup: Setup) -> Case {
        Case { setup, steps: Vec::new() }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setup)?;
        for step in &self.steps {
            match step {
                WalkStep::Play(column) => write!(f, " {}", column + 1)?,
                WalkStep::Undo => f.write_str(" -")?,
                WalkStep::Forget => f.write_str(" ~")?,
            }
        }
        Ok(())
    }
}

impl FromStr for Case {
    type Err = CaseError;

    fn from_str(text: &str) -> Result<Case, CaseError> {
        let mut words = text.split_whitespace();
        let setup = words.next().unwrap_or_default();
        let setup = setup.parse().map_err(CaseError::Setup)?;
        let steps = words.map(step).collect::<Option<Vec<WalkStep>>>();
        Ok(Case { setup, steps: steps.ok_or(CaseError::Step)? })
    }
}

fn step(word: &str) -> Option<WalkStep> {
    match word {
        "-" => Some(WalkStep::Undo),
        "~" => Some(WalkStep::Forget),
        number => match number.parse() {
            Ok(number @ 1..=12) => Some(WalkStep::Play(number - 1)),
            _ => None,
        },
    }
}

/// Why a text is no case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// It does not begin with a board.
    #[error(transparent)]
    Setup(SetupError),
    /// A step is not a column, `-` or `~`.
    #[error(
        "after the board come columns from 1 to 12, - to take a move back and ~ \
         to forget the moves, such as 9x12#5,6 4 3 -"
    )]
    Step,
}
