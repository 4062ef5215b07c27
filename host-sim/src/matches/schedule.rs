//! Which board, whose first move, which seeds: for every game of a match
//! by its number.

use std::fmt;
use std::str::FromStr;

use engine::{Column, Position};

use super::{MatchSide, Openings};
use crate::dice::Dice;
use crate::reference::Spot;
use crate::setup::parse_cell;
use crate::{BoardSize, Setup, SetupError};

/// What the games of a match are drawn from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Schedule {
    /// The seed of all random numbers.
    pub seed: u64,
    /// The size of every board; without it the sizes of 9 to 12 rows and
    /// columns take turns.
    pub size: Option<BoardSize>,
    /// The forbidden cell of every board.
    pub forbidden: Forbidden,
    /// The first moves of both games of a pair, which may bring the board.
    pub openings: Openings,
}

/// The forbidden cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Forbidden {
    /// Any cell.
    #[default]
    Random,
    /// This cell, or none.
    Fixed(Option<Spot>),
}

/// One game of a match before it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The board.
    pub setup: Setup,
    /// The moves that neither player chooses.
    pub opening: Vec<Column>,
    /// Who moves first.
    pub first: MatchSide,
    /// The seeds of both players.
    pub seeds: [u64; 2],
}

impl Schedule {
    /// The game with this number. Games 0 and 1, 2 and 3, ... are pairs:
    /// the same board with the colours exchanged.
    ///
    /// # Errors
    ///
    /// Where the forbidden cell is not on the board.
    pub fn round(&self, number: u64) -> Result<Round, SetupError> {
        let pair = number / 2;
        let mut dice = Dice::new(self.seed, pair);
        let size = self.size.unwrap_or_else(|| self.large_size(pair));
        let forbidden = match self.forbidden {
            Forbidden::Random => Some(size.random_cell(&mut dice)),
            Forbidden::Fixed(cell) => cell,
        };
        let own = self.openings.setup(pair);
        let setup = own.map_or_else(|| size.with(forbidden), Ok)?;
        let opening = self.openings.columns(self.seed, pair, setup);
        let seeds = [(); 4].map(|()| dice.seed());
        Ok(if number.is_multiple_of(2) {
            let seeds = [seeds[0], seeds[1]];
            Round { setup, opening, first: MatchSide::A, seeds }
        } else {
            let seeds = [seeds[2], seeds[3]];
            Round { setup, opening, first: MatchSide::B, seeds }
        })
    }

    /// The players of its games, for people.
    pub(super) fn on_it(&self) -> String {
        played_on(&self.to_string())
    }

    /// Every 16 pairs each size once, in any order.
    fn large_size(&self, pair: u64) -> BoardSize {
        let mut sizes: Vec<u64> = (0..16).collect();
        Dice::new(self.seed, !(pair / 16)).shuffle(&mut sizes);
        BoardSize::large(sizes[(pair % 16) as usize])
    }
}

/// Who plays on a schedule that is spelled like this.
pub(super) fn played_on(schedule: &str) -> String {
    format!("players on {schedule}")
}

/// All of it but the seed: `size=9x9 block=none openings=plies=5`. Of
/// openings that bring their boards nothing else counts.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let openings = &self.openings;
        if !matches!(openings, Openings::Book(_)) {
            match self.size {
                None => f.write_str("size=any ")?,
                Some(size) => write!(f, "size={size} ")?,
            }
            write!(f, "block={} ", self.forbidden)?;
        }
        write!(f, "openings={openings}")
    }
}

/// As it is read.
impl fmt::Display for Forbidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forbidden::Random => f.write_str("random"),
            Forbidden::Fixed(None) => f.write_str("none"),
            Forbidden::Fixed(Some((row, column))) => {
                write!(f, "{},{}", row + 1, column + 1)
            }
        }
    }
}

