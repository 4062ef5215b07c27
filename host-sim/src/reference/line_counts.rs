//! The reference's game with its lines counted, so that the solver need not
//! look at the whole board after every stone.
//!
//! It takes over the squares and the lines of a [`Game`] and knows the same
//! moves. For each line it counts the stones of both sides: where one side
//! has three and the other none, a stone on the square that is left wins.

use super::game::LONGEST;
use super::{Game, Side, Spot, Square};

/// All that makes two positions of one board differ, a bit each: the stones
/// of `X`, and in every column the square on which the next stone lands.
pub(super) type Key = [u64; 3];

/// A line of four on which a stone can lie everywhere.
#[derive(Clone, Debug)]
struct LineCount {
    /// The stones of both sides.
    stones: [u8; 2],
    /// The numbers of its empty squares, added up: if one is left, that one.
    empty: usize,
}

/// A game that goes on from some position.
#[derive(Clone, Debug)]
pub(super) struct LineCounts {
    rows: usize,
    forbidden: Option<Spot>,
    turn: Side,
    lines: Vec<LineCount>,
    /// The lines through each square, by their numbers.
    through: Vec<Vec<usize>>,
    /// For each empty square, how many lines a stone of a side completes.
    completes: Vec<[u8; 2]>,
    /// The row in which the next stone lands in each column; the number of
    /// rows if there is no room.
    landing: Vec<usize>,
    /// Whether the side that moved last has four in a line.
    is_won: bool,
    played: Vec<Spot>,
    key: Key,
}

impl LineCounts {
    /// The game as it stands.
    pub(super) fn new(game: &Game) -> LineCounts {
        let rows = game.rows();
        let squares = rows * game.columns();
        let landing =
            |column| game.resting_spot(column).map_or(rows, |(row, _)| row);
        let mut counts = LineCounts {
            rows,
            forbidden: game.forbidden(),
            turn: game.turn(),
            lines: Vec::new(),
            through: vec![Vec::new(); squares],
            completes: vec![[0; 2]; squares],
            landing: (0..game.columns()).map(landing).collect(),
            is_won: game.winner().is_some(),
            played: Vec::new(),
            key: [0; 3],
        };
        for line in game.lines() {
            counts.add_line(game, line);
        }
        for spot in game.spots_with(Square::Stone(Side::X)) {
            counts.turn_bit(spot);
        }
        for column in 0..game.columns() {
            counts.turn_bit((counts.landing[column], column));
        }
        counts
    }

    fn add_line(&mut self, game: &Game, spots: [Spot; 4]) {
        if self.forbidden.is_some_and(|spot| spots.contains(&spot)) {
            return;
        }
        let mut line = LineCount { stones: [0; 2], empty: 0 };
        for spot in spots {
            let square = self.number(spot);
            self.through[square].push(self.lines.len());
            match game.square(spot) {
                Square::Stone(side) => line.stones[side as usize] += 1,
                _ => line.empty += square,
            }
        }
        for side in [Side::X, Side::O] {
            if line.is_one_short(side) {
                self.completes[line.empty][side as usize] += 1;
            }
        }
        self.lines.push(line);
    }

    /// The number of a square, column by column.
    fn number(&self, (row, column): Spot) -> usize {
        column * self.rows + row
    }

    fn turn_bit(&mut self, (row, column): Spot) {
        let bit = column * (LONGEST + 1) + row;
        self.key[bit / 64] ^= 1 << (bit % 64);
    }

    /// Turns the mark on a square into a stone of this side with the mark
    /// above it, or back.
    fn turn_bits(&mut self, spot: Spot, above: usize, side: Side) {
        if side == Side::O {
            self.turn_bit(spot);
        }
        self.turn_bit((above, spot.1));
    }

    pub(super) fn columns(&self) -> usize {
        self.landing.len()
    }

    pub(super) fn turn(&self) -> Side {
        self.turn
    }

    pub(super) fn key(&self) -> Key {
        self.key
    }

    /// Whether the side that moved last has won.
    pub(super) fn is_won(&self) -> bool {
        self.is_won
    }

    /// Whether a stone can be dropped into this column while the game goes
    /// on.
    pub(super) fn has_room(&self, column: usize) -> bool {
        self.landing[column] < self.rows
    }

