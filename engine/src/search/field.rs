//! The board as the search sees it: which columns are open, and in which of
//! them somebody would win.
//!
//! A [`Field`] keeps every answer that a tactical playout asks for up to
//! date while stones fall, instead of computing it from the stones. Whoever
//! has a winning cell is found out when the third stone of a line falls,
//! which happens seldom; each ply then only looks at two words.
//!
//! The stones lie in lines: one word for each row and for each diagonal in
//! either direction, the column in the bit. A stone's neighbours along a line
//! are then seven bits of one word, and a table of 128 entries says which of
//! them would complete a four.
//!
//! # Both players in one word
//!
//! The lower sixteen bits of each word belong to the first player, the upper
//! sixteen to the second. A [`Side`] is the distance to shift by.

use crate::{Board, Column, MAX_SIDE, Player, Position};

/// A set of columns, the leftmost in the lowest bit.
pub(crate) type Columns = u32;

/// Which half of a word belongs to a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Side(u32);

impl Side {
    pub(crate) const FIRST: Side = Side::of(Player::First);
    pub(crate) const SECOND: Side = Side::of(Player::Second);

    pub(crate) const fn of(player: Player) -> Side {
        Side(16 * player as u32)
    }

    #[inline(always)]
    pub(crate) const fn other(self) -> Side {
        Side(16 - self.0)
    }

    /// This player's half of a word.
    #[inline(always)]
    const fn half(self, word: u32) -> Columns {
        word >> self.0 & 0xffff
    }
}

/// The same bit for both players.
const BOTH: u32 = 0x0001_0001;

// Where each kind of line begins among the lines.
const ROWS: usize = 0;
const RISING: usize = 12;
const FALLING: usize = 39;
const LINES: usize = 64;

/// The winning cells have three columns to spare at either edge, so that a
/// line may end outside the board.
const MARGIN: usize = 3;

/// A stone in the middle of seven cells of a line, and which of the others
/// hold stones of the same player: the cells that then win.
static COMPLETING: [u8; 128] = completing();

const fn completing() -> [u8; 128] {
    let mut table = [0; 128];
    let mut near = 0_u32;
    while near < 128 {
        let stones = near | 1 << MARGIN;
        let mut start = 0;
        while start < 4 {
            let four = 0b1111 << start;
            let missing = four & !stones;
            if missing.count_ones() == 1 {
                table[near as usize] |= missing as u8;
            }
            start += 1;
        }
        near += 1;
    }
    table
}

/// What stays the same during a game.
///
/// A column is a stack of places, counted from the bottom without the
/// forbidden cell: the next place above is always the next number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ground {
    /// The cells of each column, with the margin; the lowest row in bit 3.
    cells: [u32; 32],
    /// How many places each column has.
    places: [u8; 16],
    /// The place from which on each column is one row higher, because the
    /// forbidden cell lies below; beyond all places elsewhere.
    lifted: [u8; 16],
}

const NEVER: u8 = 0x80;

impl Ground {
    /// Not a board yet; all zeros.
    pub(crate) const EMPTY: Ground =
        Ground { cells: [0; 32], places: [0; 16], lifted: [0; 16] };

    pub(crate) fn new(board: Board) -> Ground {
        let mut ground = Ground { lifted: [NEVER; 16], ..Ground::EMPTY };
        let cells = board.cells();
        for column in board.all_columns() {
            let index = usize::from(column.index());
            let rows = cells.column(column);
            ground.cells[(index + MARGIN) % 32] = u32::from(rows) << 3;
            ground.places[index % 16] = rows.count_ones() as u8;
        }
        if let Some(cell) = board.forbidden() {
            let index = usize::from(cell.column().index());
            ground.lifted[index % 16] = cell.row();
        }
        ground
    }

    /// The row of a place.
    #[inline(always)]
    fn row(&self, column: usize, place: u8) -> u8 {
        place + u8::from(place >= self.lifted[column % 16])
    }

