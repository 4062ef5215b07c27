//! Positions as one line of text.
//!
//! Rows from the top, `/` between them, a number for a run of empty cells,
//! `x` and `o` for stones, `#` for the forbidden cell; then a space and the
//! side to move:
//!
//! ```text
//! 9/9/9/4#4/9/9/9/9/4x4 o
//! ```

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use crate::from_stones::check_history;
use crate::{
    Bitboard, Board, ByPlayer, Cell, Column, MAX_SIDE, MIN_SIDE, Player,
    Position, PositionError,
};

/// Writes the position as one line of text.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.board();
        for row in (0..board.rows()).rev() {
            let mut run = 0;
            for column in board.all_columns() {
                let cell = Cell::wrapped(row, column);
                match mark_at(self, cell) {
                    None => run += 1,
                    Some(mark) if run > 0 => {
                        write!(f, "{run}{mark}")?;
                        run = 0;
                    }
                    Some(mark) => write!(f, "{mark}")?,
                }
            }
            if run > 0 {
                write!(f, "{run}")?;
            }
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        write!(f, "{}", self.to_move())
    }
}

fn mark_at(position: &Position, cell: Cell) -> Option<char> {
    if position.board().forbidden() == Some(cell) {
        return Some('#');
    }
    position.stone_at(cell).map(Player::letter)
}

/// Reads a position from one line of text. It must meet what every game
/// keeps to: sizes, gravity, the number of stones, and that
/// no move was made after a win. It does not look for an order of moves that
/// leads there.
///
/// ```
/// use pocketfour_engine::{ParsePositionErrorKind, Player, Position};
///
/// let game: Position = "9/9/9/4#4/9/9/9/9/4x4 o".parse()?;
/// assert_eq!(game.to_move(), Player::Second);
///
/// let refused = "4/4/4/x2q o".parse::<Position>().unwrap_err();
/// assert_eq!(refused.at(), Some(8));
/// assert_eq!(refused.kind(), ParsePositionErrorKind::Character('q'));
/// # Ok::<(), pocketfour_engine::ParsePositionError>(())
/// ```
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let (rows, side) = text
            .split_once(' ')
            .ok_or_else(|| error_at(text.len(), Kind::NoSide))?;
        let board = measure(rows)?;
        let (board, stones) = place_stones(rows, board)?;
        let to_move = side_to_move(side, rows.len() + 1)?;
        check_history(stones, to_move)
            .map_err(|why| whole(Kind::Impossible(why)))?;
        Ok(Position::with_stones(board, stones, to_move))
    }
}

use ParsePositionErrorKind as Kind;

const fn error_at(at: usize, kind: Kind) -> ParsePositionError {
    ParsePositionError { at: Some(at), kind }
}

/// An error of the position as a whole.
const fn whole(kind: Kind) -> ParsePositionError {
    ParsePositionError { at: None, kind }
}

/// What one piece of the text stands for.
enum Token {
    Empty(u8),
    Stone(Player),
    Forbidden,
    EndOfRow,
}

/// The tokens of the rows, each with where it begins; the last one is
/// the end of the last row.
fn tokens(
    rows: &str,
) -> impl Iterator<Item = Result<(usize, Token), ParsePositionError>> {
    let mut rest = rows.char_indices().peekable();
    let mut ended = false;
    core::iter::from_fn(move || {
        let Some((at, character)) = rest.next() else {
            let last = (!ended).then_some(Ok((rows.len(), Token::EndOfRow)));
            ended = true;
            return last;
        };
        let token = match character {
            'x' => Token::Stone(Player::First),
            'o' => Token::Stone(Player::Second),
            '#' => Token::Forbidden,
            '/' => Token::EndOfRow,
            '1'..='9' => {
                let mut run = digit(character);
                while let Some(&(_, next @ '0'..='9')) = rest.peek() {
                    run = run.saturating_mul(10).saturating_add(digit(next));
                    rest.next();
                }
                Token::Empty(run)
            }
            other => return Some(Err(error_at(at, Kind::Character(other)))),
        };
        Some(Ok((at, token)))
    })
}

fn digit(character: char) -> u8 {
    character as u8 - b'0'
}

/// The size of the board whose rows these are.
fn measure(text: &str) -> Result<Board, ParsePositionError> {
    let mut rows: u8 = 0;
    let mut columns = None;
    let mut length: u8 = 0;
    for token in tokens(text) {
        match token? {
            (_, Token::Empty(run)) => length = length.saturating_add(run),
            (_, Token::Stone(_) | Token::Forbidden) => {
                length = length.saturating_add(1);
            }
            (at, Token::EndOfRow) => {
                let expected = *columns.get_or_insert(length);
                if length != expected {
                    let kind = Kind::RowLength { found: length, expected };
                    return Err(error_at(at, kind));
                }
                rows = rows.saturating_add(1);
                length = 0;
            }
        }
    }
    let columns = columns.unwrap_or(0);
    Board::new(rows, columns).map_err(|_| whole(Kind::Size { rows, columns }))
}