impl Round {
    /// Where the players take over.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.setup.position();
        for &column in &self.opening {
            let played = position.play(column);
            debug_assert!(played.is_ok(), "openings are legal");
        }
        position
    }
}

impl FromStr for Forbidden {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Forbidden, SetupError> {
        match text {
            "random" => Ok(Forbidden::Random),
            "none" => Ok(Forbidden::Fixed(None)),
            cell => Ok(Forbidden::Fixed(Some(parse_cell(cell)?))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_share_a_board() {
        let schedule = Schedule { seed: 3, ..Schedule::default() };
        let mut sizes = Vec::new();
        for pair in 0..16 {
            let one = schedule.round(2 * pair).unwrap();
            let two = schedule.round(2 * pair + 1).unwrap();
            assert_eq!(one.setup, two.setup);
            assert_eq!((one.first, two.first), (MatchSide::A, MatchSide::B));
            assert_ne!(one.seeds, two.seeds);
            assert_eq!(schedule.round(2 * pair).as_ref(), Ok(&one));
            assert!(one.setup.forbidden.is_some());
            sizes.push(one.setup.size.to_string());
        }
        sizes.sort();
        sizes.dedup();
        assert_eq!(sizes.len(), 16);
    }

    #[test]
    fn boards_can_be_fixed() {
        let size = Some("6x7".parse().unwrap());
        let forbidden = "none".parse().unwrap();
        let schedule =
            Schedule { seed: 3, size, forbidden, ..Schedule::default() };
        assert_eq!(schedule.round(9).unwrap().setup.to_string(), "6x7");
        let forbidden = "7,1".parse().unwrap();
        assert!(Schedule { forbidden, ..schedule }.round(0).is_err());
    }

    /// Whatever changes a game changes the text, and only that.
    #[test]
    fn a_schedule_is_told_by_what_is_asked_for() {
        let plain = Schedule::default();
        assert_eq!(plain.to_string(), "size=any block=random openings=none");
        let seeded = Schedule { seed: 7, ..plain.clone() };
        assert_eq!(seeded.to_string(), plain.to_string());
        for text in ["random", "none", "3,12"] {
            let forbidden: Forbidden = text.parse().unwrap();
            assert_eq!(forbidden.to_string(), text);
        }
        let size = Some("9x12".parse().unwrap());
        let openings = Openings::Plies(5);
        let some = Schedule { size, openings, ..plain.clone() };
        let text = "size=9x12 block=random openings=plies=5";
        assert_eq!(some.to_string(), text);
        let book = |lines: &[&str]| {
            let lines = lines.iter().map(|line| line.parse().unwrap());
            let openings = Openings::Book(lines.collect());
            Schedule { openings, ..plain.clone() }.to_string()
        };
        let one = book(&["9x12#5,6 6 6", "9x9"]);
        assert!(one.starts_with("openings=file:"), "{one}");
        assert_eq!(one, book(&["9x12#5,6 6 6", "9x9"]));
        for other in [
            &["9x9", "9x12#5,6 6 6"][..],
            &["9x12#5,6 6 7", "9x9"],
            &["9x12#5,6 6 6", "9x10"],
            &["9x12#5,6 6 6"],
        ] {
            assert_ne!(book(other), one);
        }
    }

    #[test]
    fn both_games_of_a_pair_begin_alike() {
        let plain = Schedule { seed: 3, ..Schedule::default() };
        let openings = Openings::Plies(6);
        let schedule = Schedule { openings, ..plain.clone() };
        for pair in 0..8 {
            let one = schedule.round(2 * pair).unwrap();
            let two = schedule.round(2 * pair + 1).unwrap();
            assert_eq!(one.opening.len(), 6);
            assert_eq!(one.position(), two.position());
            assert_ne!(one.first, two.first);
            // Boards and seeds are those of a match without openings.
            let opening = Vec::new();
            let same = plain.round(2 * pair).unwrap();
            assert_eq!(Round { opening, ..one }, same);
        }
    }
}
