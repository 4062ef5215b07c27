//! A game in progress.

use core::error::Error;
use core::fmt;
use core::hash::{Hash, Hasher};

use heapless::Vec;

use crate::{
    Bitboard, Board, ByPlayer, Cell, Column, MAX_SIDE, Player, zobrist,
};

/// The most stones that any board holds.
pub const MAX_PLIES: usize = MAX_SIDE as usize * MAX_SIDE as usize;

/// A position: the board, the stones on it, whose turn it is, and the moves
/// that led here as far as they are known.
///
/// As text, a position is one line: rows from the top, `/` between them, a
/// number for a run of empty cells, `x` and `o` for stones, `#` for the
/// forbidden cell; then a space and the side to move, as in
/// `9/9/9/4#4/9/9/9/9/4x4 o`.
///
/// Two positions are equal when board, stones and side to move are; how they
/// came about does not count.
///
/// ```
/// use pocketfour_engine::{Board, Column, Outcome, Player, Position};
///
/// let mut game = Position::new(Board::CLASSIC);
/// for number in [4, 1, 4, 1, 4, 1, 4] {
///     game.play(Column::from_number(number).unwrap())?;
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
/// assert_eq!(game.to_string(), "7/7/3x3/o2x3/o2x3/o2x3 o");
///
/// game.undo();
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), pocketfour_engine::PlayError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    /// Every cell that a stone can ever occupy.
    cells: Bitboard,
    stones: ByPlayer<Bitboard>,
    to_move: Player,
    won: bool,
    moves: Vec<Column, MAX_PLIES>,
    key: u64,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// This player has four in a line.
    Win(Player),
    /// The board is full and neither player has four in a line.
    Draw,
}

impl Position {
    /// The start of a game on this board.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Player, Position};
    /// let game = Position::new(Board::CLASSIC);
    /// assert_eq!(game.to_move(), Player::First);
    /// ```
    #[must_use]
    pub const fn new(board: Board) -> Position {
        Position {
            board,
            cells: board.cells(),
            stones: ByPlayer::new(Bitboard::EMPTY, Bitboard::EMPTY),
            to_move: Player::First,
            won: false,
            moves: Vec::new(),
            key: zobrist::board(board),
        }
    }

    /// A position with these stones, whose moves are not known. The caller
    /// has made sure that such a position can come about.
    pub(crate) fn with_stones(
        board: Board,
        stones: ByPlayer<Bitboard>,
        to_move: Player,
    ) -> Position {
        let won = stones.first.has_four() || stones.second.has_four();
        let mut position =
            Position { stones, to_move, won, ..Position::new(board) };
        for player in Player::BOTH {
            for cell in position.stones(player) {
                position.key ^= zobrist::stone(player, cell);
            }
        }
        position
    }