/// The stones, and the board with its forbidden cell. Gravity must hold: no
/// cell under a stone is empty.
fn place_stones(
    text: &str,
    mut board: Board,
) -> Result<(Board, ByPlayer<Bitboard>), ParsePositionError> {
    let mut stones = ByPlayer::<Bitboard>::default();
    debug_assert!(board.rows() > 0);
    let mut row = board.rows().saturating_sub(1);
    let mut column = 0;
    let mut under_a_stone: u16 = 0;
    for token in tokens(text) {
        let (at, token) = token?;
        let cell = || Cell::wrapped(row, Column::wrapped(column));
        match token {
            Token::Empty(run) => {
                let cells = ((1 << run) - 1) << column;
                if under_a_stone & cells != 0 {
                    return Err(error_at(at, Kind::Floating));
                }
                column += run;
            }
            Token::Stone(player) => {
                stones.get_mut(player).extend([cell()]);
                under_a_stone |= 1 << column;
                column += 1;
            }
            Token::Forbidden => {
                if board.forbidden().is_some() {
                    return Err(error_at(at, Kind::SecondForbidden));
                }
                let forbidden = board.with_forbidden(cell());
                debug_assert!(forbidden.is_ok());
                board = forbidden.unwrap_or(board);
                column += 1;
            }
            Token::EndOfRow => {
                row = row.saturating_sub(1);
                column = 0;
            }
        }
    }
    Ok((board, stones))
}

fn side_to_move(side: &str, at: usize) -> Result<Player, ParsePositionError> {
    let mut characters = side.char_indices();
    let player = match characters.next() {
        Some((_, 'x')) => Player::First,
        Some((_, 'o')) => Player::Second,
        Some((_, other)) => return Err(error_at(at, Kind::Side(other))),
        None => return Err(error_at(at, Kind::NoSide)),
    };
    match characters.next() {
        Some((offset, _)) => Err(error_at(at + offset, Kind::Trailing)),
        None => Ok(player),
    }
}

/// A text that is not a position: what is wrong with it, and where.
///
/// ```
/// use pocketfour_engine::Position;
///
/// let refused = "4/4/x3/4 o".parse::<Position>().unwrap_err();
/// assert_eq!(refused.at(), Some(7));
/// assert_eq!(
///     refused.to_string(),
///     "character 8: an empty cell under a stone"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ParsePositionError {
    at: Option<usize>,
    kind: ParsePositionErrorKind,
}

impl ParsePositionError {
    /// Where in the text the trouble was seen, in bytes from 0; `None` where
    /// the position as a whole is impossible.
    ///
    /// ```
    /// # use pocketfour_engine::Position;
    /// let refused = "4/4/4/4 x!".parse::<Position>().unwrap_err();
    /// assert_eq!(refused.at(), Some(9));
    /// ```
    #[must_use]
    pub const fn at(&self) -> Option<usize> {
        self.at
    }

    /// What is wrong.
    ///
    /// ```
    /// # use pocketfour_engine::{ParsePositionErrorKind, Position};
    /// let refused = "4/4/4/4".parse::<Position>().unwrap_err();
    /// assert_eq!(refused.kind(), ParsePositionErrorKind::NoSide);
    /// ```
    #[must_use]
    pub const fn kind(&self) -> ParsePositionErrorKind {
        self.kind
    }
}

/// What is wrong with a text that should be a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum ParsePositionErrorKind {
    /// A character that stands for nothing.
    Character(char),
    /// A row that is not as long as the first.
    RowLength {
        /// Its length.
        found: u8,
        /// The length of the first row.
        expected: u8,
    },
    /// Rows or columns out of range.
    Size {
        /// The number of rows.
        rows: u8,
        /// The length of each row.
        columns: u8,
    },
    /// A forbidden cell after the first.
    SecondForbidden,
    /// An empty cell under a stone.
    Floating,
    /// No side to move.
    NoSide,
    /// A side to move that is neither `x` nor `o`.
    Side(char),
    /// Text after the side to move.
    Trailing,
    /// Stones that no game leads to.
    Impossible(PositionError),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.at {
            write!(f, "character {}: ", at + 1)?;
        }
        match self.kind {
            Kind::Character(found) => write!(
                f,
                "'{}' is not x, o, #, / or a number of empty cells",
                Visible(found)
            ),
            Kind::RowLength { found, expected } => write!(
                f,
                "a row of {found} cells where the first has {expected}"
            ),
            Kind::Size { rows, columns } => write!(
                f,
                "{rows} rows of {columns} cells: both go from {MIN_SIDE} to \
                 {MAX_SIDE}"
            ),
            Kind::SecondForbidden => f.write_str("a second forbidden cell"),
            Kind::Floating => f.write_str("an empty cell under a stone"),
            Kind::NoSide => {
                f.write_str("the side to move is missing: end with x or o")
            }
            Kind::Side(found) => {
                write!(
                    f,
                    "the side to move is x or o, not '{}'",
                    Visible(found)
                )
            }
            Kind::Trailing => f.write_str("text after the side to move"),
            Kind::Impossible(why) => fmt::Display::fmt(&why, f),
        }
    }
}

