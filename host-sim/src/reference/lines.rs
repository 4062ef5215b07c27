//! Four in a line.

use super::{Game, Side, Spot, Square};

/// The four directions in which a line can run, as steps of row and column:
/// up, right, and the two diagonals to the right.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

impl Game {
    /// The square this many steps away, if it is on the board.
    fn spot_from(
        &self,
        (row, column): Spot,
        (up, right): (isize, isize),
        steps: isize,
    ) -> Option<Spot> {
        let row = row.checked_add_signed(steps * up)?;
        let column = column.checked_add_signed(steps * right)?;
        (row < self.rows() && column < self.columns()).then_some((row, column))
    }

    /// Whether there is a stone of this side this many steps away.
    fn has_stone(
        &self,
        side: Side,
        spot: Spot,
        direction: (isize, isize),
        steps: isize,
    ) -> bool {
        self.spot_from(spot, direction, steps)
            .is_some_and(|spot| self.square(spot) == Square::Stone(side))
    }

    /// Whether four stones of this side lie in a line that starts here.
    fn four_from(
        &self,
        side: Side,
        spot: Spot,
        direction: (isize, isize),
    ) -> bool {
        (0..4).all(|steps| self.has_stone(side, spot, direction, steps))
    }

    /// Whether this side has four in a line anywhere.
    #[must_use]
    pub fn has_four(&self, side: Side) -> bool {
        self.spots().any(|spot| {
            DIRECTIONS
                .into_iter()
                .any(|direction| self.four_from(side, spot, direction))
        })
    }

    /// Every line of four squares on the board.
    pub(super) fn lines(&self) -> Vec<[Spot; 4]> {
        let mut lines = Vec::new();
        for spot in self.spots() {
            for direction in DIRECTIONS {
                let spots =
                    [0, 1, 2, 3].map(|it| self.spot_from(spot, direction, it));
                if let [Some(a), Some(b), Some(c), Some(d)] = spots {
                    lines.push([a, b, c, d]);
                }
            }
        }
        lines
    }

    /// Every stone of this side that is part of four in a line, column by
    /// column from the left, each from the bottom.
    #[must_use]
    pub fn fours(&self, side: Side) -> Vec<Spot> {
        let mut found = Vec::new();
        for spot in self.spots() {
            for direction in DIRECTIONS {
                if self.four_from(side, spot, direction) {
                    found.extend((0..4).filter_map(|steps| {
                        self.spot_from(spot, direction, steps)
                    }));
                }
            }
        }
        self.spots().filter(|spot| found.contains(spot)).collect()
    }

    /// Every empty square on which a stone of this side would make four in
    /// a line, in the order of [`Game::fours`]. Whether a stone can land
    /// there does not matter.
    #[must_use]
    pub fn winning_spots(&self, side: Side) -> Vec<Spot> {
        self.spots()
            .filter(|&spot| self.square(spot) == Square::Empty)
            .filter(|&spot| self.would_win(side, spot))
            .collect()
    }

    /// Whether a stone of this side on this square would make four in a
    /// line.
    pub(super) fn would_win(&self, side: Side, spot: Spot) -> bool {
        DIRECTIONS.into_iter().any(|direction| {
            let ahead = self.stones_along(side, spot, direction, 1);
            let behind = self.stones_along(side, spot, direction, -1);
            ahead + 1 + behind >= 4
        })
    }

    /// How many stones of this side follow each other from the next square
    /// on, forwards with 1 and backwards with -1.
    fn stones_along(
        &self,
        side: Side,
        spot: Spot,
        direction: (isize, isize),
        sign: isize,
    ) -> usize {
        (1..)
            .take_while(|steps| {
                self.has_stone(side, spot, direction, sign * steps)
            })
            .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(text: &str) -> Game {
        Game::from_text(text).unwrap()
    }

    #[test]
    fn each_direction_wins() {
        for moves in [
            &[1, 1, 2, 2, 3, 3, 4][..],
            &[4, 1, 4, 1, 4, 1, 4],
            &[1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4],
            &[7, 6, 6, 5, 5, 4, 5, 4, 4, 2, 4],
        ] {
            let mut game = Game::new(6, 7, None).unwrap();
            for number in moves {
                assert_eq!(game.winner(), None);
                game.play(number - 1).unwrap();
            }
            assert_eq!(game.winner(), Some(Side::X));
            assert_eq!(game.fours(Side::X).len(), 4);
            assert!(game.legal_columns().is_empty());
        }
    }

    #[test]
    fn two_lines_share_a_stone() {
        let seven = game("7/7/7/7/ooo1ooo/xxxxxxx o");
        assert_eq!(seven.fours(Side::X).len(), 7);
        assert_eq!(seven.winning_spots(Side::O), [(1, 3)]);
    }

    #[test]
    fn gaps_and_both_ends_win() {
        let gap = game("7/7/7/7/o1oo1o1/x1xx1x1 x");
        assert_eq!(gap.winning_spots(Side::X), [(0, 1), (0, 4)]);
        assert_eq!(gap.winning_spots(Side::O), [(1, 1), (1, 4)]);
        let ends = game("7/7/7/7/1ooo3/#xxx3 x");
        assert_eq!(ends.winning_spots(Side::X), [(0, 4)]);
        assert_eq!(ends.winning_spots(Side::O), [(1, 0), (1, 4)]);
    }
}