    /// The place of a row that is not forbidden.
    fn place(&self, column: usize, row: u8) -> u8 {
        row - u8::from(row > self.lifted[column % 16])
    }
}

/// Stones and winning cells, kept up to date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Rows, rising and falling diagonals; the column in the bit.
    lines: [u32; LINES],
    /// The stones of each column; the row in the bit.
    stacks: [u32; 16],
    /// The winning cells of each column, with the margin; the place in the
    /// bit. Cells that have been taken since may still be among them.
    winning: [u32; 32],
    /// The place in which the next stone of each column lands.
    heights: [u8; 16],
    /// The columns in which the next stone wins.
    now: u32,
    /// The columns in which the next stone but one wins.
    after: u32,
    open: Columns,
}

impl Field {
    /// Not a position yet; all zeros.
    pub(crate) const EMPTY: Field = Field {
        lines: [0; LINES],
        stacks: [0; 16],
        winning: [0; 32],
        heights: [0; 16],
        now: 0,
        after: 0,
        open: 0,
    };

    /// The field of a position: its stones are dropped column by column,
    /// which leads to the same winning cells as the order of play.
    pub(crate) fn new(ground: &Ground, position: &Position) -> Field {
        let board = position.board();
        let mut field = Field::EMPTY;
        for column in board.all_columns() {
            field.open |= 1 << column.index();
        }
        for column in board.all_columns() {
            for player in stack(position, column) {
                field.drop(ground, column.index().into(), Side::of(player));
            }
        }
        field
    }

    /// The columns with room for a stone.
    #[inline(always)]
    pub(crate) fn open(&self) -> Columns {
        self.open
    }

    /// The columns in which this player wins at once.
    #[inline(always)]
    pub(crate) fn wins_now(&self, side: Side) -> Columns {
        side.half(self.now)
    }

    /// The columns in which this player wins at once as soon as one more
    /// stone lies there.
    #[inline(always)]
    pub(crate) fn wins_after(&self, side: Side) -> Columns {
        side.half(self.after)
    }

    /// Drops a stone into an open column.
    #[inline(always)]
    pub(crate) fn drop(&mut self, ground: &Ground, column: usize, side: Side) {
        let column = column % 16;
        let place = self.heights[column];
        let row = ground.row(column, place);
        let spot = Spot { column, row: row.into(), side };
        self.extend(ground, ROWS + spot.row, spot, 0);
        self.extend(ground, RISING + 15 + spot.row - column, spot, 1);
        self.extend(ground, FALLING + spot.row + column, spot, -1);
        self.pile(ground, spot);

        let place = place + 1;
        self.heights[column] = place;
        let winning = self.winning[(column + MARGIN) % 32] >> (place % 16);
        let kept = !(BOTH << column);
        self.now = self.now & kept | (winning & BOTH) << column;
        self.after = self.after & kept | (winning >> 1 & BOTH) << column;
        if place >= ground.places[column] {
            self.open &= !(1 << column);
        }
    }

    /// Adds a stone to one line and notes the winning cells it makes there.
    /// The line rises by `slope` rows a column.
    #[inline(always)]
    fn extend(
        &mut self,
        ground: &Ground,
        line: usize,
        spot: Spot,
        slope: isize,
    ) {
        let Spot { column, side, .. } = spot;
        let word = &mut self.lines[line % LINES];
        let near = (*word >> side.0) << 3 >> column & 0x7f;
        *word |= 1 << column << side.0;
        let completing = COMPLETING[near as usize];
        if completing != 0 {
            self.threaten(ground, completing, spot, slope);
        }
    }

    /// Adds a stone to its column and notes the winning cell above three.
    #[inline(always)]
    fn pile(&mut self, ground: &Ground, spot: Spot) {
        let Spot { column, row, side } = spot;
        let word = &mut self.stacks[column % 16];
        let under = (*word >> side.0) << 2 >> row & 0b11;
        *word |= 1 << row << side.0;
        if under == 0b11 {
            self.note(ground, column + MARGIN, row + 1, side);
        }
    }