    pub(super) fn is_full(&self) -> bool {
        self.landing.iter().all(|&row| row == self.rows)
    }

    /// Whether a stone of this side, dropped into this column, would make
    /// four in a line.
    pub(super) fn wins(&self, side: Side, column: usize) -> bool {
        let spot = (self.landing[column], column);
        self.has_room(column)
            && self.completes[self.number(spot)][side as usize] > 0
    }

    /// Drops a stone into a column that has room.
    pub(super) fn play(&mut self, column: usize) {
        let spot = (self.landing[column], column);
        let (square, side) = (self.number(spot), self.turn);
        self.is_won = self.completes[square][side as usize] > 0;
        for &number in &self.through[square] {
            let line = &mut self.lines[number];
            line.stones[side as usize] += 1;
            line.empty -= square;
            if line.is_one_short(side) {
                self.completes[line.empty][side as usize] += 1;
            }
        }
        let mut above = spot.0 + 1;
        if self.forbidden == Some((above, column)) {
            above += 1;
        }
        self.landing[column] = above;
        self.turn_bits(spot, above, side);
        self.turn = side.other();
        self.played.push(spot);
    }

    /// Takes back the last stone played here.
    pub(super) fn undo(&mut self) {
        let Some(spot) = self.played.pop() else { return };
        let (row, column) = spot;
        let (square, side) = (self.number(spot), self.turn.other());
        for &number in &self.through[square] {
            let line = &mut self.lines[number];
            if line.is_one_short(side) {
                self.completes[line.empty][side as usize] -= 1;
            }
            line.stones[side as usize] -= 1;
            line.empty += square;
        }
        let above = std::mem::replace(&mut self.landing[column], row);
        self.turn_bits(spot, above, side);
        self.turn = side;
        self.is_won = false;
    }
}

impl LineCount {
    /// Whether one more stone of this side makes it four.
    fn is_one_short(&self, side: Side) -> bool {
        self.stones[side as usize] == 3
            && self.stones[side.other() as usize] == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::BoardSize;
    use crate::dice::Dice;

    /// Everything that the solver reads, against a look at the board.
    fn compare(counts: &LineCounts, game: &Game) {
        let text = game.to_text();
        assert_eq!(counts.turn(), game.turn(), "{text}");
        assert_eq!(counts.is_won(), game.winner().is_some(), "{text}");
        assert_eq!(counts.is_full(), game.is_full(), "{text}");
        assert_eq!(counts.key(), LineCounts::new(game).key(), "{text}");
        for column in 0..game.columns() {
            let spot = game.resting_spot(column);
            assert_eq!(counts.has_room(column), spot.is_some(), "{text}");
            for side in [Side::X, Side::O] {
                let wins = spot.is_some_and(|it| game.would_win(side, it));
                assert_eq!(counts.wins(side, column), wins, "{text} {column}");
            }
        }
    }

    #[test]
    fn what_is_counted_is_what_is_on_the_board() {
        let mut won = 0;
        for number in 0..300 {
            let mut dice = Dice::new(1, number);
            let [rows, columns] = [(); 2].map(|()| 4 + dice.below(9));
            let size = BoardSize { rows, columns };
            let mut game = size.random_setup(4, &mut dice).game();
            let mut counts = LineCounts::new(&game);
            let fresh = dice.below(rows * columns);
            while !game.is_over() {
                if game.moves().len() == fresh {
                    counts = LineCounts::new(&game);
                }
                let column = dice.pick(&game.legal_columns());
                for _ in 0..1 + dice.below(2) {
                    game.play(column).unwrap();
                    counts.play(column);
                    compare(&counts, &game);
                    if dice.one_in(3) && !game.is_over() {
                        game.undo();
                        counts.undo();
                        compare(&counts, &game);
                    }
                    if game.is_over() || !counts.has_room(column) {
                        break;
                    }
                }
            }
            won += u32::from(game.winner().is_some());
            let before = counts.key();
            game.undo();
            counts.undo();
            compare(&counts, &game);
            assert_ne!(counts.key(), before);
        }
        assert!((100..300).contains(&won), "{won} of 300 games won");
    }
}
