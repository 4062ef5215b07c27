//! What can be asked for as the forbidden cell of a game.

use core::str::FromStr;

use engine::{Cell, ParseCellError};

use crate::error::Choices;

/// The forbidden cell of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Forbidden {
    None,
    Random,
    At(Cell),
}

impl Forbidden {
    pub(crate) const CHOICES: Choices =
        Choices::Said("none, random or ROW,COLUMN such as 3,4");
}

impl FromStr for Forbidden {
    type Err = ParseCellError;

    fn from_str(text: &str) -> Result<Forbidden, ParseCellError> {
        match text {
            "none" => Ok(Forbidden::None),
            "random" => Ok(Forbidden::Random),
            _ => text.parse().map(Forbidden::At),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_cells_are_counted_from_one() {
        assert_eq!("3,4".parse(), Ok(Forbidden::At(Cell::new(2, 3).unwrap())));
        for wrong in ["0,1", "1,0", "13,1", "1", "1,2,3", "a,b", "+1,2", ""] {
            assert!(wrong.parse::<Forbidden>().is_err(), "{wrong}");
        }
    }
}