    /// The board.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Position};
    /// assert_eq!(Position::new(Board::CLASSIC).board(), Board::CLASSIC);
    /// ```
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Whose turn it is; after the end of the game, whose turn it would be.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Column, Player, Position};
    /// let mut game = Position::new(Board::CLASSIC);
    /// game.play(Column::new(0).unwrap())?;
    /// assert_eq!(game.to_move(), Player::Second);
    /// # Ok::<(), pocketfour_engine::PlayError>(())
    /// ```
    #[must_use]
    pub const fn to_move(&self) -> Player {
        self.to_move
    }

    /// The stones of one player.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Board, Player, Position};
    /// let game: Position = "7/7/7/7/7/3x3 o".parse()?;
    /// assert_eq!(game.stones(Player::First), Bitboard::drawn(". . . X . . ."));
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub const fn stones(&self, player: Player) -> Bitboard {
        *self.stones.get(player)
    }

    /// Whose stone lies in a cell, if one does.
    ///
    /// ```
    /// # use pocketfour_engine::{Cell, Player, Position};
    /// let game: Position = "7/7/7/7/7/3x3 o".parse()?;
    /// let at = |row, column| game.stone_at(Cell::new(row, column).unwrap());
    /// assert_eq!((at(0, 3), at(1, 3)), (Some(Player::First), None));
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn stone_at(&self, cell: Cell) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| self.stones(player).contains(cell))
    }

    /// Every cell with a stone.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Position};
    /// assert!(Position::new(Board::CLASSIC).occupied().is_empty());
    /// ```
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.stones.first | self.stones.second
    }

    /// The number of stones on the board.
    ///
    /// ```
    /// # use pocketfour_engine::Position;
    /// let game: Position = "7/7/7/7/7/3xo2 x".parse()?;
    /// assert_eq!(game.plies(), 2);
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.occupied().len()
    }

    /// The moves that led here, as far as they are known: those played on
    /// this value, not those that came before it was read from text.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Column, Position};
    /// let mut game = Position::new(Board::CLASSIC);
    /// game.play(Column::new(3).unwrap())?;
    /// assert_eq!(game.moves(), [Column::new(3).unwrap()]);
    /// # Ok::<(), pocketfour_engine::PlayError>(())
    /// ```
    #[must_use]
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// Where the last stone lies, as far as the moves are known.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Cell, Column, Position};
    /// let mut game = Position::new(Board::CLASSIC);
    /// assert_eq!(game.last_stone(), None);
    /// game.play(Column::new(3).unwrap())?;
    /// assert_eq!(game.last_stone(), Cell::new(0, 3));
    /// # Ok::<(), pocketfour_engine::PlayError>(())
    /// ```
    #[must_use]
    pub fn last_stone(&self) -> Option<Cell> {
        let column = *self.moves.last()?;
        let rows = self.stones(self.to_move.opponent()).column(column);
        rows.checked_ilog2().map(|row| Cell::wrapped(row as u8, column))
    }

    /// The cells in which the next stone of each column would land, whether
    /// or not the game is over.
    fn landing(&self) -> Bitboard {
        let taken = self.occupied() | self.board.obstacle();
        taken.landing() & self.cells
    }

    /// The cells in which the next stone can land: one for each column that
    /// has room, none once the game is over.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Board, Position};
    /// let game = Position::new(Board::CLASSIC);
    /// let bottom = Bitboard::drawn("X X X X X X X");
    /// assert_eq!(game.landing_cells(), bottom);
    /// ```
    #[must_use]
    pub fn landing_cells(&self) -> Bitboard {
        if self.won { Bitboard::EMPTY } else { self.landing() }
    }

    /// The columns into which a stone can be dropped, from the left.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Position};
    /// let game = Position::new(Board::CLASSIC);
    /// assert_eq!(game.legal_columns().count(), 7);
    /// ```
    pub fn legal_columns(&self) -> impl Iterator<Item = Column> + use<> {
        self.landing_cells().into_iter().map(Cell::column)
    }

    /// Where a stone dropped into this column lands.
    ///
    /// # Errors
    ///
    /// What [`Position::play`] would answer.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Cell, Column, Position};
    /// let bottom = Cell::new(0, 0).unwrap();
    /// let board = Board::CLASSIC.with_forbidden(bottom)?;
    /// let game = Position::new(board);
    /// let landing = game.landing_cell(Column::new(0).unwrap())?;
    /// assert_eq!(landing, Cell::new(1, 0).unwrap());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn landing_cell(&self, column: Column) -> Result<Cell, PlayError> {
        let columns = self.board.columns();
        if column.index() >= columns {
            return Err(PlayError::NoSuchColumn { column, columns });
        }
        if self.won {
            return Err(PlayError::GameOver);
        }
        let landing = self.landing();
        match landing.column(column) {
            0 if landing.is_empty() => Err(PlayError::GameOver),
            0 => Err(PlayError::ColumnFull { column }),
            bit => Ok(Cell::wrapped(bit.trailing_zeros() as u8, column)),
        }
    }

    /// Drops a stone of the side to move into a column and says where it
    /// came to lie.
    ///
    /// # Errors
    ///
    /// A move that the rules refuse changes nothing; the error says why.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Column, PlayError, Position};
    /// let mut game = Position::new(Board::CLASSIC);
    /// let column = Column::from_number(9).unwrap();
    /// let refused = game.play(column).unwrap_err();
    /// assert_eq!(
    ///     refused.to_string(),
    ///     "no column 9: columns go from 1 to 7"
    /// );
    /// ```
    pub fn play(&mut self, column: Column) -> Result<Cell, PlayError> {
        let cell = self.landing_cell(column)?;
        let pushed = self.moves.push(column);
        debug_assert!(pushed.is_ok(), "more moves than cells");
        if pushed.is_err() {
            return Err(PlayError::GameOver);
        }
        let player = self.to_move;
        let stones = self.stones.get_mut(player);
        *stones = stones.with(cell);
        self.won = self.stones(player).has_four();
        self.key ^= zobrist::stone(player, cell);
        self.to_move = player.opponent();
        Ok(cell)
    }

    /// Takes the last move back and returns it, or returns `None` where no
    /// move is known.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Column, Position};
    /// let start = Position::new(Board::CLASSIC);
    /// let mut game = start.clone();
    /// game.play(Column::new(2).unwrap())?;
    /// assert_eq!(game.undo(), Column::new(2));
    /// assert_eq!(game.undo(), None);
    /// assert_eq!(game, start);
    /// # Ok::<(), pocketfour_engine::PlayError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Column> {
        let cell = self.last_stone()?;
        let column = self.moves.pop()?;
        let player = self.to_move.opponent();
        let stones = self.stones.get_mut(player);
        *stones = stones.without(cell);
        self.won = false;
        self.key ^= zobrist::stone(player, cell);
        self.to_move = player;
        Some(column)
    }

    /// How the game ended, or `None` while it goes on.
    ///
    /// ```
    /// # use pocketfour_engine::{Outcome, Player, Position};
    /// let game: Position = "4/4/ooo1/xxxx o".parse()?;
    /// assert_eq!(game.outcome(), Some(Outcome::Win(Player::First)));
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Win(self.to_move.opponent()))
        } else if self.landing().is_empty() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// The winner, if there is one.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Position};
    /// assert_eq!(Position::new(Board::CLASSIC).winner(), None);
    /// ```
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.won.then(|| self.to_move.opponent())
    }

    /// The stones that won: every stone of the winner that is part of four
    /// in a line. That can be more than four.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Position};
    /// let game: Position = "4/4/ooo1/xxxx o".parse()?;
    /// assert_eq!(game.winning_stones(), Some(Bitboard::drawn("X X X X")));
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn winning_stones(&self) -> Option<Bitboard> {
        self.winner().map(|winner| self.stones(winner).fours())
    }

    /// Every empty cell in which a stone of this player would complete four
    /// in a line, whether or not a stone can be dropped there now.
    ///
    /// ```
    /// # use pocketfour_engine::{Bitboard, Player, Position};
    /// let game: Position = "4/4/ooo1/xxx1 x".parse()?;
    /// assert_eq!(
    ///     game.winning_cells(Player::Second),
    ///     Bitboard::drawn(
    ///         ". . . X
    ///          . . . ."
    ///     )
    /// );
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn winning_cells(&self, player: Player) -> Bitboard {
        let empty = self.cells - self.occupied();
        self.stones(player).completing() & empty
    }

    /// The position in a mirror: left and right change places.
    ///
    /// ```
    /// # use pocketfour_engine::Position;
    /// let game: Position = "4/4/4/x3 o".parse()?;
    /// assert_eq!(game.mirrored().to_string(), "4/4/4/3x o");
    /// # Ok::<(), pocketfour_engine::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let stones = self.stones.map(|set| set.mirrored(self.board));
        let board = self.board.mirrored();
        let mut mirrored = Position::with_stones(board, stones, self.to_move);
        mirrored.moves = self.moves.clone();
        for column in &mut mirrored.moves {
            *column = board.mirrored_column(*column);
        }
        mirrored
    }

    /// The Zobrist key: the same number for equal positions and, as far as 64
    /// bits go, another one for others. It takes in the board as well.
    ///
    /// ```
    /// # use pocketfour_engine::{Board, Column, Position};
    /// let mut game = Position::new(Board::CLASSIC);
    /// let before = game.key();
    /// game.play(Column::new(0).unwrap())?;
    /// assert_ne!(game.key(), before);
    /// game.undo();
    /// assert_eq!(game.key(), before);
    /// # Ok::<(), pocketfour_engine::PlayError>(())
    /// ```
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.board == other.board
            && self.stones == other.stones
            && self.to_move == other.to_move
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Position {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", defmt::Display2Format(self));
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[non_exhaustive]
pub enum PlayError {
    /// The board has fewer columns.
    NoSuchColumn {
        /// The column asked for.
        column: Column,
        /// How many the board has.
        columns: u8,
    },
    /// The column has no room left.
    ColumnFull {
        /// The column asked for.
        column: Column,
    },
    /// A player has won, or the board is full.
    GameOver,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::NoSuchColumn { column, columns } => {
                write!(f, "no column {column}: columns go from 1 to {columns}")
            }
            PlayError::ColumnFull { column } => {
                write!(f, "column {column} is full")
            }
            PlayError::GameOver => f.write_str("the game is over"),
        }
    }
}

impl Error for PlayError {}
