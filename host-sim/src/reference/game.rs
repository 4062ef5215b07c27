//! The board as a table, and the moves on it.

/// The smallest number of rows or columns.
pub(super) const SHORTEST: usize = 4;
/// The largest number of rows or columns.
pub(super) const LONGEST: usize = 12;

/// One of the two sides; `X` begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that begins.
    X,
    /// The side that answers.
    O,
}

impl Side {
    /// The side that sits opposite.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::X => Side::O,
            Side::O => Side::X,
        }
    }
}

/// What is on one square of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// Nothing yet.
    Empty,
    /// A stone.
    Stone(Side),
    /// No stone can ever lie here.
    Forbidden,
}

/// Row and column of a square, both from 0, the bottom row first.
pub type Spot = (usize, usize);

/// Why a stone cannot be dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such column on this board.
    NoSuchColumn,
    /// There is no room left in this column.
    ColumnFull,
    /// A side has won, or no column has room.
    GameOver,
}

/// A game: the table of squares, whose turn it is, and the moves so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// `table[row][column]`, the bottom row first.
    table: Vec<Vec<Square>>,
    turn: Side,
    winner: Option<Side>,
    moves: Vec<usize>,
}

impl Game {
    /// An empty board, or `None` where there is no such board.
    ///
    /// ```
    /// # use host_sim::reference::Game;
    /// assert!(Game::new(9, 12, Some((4, 5))).is_some());
    /// assert!(Game::new(9, 13, None).is_none());
    /// assert!(Game::new(9, 12, Some((9, 5))).is_none());
    /// ```
    #[must_use]
    pub fn new(
        rows: usize,
        columns: usize,
        forbidden: Option<Spot>,
    ) -> Option<Game> {
        let sides = SHORTEST..=LONGEST;
        if !sides.contains(&rows) || !sides.contains(&columns) {
            return None;
        }
        let mut table = vec![vec![Square::Empty; columns]; rows];
        if let Some((row, column)) = forbidden {
            *table.get_mut(row)?.get_mut(column)? = Square::Forbidden;
        }
        Some(Game::from_table(table, Side::X))
    }

    /// A game that stands like this, without its moves.
    pub(super) fn from_table(table: Vec<Vec<Square>>, turn: Side) -> Game {
        let mut game = Game { table, turn, winner: None, moves: Vec::new() };
        game.winner = game.look_for_winner();
        game
    }

    fn look_for_winner(&self) -> Option<Side> {
        [Side::X, Side::O].into_iter().find(|&side| self.has_four(side))
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.table.len()
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.table[0].len()
    }

    /// What is on this square.
    #[must_use]
    pub fn square(&self, (row, column): Spot) -> Square {
        self.table[row][column]
    }