    /// Notes winning cells along a line through a new stone.
    #[inline(never)]
    fn threaten(
        &mut self,
        ground: &Ground,
        mut completing: u8,
        spot: Spot,
        slope: isize,
    ) {
        while completing != 0 {
            let near = completing.trailing_zeros() as usize;
            completing &= completing - 1;
            let rise = slope * (near as isize - MARGIN as isize);
            let row = spot.row.wrapping_add_signed(rise);
            self.note(ground, spot.column + near, row, spot.side);
        }
    }

    /// Notes one winning cell, if it is a cell of the board; the column
    /// counts from the margin's edge.
    #[inline(never)]
    fn note(&mut self, ground: &Ground, column: usize, row: usize, side: Side) {
        let bit = 1_u32 << (row.wrapping_add(3) % 32);
        if ground.cells[column % 32] & bit == 0 {
            return;
        }
        let index = column.wrapping_sub(MARGIN) % 16;
        let place = ground.place(index, row as u8);
        self.winning[column % 32] |= 1 << (place % 16) << side.0;
        let landing = self.heights[index];
        if place == landing {
            self.now |= 1 << index << side.0;
        } else if place == landing + 1 {
            self.after |= 1 << index << side.0;
        }
    }
}

/// Where a stone falls, and whose it is.
#[derive(Clone, Copy)]
struct Spot {
    column: usize,
    row: usize,
    side: Side,
}

/// The stones of a column, from the bottom.
fn stack(position: &Position, column: Column) -> impl Iterator<Item = Player> {
    let first = position.stones(Player::First).column(column);
    let second = position.stones(Player::Second).column(column);
    (0..MAX_SIDE).filter_map(move |row| {
        if first >> row & 1 != 0 {
            Some(Player::First)
        } else if second >> row & 1 != 0 {
            Some(Player::Second)
        } else {
            None
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, Cell, generator, search::pick::pick};

    /// The columns whose landing cell, or the cell after it, is in the set.
    fn columns_of(position: &Position, set: Bitboard) -> [Columns; 2] {
        let free = position.board().cells() - position.occupied();
        let mut found = [0, 0];
        for column in position.legal_columns() {
            let cells = free.into_iter().filter(|c| c.column() == column);
            for (place, cell) in cells.take(2).enumerate() {
                let bit = u32::from(set.contains(cell));
                found[place] |= bit << column.index();
            }
        }
        found
    }

    fn assert_same(field: &Field, position: &Position) {
        for player in Player::BOTH {
            let side = Side::of(player);
            let expected = columns_of(position, position.winning_cells(player));
            let found = [field.wins_now(side), field.wins_after(side)];
            assert_eq!(found, expected, "{player} in {position}");
        }
        let open = position.legal_columns().map(|c| 1 << c.index()).sum();
        assert_eq!(field.open(), open, "{position}");
    }

    #[test]
    fn a_field_knows_what_the_position_knows() {
        let mut rng = generator(1);
        for (rows, columns) in [(4, 4), (6, 7), (9, 12), (12, 12), (12, 9)] {
            let plain = Board::new(rows, columns).unwrap();
            for cell in plain.cells().into_iter().map(Some).chain([None]) {
                play_a_game(with_block(plain, cell), &mut rng);
            }
        }
    }

    fn with_block(board: Board, cell: Option<Cell>) -> Board {
        cell.map_or(board, |cell| board.with_forbidden(cell).unwrap())
    }

    fn play_a_game(board: Board, rng: &mut crate::Generator) {
        let ground = Ground::new(board);
        let mut position = Position::new(board);
        let mut field = Field::new(&ground, &position);
        while position.outcome().is_none() {
            assert_same(&field, &position);
            assert_same(&Field::new(&ground, &position), &position);
            let column = pick(rng, field.open());
            field.drop(&ground, column, Side::of(position.to_move()));
            position.play(Column::new(column as u8).unwrap()).unwrap();
        }
    }
}
