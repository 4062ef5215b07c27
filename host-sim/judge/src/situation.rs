//! What a player is told before his move.

use engine::{Column, Player, Position};

use crate::Point;

/// What a player is told before his move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Situation {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// For each column the row of its highest stone; the number of rows
    /// where there is none. Where the forbidden cell is next, it counts as
    /// filled: the next stone always lands one row above.
    pub top: Vec<i32>,
    /// Row by row: 0 empty, 1 the opponent's, 2 the player's own.
    pub board: Vec<i32>,
    /// The opponent's last move; -1, -1 if there is none.
    pub last: Point,
    /// The forbidden cell; -1, -1 if there is none.
    pub forbidden: Point,
}

const NOWHERE: Point = Point { x: -1, y: -1 };

impl Situation {
    /// What the side to move is told.
    #[must_use]
    pub fn of(position: &Position) -> Situation {
        let rows = usize::from(position.board().rows());
        let columns = usize::from(position.board().columns());
        let point = |cell: engine::Cell| Point {
            x: rows as i32 - 1 - i32::from(cell.row()),
            y: i32::from(cell.column().index()),
        };
        let mut board = vec![0; rows * columns];
        let mover = position.to_move();
        for (player, mark) in [(mover.opponent(), 1), (mover, 2)] {
            for cell in position.stones(player) {
                let Point { x, y } = point(cell);
                board[x as usize * columns + y as usize] = mark;
            }
        }
        let mut top = vec![0; columns];
        for cell in position.landing_cells() {
            let Point { x, y } = point(cell);
            top[y as usize] = x + 1;
        }
        let mut before = position.clone();
        let last = before.undo().and_then(|c| before.landing_cell(c).ok());
        let forbidden = position.board().forbidden();
        Situation {
            rows,
            columns,
            top,
            board,
            last: last.map_or(NOWHERE, point),
            forbidden: forbidden.map_or(NOWHERE, point),
        }
    }

    /// The position, if there is such a one.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        let count = |mark| self.board.iter().filter(|&&m| m == mark).count();
        let own =
            if count(1) == count(2) { Player::First } else { Player::Second };
        let mut text = String::new();
        for x in 0..self.rows {
            if x > 0 {
                text.push('/');
            }
            let mut empty = 0;
            for y in 0..self.columns {
                let mark = *self.board.get(x * self.columns + y)?;
                let here = Point { x: x as i32, y: y as i32 };
                let letter = match mark {
                    _ if here == self.forbidden => '#',
                    1 => own.opponent().letter(),
                    2 => own.letter(),
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                push_number(&mut text, &mut empty);
                text.push(letter);
            }
            push_number(&mut text, &mut empty);
        }
        text.push(' ');
        text.push(own.letter());
        text.parse().ok()
    }

    /// The cell where a stone lands.
    #[must_use]
    pub fn landing(&self, column: Column) -> Option<Point> {
        let y = i32::from(column.index());
        let x = self.top.get(usize::from(column.index()))? - 1;
        (x >= 0).then_some(Point { x, y })
    }
}

fn push_number(text: &mut String, number: &mut usize) {
    if *number > 0 {
        text.push_str(&number.to_string());
        *number = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_can_be_understood() {
        for text in [
            "9/9/9/4#4/9/9/9/9/4x4 o",
            "4/4/4/1#2 x",
            "#3/4/4/4 x",
            "#3/o3/x3/o1xx o",
        ] {
            let Ok(position) = text.parse::<Position>() else {
                continue;
            };
            let told = Situation::of(&position);
            assert_eq!(told.position(), Some(position.clone()), "{text}");
            for column in position.board().all_columns() {
                let lands = told.landing(column).is_some();
                assert_eq!(lands, position.landing_cell(column).is_ok());
            }
        }
    }

    #[test]
    fn rows_are_counted_from_the_top() {
        let mut game: Position = "4/4/#3/4 x".parse().unwrap();
        game.play(Column::from_number(1).unwrap()).unwrap();
        let told = Situation::of(&game);
        assert_eq!(told.last, Point { x: 3, y: 0 });
        assert_eq!(told.forbidden, Point { x: 2, y: 0 });
        assert_eq!(told.top, [2, 4, 4, 4]);
        assert_eq!(told.board[3 * 4], 1);
        game.play(Column::from_number(2).unwrap()).unwrap();
        assert_eq!(Situation::of(&game).board[3 * 4], 2);
        let block = Situation::of(&"4/4/4/#3 x".parse().unwrap());
        assert_eq!(block.top, [3, 4, 4, 4]);
        assert_eq!(block.last, NOWHERE);
    }
}