    /// Every square of the board, column by column from the left, each from
    /// the bottom.
    pub fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let rows = self.rows();
        (0..self.columns())
            .flat_map(move |column| (0..rows).map(move |row| (row, column)))
    }

    /// The squares on which this is to be found.
    #[must_use]
    pub fn spots_with(&self, wanted: Square) -> Vec<Spot> {
        self.spots().filter(|&spot| self.square(spot) == wanted).collect()
    }

    /// The forbidden square, if there is one.
    #[must_use]
    pub fn forbidden(&self) -> Option<Spot> {
        self.spots_with(Square::Forbidden).first().copied()
    }

    /// Whose turn it is, or would be if the game were not over.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The moves played so far, as columns.
    #[must_use]
    pub fn moves(&self) -> &[usize] {
        &self.moves
    }

    /// The number of stones on the board.
    #[must_use]
    pub fn stones(&self) -> usize {
        let is_stone =
            |&spot: &Spot| matches!(self.square(spot), Square::Stone(_));
        self.spots().filter(is_stone).count()
    }

    /// Who has four in a line.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// Whether the board is full and no side has won.
    #[must_use]
    pub fn is_draw(&self) -> bool {
        self.winner.is_none() && self.is_full()
    }

    pub(super) fn is_full(&self) -> bool {
        self.spots().all(|spot| self.square(spot) != Square::Empty)
    }

    /// Whether no more stones can be dropped.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || self.is_full()
    }

    /// The square on which a stone comes to rest that falls into this
    /// column: the lowest empty one. The forbidden square is not empty, so
    /// a stone rests on top of it.
    #[must_use]
    pub fn resting_spot(&self, column: usize) -> Option<Spot> {
        (0..self.rows())
            .map(|row| (row, column))
            .find(|&spot| self.square(spot) == Square::Empty)
    }

    /// Where a stone dropped into this column lands.
    ///
    /// # Errors
    ///
    /// Why it cannot be dropped.
    pub fn landing_spot(&self, column: usize) -> Result<Spot, Refusal> {
        if column >= self.columns() {
            Err(Refusal::NoSuchColumn)
        } else if self.is_over() {
            Err(Refusal::GameOver)
        } else {
            self.resting_spot(column).ok_or(Refusal::ColumnFull)
        }
    }

    /// The columns into which a stone can be dropped, from the left.
    #[must_use]
    pub fn legal_columns(&self) -> Vec<usize> {
        (0..self.columns())
            .filter(|&column| self.landing_spot(column).is_ok())
            .collect()
    }

    /// Drops a stone and says where it landed.
    ///
    /// # Errors
    ///
    /// Why it cannot be dropped; nothing has changed then.
    pub fn play(&mut self, column: usize) -> Result<Spot, Refusal> {
        let spot = self.landing_spot(column)?;
        self.put_stone(spot);
        Ok(spot)
    }

    /// Drops a stone even if the game is over, where the column has room:
    /// this makes positions that cannot come about.
    pub fn play_on(&mut self, column: usize) {
        if let Some(spot) = self.resting_spot(column) {
            self.put_stone(spot);
        }
    }

    fn put_stone(&mut self, (row, column): Spot) {
        self.table[row][column] = Square::Stone(self.turn);
        self.winner = self.look_for_winner();
        self.turn = self.turn.other();
        self.moves.push(column);
    }

    /// Takes the last move back and returns its column, or does nothing
    /// where no move is known.
    pub fn undo(&mut self) -> Option<usize> {
        let column = self.moves.pop()?;
        self.turn = self.turn.other();
        let last = Square::Stone(self.turn);
        let row = (0..self.rows())
            .rev()
            .find(|&row| self.table[row][column] == last)?;
        self.table[row][column] = Square::Empty;
        self.winner = self.look_for_winner();
        Some(column)
    }

    /// The game with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Game {
        let mut mirrored = self.clone();
        for row in &mut mirrored.table {
            row.reverse();
        }
        for column in &mut mirrored.moves {
            *column = self.columns() - 1 - *column;
        }
        mirrored
    }

    /// The same stones, with the way they got there forgotten.
    #[must_use]
    pub fn without_moves(&self) -> Game {
        Game { moves: Vec::new(), ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stone_rests_on_the_forbidden_square() {
        let mut game = Game::new(4, 4, Some((1, 0))).unwrap();
        assert_eq!(game.play(0), Ok((0, 0)));
        assert_eq!(game.play(0), Ok((2, 0)));
        assert_eq!(game.play(0), Ok((3, 0)));
        assert_eq!(game.play(0), Err(Refusal::ColumnFull));
    }

    #[test]
    fn a_column_ends_below_a_forbidden_top() {
        let mut game = Game::new(4, 4, Some((3, 2))).unwrap();
        for row in 0..3 {
            assert_eq!(game.play(2), Ok((row, 2)));
        }
        assert_eq!(game.play(2), Err(Refusal::ColumnFull));
        assert_eq!(game.play(4), Err(Refusal::NoSuchColumn));
        assert_eq!(game.legal_columns(), [0, 1, 3]);
    }

    #[test]
    fn undo_goes_back_to_the_start() {
        let start = Game::new(5, 6, Some((0, 3))).unwrap();
        let mut game = start.clone();
        for column in [3, 3, 2, 4, 3, 1] {
            game.play(column).unwrap();
        }
        for column in [1, 3, 4, 2, 3, 3] {
            assert_eq!(game.undo(), Some(column));
        }
        assert_eq!(game.undo(), None);
        assert_eq!(game, start);
    }
}