impl Error for ParsePositionError {}

/// A character that keeps a message on its line, whatever it is.
struct Visible(char);

impl fmt::Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_control() {
            write!(f, "{}", self.0.escape_default())
        } else {
            write!(f, "{}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_is_one_line() {
        extern crate std;
        use std::string::ToString;

        for text in ["4/4\n4/4 x", "4/4/4/4 \r", "4/\u{85} x", "\u{1b}[2J x"] {
            let why = text.parse::<Position>().unwrap_err().to_string();
            assert!(why.contains("'\\"), "{why}");
            assert!(!why.contains(char::is_control), "{why}");
        }
    }

    fn refused(text: &str) -> (Option<usize>, Kind) {
        let error = text.parse::<Position>().unwrap_err();
        (error.at(), error.kind())
    }

    #[test]
    fn sizes_are_checked() {
        assert_eq!(
            refused("4/4/5/4 x"),
            (Some(5), Kind::RowLength { found: 5, expected: 4 })
        );
        assert_eq!(
            refused("4/4/4 x"),
            (None, Kind::Size { rows: 3, columns: 4 })
        );
        assert_eq!(
            refused("13/13/13/13 x"),
            (None, Kind::Size { rows: 4, columns: 13 })
        );
        assert_eq!(
            refused("99999/4/4/4 x"),
            (Some(7), Kind::RowLength { found: 4, expected: 255 })
        );
        assert_eq!(refused(" x"), (None, Kind::Size { rows: 1, columns: 0 }));
        assert_eq!(refused(""), (Some(0), Kind::NoSide));
    }

    #[test]
    fn characters_are_checked() {
        assert_eq!(refused("4/4/4/04 x"), (Some(6), Kind::Character('0')));
        assert_eq!(
            refused("4/4/4/\u{e4}3 x"),
            (Some(6), Kind::Character('\u{e4}'))
        );
        assert_eq!(refused("4/4/4/4 "), (Some(8), Kind::NoSide));
        assert_eq!(refused("4/4/4/4 y"), (Some(8), Kind::Side('y')));
        assert_eq!(refused("4/4/4/4 x "), (Some(9), Kind::Trailing));
    }

    #[test]
    fn a_second_forbidden_cell_is_refused() {
        assert_eq!(refused("4/#3/4/3# x"), (Some(8), Kind::SecondForbidden));
    }

    #[test]
    fn gravity_is_checked_across_the_forbidden_cell() {
        assert_eq!(refused("4/x3/#3/4 o"), (Some(8), Kind::Floating));
        assert_eq!(refused("4/x3/#3/1o2 x"), (Some(8), Kind::Floating));
        let hanging = "4/x3/#3/o3 x".parse::<Position>();
        assert!(hanging.is_ok());
        let bottom = "4/4/x3/#3 o".parse::<Position>();
        assert!(bottom.is_ok());
    }

    #[test]
    fn stones_are_counted() {
        let counts = |first, second, to_move| {
            let why = PositionError::StoneCounts { first, second, to_move };
            (None, Kind::Impossible(why))
        };
        assert_eq!(refused("4/4/4/x3 x"), counts(1, 0, Player::First));
        assert_eq!(refused("4/4/4/o3 o"), counts(0, 1, Player::Second));
        assert_eq!(refused("4/4/4/xxo1 x"), counts(2, 1, Player::First));
    }

    #[test]
    fn a_won_game_has_ended() {
        let impossible = |why| (None, Kind::Impossible(why));
        let moved = PositionError::MovedAfterWin(Player::First);
        assert_eq!(
            refused("4/4/oooo/xxxx x"),
            impossible(PositionError::BothWon)
        );
        let ended = "4/4/ooo1/xxxx o".parse::<Position>().unwrap();
        assert_eq!(ended.winner(), Some(Player::First));
        assert_eq!(refused("4/o3/ooo1/xxxx x"), impossible(moved));
        // The last stone cannot have completed both fours.
        assert_eq!(refused("9/9/9/oo1oo1oo1/xxxxoxxxx o"), impossible(moved));
    }
}
