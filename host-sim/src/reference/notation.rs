//! Positions as text: rows from the top, then the side to move.

use super::game::{LONGEST, SHORTEST};
use super::{Game, Side, Square};

impl Game {
    /// The position as one line of text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut rows: Vec<String> = Vec::new();
        for row in (0..self.rows()).rev() {
            rows.push(self.row_to_text(row));
        }
        let turn = letter(self.turn());
        format!("{} {turn}", rows.join("/"))
    }

    fn row_to_text(&self, row: usize) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for column in 0..self.columns() {
            let mark = match self.square((row, column)) {
                Square::Empty => {
                    empty += 1;
                    continue;
                }
                Square::Stone(side) => letter(side),
                Square::Forbidden => '#',
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(mark);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    /// Reads what [`Game::to_text`] writes.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the text.
    pub fn from_text(text: &str) -> Result<Game, String> {
        let parts: Vec<&str> = text.split(' ').collect();
        let &[rows, turn] = parts.as_slice() else {
            return Err("not rows, one space, side to move".into());
        };
        let turn = match turn {
            "x" => Side::X,
            "o" => Side::O,
            _ => return Err("the side to move is not x or o".into()),
        };
        let mut table = Vec::new();
        for row in rows.split('/').rev() {
            table.push(row_from_text(row)?);
        }
        check_size(&table)?;
        check_squares(&table)?;
        let game = Game::from_table(table, turn);
        game.check_counts()?;
        game.check_win()?;
        Ok(game)
    }

    /// The sides take turns and `X` begins.
    fn check_counts(&self) -> Result<(), String> {
        let x = self.spots_with(Square::Stone(Side::X)).len();
        let o = self.spots_with(Square::Stone(Side::O)).len();
        let turn = if x == o {
            Side::X
        } else if x == o + 1 {
            Side::O
        } else {
            return Err(format!("{x} stones of x and {o} of o"));
        };
        if turn == self.turn() {
            Ok(())
        } else {
            Err(format!("{x} stones of x, {o} of o, and the wrong turn"))
        }
    }

    /// A side that has four has just made it with its last stone, which
    /// lies on top of its column; without that stone there was no four.
    fn check_win(&self) -> Result<(), String> {
        let Some(winner) = self.winner() else { return Ok(()) };
        if self.has_four(winner.other()) {
            return Err("both sides have four in a line".into());
        }
        if winner == self.turn() {
            return Err("a stone was dropped after the win".into());
        }
        for column in 0..self.columns() {
            if self.is_last_stone(column, winner) {
                return Ok(());
            }
        }
        Err("no last stone can have made every four".into())
    }

    /// Whether the top stone of this column is the winner's and all of the
    /// winner's fours need it.
    fn is_last_stone(&self, column: usize, winner: Side) -> bool {
        let top = (0..self.rows())
            .rev()
            .map(|row| (row, column))
            .find(|&spot| matches!(self.square(spot), Square::Stone(_)));
        let Some(top) = top else { return false };
        if self.square(top) != Square::Stone(winner) {
            return false;
        }
        let mut table: Vec<Vec<Square>> = (0..self.rows())
            .map(|row| {
                (0..self.columns()).map(|c| self.square((row, c))).collect()
            })
            .collect();
        table[top.0][top.1] = Square::Empty;
        !Game::from_table(table, winner).has_four(winner)
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::X => 'x',
        Side::O => 'o',
    }
}

fn row_from_text(text: &str) -> Result<Vec<Square>, String> {
    let mut row = Vec::new();
    let mut number = String::new();
    for mark in text.chars() {
        if mark.is_ascii_digit() {
            number.push(mark);
            continue;
        }
        row.extend(empty_squares(&number)?);
        number.clear();
        row.push(match mark {
            'x' => Square::Stone(Side::X),
            'o' => Square::Stone(Side::O),
            '#' => Square::Forbidden,
            _ => return Err(format!("{mark:?} stands for nothing")),
        });
    }
    row.extend(empty_squares(&number)?);
    Ok(row)
}

/// As many empty squares as the digits say, which may be no digits at all.
fn empty_squares(digits: &str) -> Result<Vec<Square>, String> {
    if digits.is_empty() {
        return Ok(Vec::new());
    }
    if digits.starts_with('0') {
        return Err(format!("the number {digits} starts with 0"));
    }
    match digits.parse::<usize>() {
        Ok(count) if count <= LONGEST => Ok(vec![Square::Empty; count]),
        _ => Err(format!("{digits} empty squares in a row")),
    }
}

fn check_size(table: &[Vec<Square>]) -> Result<(), String> {
    let (rows, columns) = (table.len(), table[0].len());
    if table.iter().any(|row| row.len() != columns) {
        return Err("rows of different lengths".into());
    }
    let sides = SHORTEST..=LONGEST;
    if sides.contains(&rows) && sides.contains(&columns) {
        Ok(())
    } else {
        Err(format!("a board of {rows}x{columns}"))
    }
}

/// One forbidden square at most, and no stone above an empty square.
fn check_squares(table: &[Vec<Square>]) -> Result<(), String> {
    let forbidden = table
        .iter()
        .flatten()
        .filter(|&&square| square == Square::Forbidden)
        .count();
    if forbidden > 1 {
        return Err(format!("{forbidden} forbidden squares"));
    }
    for column in 0..table[0].len() {
        let mut gap = false;
        for row in table {
            match row[column] {
                Square::Empty => gap = true,
                Square::Stone(_) if gap => {
                    return Err("a stone above an empty square".into());
                }
                Square::Stone(_) | Square::Forbidden => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for text in [
            "9/9/9/4#4/9/9/9/9/4x4 o",
            "12/12/12/#11/12/12/12/12/12/12/12/x10o x",
            "4/4/ooo1/xxxx o",
            "4/x3/#3/o3 x",
        ] {
            let game = Game::from_text(text);
            assert_eq!(game.map(|game| game.to_text()), Ok(text.into()));
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        for text in [
            "",
            "4/4/4/4",
            "4/4/4/4 ",
            "4/4/4/4 x ",
            "4/4/4/4  x",
            "4/4/4/4 y",
            "4/4/4 x",
            "4/4/4/5 x",
            "4/4/4/04 x",
            "4/4/4/99999999999999999999999 x",
            "13/13/13/13 x",
            "4/#3/4/3# x",
            "4/x3/4/4 o",
            "4/x3/#3/4 o",
            "4/4/4/x3 x",
            "4/4/4/xxo1 x",
            "4/4/oooo/xxxx x",
            "4/o3/ooo1/xxxx x",
            "9/9/9/oo1oo1oo1/xxxxoxxxx o",
            "4/4/4/4/ x",
        ] {
            assert!(Game::from_text(text).is_err(), "{text}");
        }
    }
}
