//! The board as the search sees it: which columns are open, and in which of
//! them somebody would win.
//!
//! A [`ThreatMap`] keeps every answer that a tactical playout asks for up to
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

    /// Where this player's part of a byte begins.
    #[inline(always)]
    const fn nibble(self) -> u32 {
        self.0 / 4
    }

    /// This player's half of a word.
    #[inline(always)]
    const fn half(self, word: u32) -> Columns {
        word >> self.0 & 0xffff
    }
}

/// The same bit for both players.
const BOTH: u32 = 0x0001_0001;

/// A line has three columns to spare at its lower end, so that a stone's
/// neighbours are always the seven bits from its column on; and the cells of
/// a board have as many, so that a four may seem to end outside.
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
pub(crate) struct Geometry {
    /// The cells of each column, with the margin; the lowest row in bit 3.
    cells: [u32; 32],
    /// How many places each column has.
    places: [u8; 16],
    /// The place from which on each column is one row higher, because the
    /// forbidden cell lies below; beyond all places elsewhere.
    lifted: [u8; 16],
}

const NEVER: u8 = 0x80;

impl Geometry {
    /// Not a board yet; all zeros.
    pub(crate) const EMPTY: Geometry =
        Geometry { cells: [0; 32], places: [0; 16], lifted: [0; 16] };

    pub(crate) fn new(board: Board) -> Geometry {
        let mut geometry = Geometry { lifted: [NEVER; 16], ..Geometry::EMPTY };
        let cells = board.cells();
        for column in board.all_columns() {
            let index = usize::from(column.index());
            let rows = cells.column(column);
            geometry.cells[(index + MARGIN) % 32] = u32::from(rows) << MARGIN;
            geometry.places[index % 16] = rows.count_ones() as u8;
        }
        if let Some(cell) = board.forbidden() {
            let index = usize::from(cell.column().index());
            geometry.lifted[index % 16] = cell.row();
        }
        geometry
    }

    /// A column into which so many stones have fallen, up to a forbidden
    /// cell or to the top: there the counting begins anew.
    fn stack(&self, column: usize, place: u8) -> Stack {
        let (places, lifted) =
            (self.places[column % 16], self.lifted[column % 16]);
        if place < lifted.min(places) {
            Stack::new(place, place, lifted.min(places) - place)
        } else {
            Stack::new(place + 1, place, places.saturating_sub(place))
        }
    }

    /// The place of a row that is not forbidden.
    fn place(&self, column: usize, row: usize) -> u32 {
        let lifted = usize::from(self.lifted[column % 16]);
        row as u32 - u32::from(row > lifted)
    }
}

/// Where the next stone of a column lands. A stone adds to all of this at
/// once:
///
/// | bits | |
/// |---|---|
/// | 0 to 2, 4 to 6 | how many stones of either player lie on top |
/// | 16 to 20 | 16 when the forbidden cell or the top is reached |
/// | 24 to 27 | the row of the next stone |
/// | 28 to 31 | its place |
#[derive(Clone, Copy, Debug)]
struct Stack(u32);

impl Stack {
    const STONE: u32 = 0x1101_0000;
    const END: u32 = 1 << 20;

    const fn new(row: u8, place: u8, room: u8) -> Stack {
        let (row, place, room) = (row as u32, place as u32, room as u32);
        let stones = 16_u32.saturating_sub(room);
        Stack(stones << 16 | (row & 0xf) << 24 | (place & 0xf) << 28)
    }

    #[inline(always)]
    const fn row(self) -> usize {
        (self.0 >> 24 & 0xf) as usize
    }

    #[inline(always)]
    const fn place(self) -> u32 {
        self.0 >> 28
    }

    #[inline(always)]
    const fn has_room(self) -> bool {
        self.0 & Stack::END == 0
    }

    /// With one more stone.
    #[inline(always)]
    const fn grown(self, side: Side) -> Stack {
        let others = 0x7 << side.other().nibble();
        let stone = Stack::STONE + (1 << side.nibble());
        Stack(self.0.wrapping_add(stone) & !others)
    }

    /// Whether three stones of one player lie on top: one more would be
    /// the fourth.
    #[inline(always)]
    const fn is_three(self, side: Side) -> bool {
        let one_more = self.0.wrapping_add(1 << side.nibble());
        one_more >> side.nibble() & 4 != 0
    }
}

/// Stones and winning cells, kept up to date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreatMap {
    /// The lines by their row, and by where they start; the column in the
    /// bit, with the margin.
    rows: [u32; 16],
    rising: [u32; 32],
    falling: [u32; 32],
    stacks: [Stack; 16],
    /// The winning cells of each column; the place in the bit. Cells that
    /// have been taken since may still be among them.
    winning: [u32; 16],
    /// The columns in which the next stone wins.
    now: u32,
    /// The columns in which the next stone but one wins.
    after: u32,
    open: Columns,
}

impl ThreatMap {
    /// Not a position yet; all zeros.
    pub(crate) const EMPTY: ThreatMap = ThreatMap {
        rows: [0; 16],
        rising: [0; 32],
        falling: [0; 32],
        stacks: [Stack(0); 16],
        winning: [0; 16],
        now: 0,
        after: 0,
        open: 0,
    };

    /// The threats of a position: its stones are dropped column by column,
    /// which leads to the same winning cells as the order of play.
    pub(crate) fn new(geometry: &Geometry, position: &Position) -> ThreatMap {
        let board = position.board();
        let mut threats = ThreatMap::EMPTY;
        for column in board.all_columns() {
            let index = usize::from(column.index());
            threats.stacks[index % 16] = geometry.stack(index, 0);
            threats.open |= 1 << index;
        }
        for column in board.all_columns() {
            for player in stack(position, column) {
                threats.drop(geometry, column.index().into(), Side::of(player));
            }
        }
        threats
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

    /// The row of the next stone in an open column.
    #[inline(always)]
    pub(crate) fn landing_row(&self, column: usize) -> usize {
        self.stacks[column % 16].row()
    }

    /// Whose stone lies in a cell.
    #[inline(always)]
    pub(crate) fn holder(&self, row: usize, column: usize) -> Option<Side> {
        let stones = self.rows[row % 16] >> (column % 16 + MARGIN);
        if stones & 1 << Side::FIRST.0 != 0 {
            Some(Side::FIRST)
        } else if stones & 1 << Side::SECOND.0 != 0 {
            Some(Side::SECOND)
        } else {
            None
        }
    }

    /// Drops a stone into an open column.
    #[inline(always)]
    pub(crate) fn drop(
        &mut self,
        geometry: &Geometry,
        column: usize,
        side: Side,
    ) {
        let column = column % 16;
        let stack = self.stacks[column];
        let row = stack.row();
        let spot = Spot::new(column, side);
        let level = spot.extend(&mut self.rows[row]);
        if level != 0 {
            self.threaten::<0>(geometry, level, spot);
        }
        let rising = spot.extend(&mut self.rising[row + (15 - column)]);
        if rising != 0 {
            self.threaten::<1>(geometry, rising, spot);
        }
        let falling = spot.extend(&mut self.falling[row + column]);
        if falling != 0 {
            self.threaten::<-1>(geometry, falling, spot);
        }

        let mut stack = stack.grown(side);
        if !stack.has_room() {
            stack = self.go_on(geometry, column, stack);
        }
        self.stacks[column] = stack;
        if stack.is_three(side) {
            self.winning[column] |= 1 << stack.place() << side.0;
        }
        let winning = self.winning[column] >> stack.place();
        let kept = !(BOTH << column);
        self.now = self.now & kept | (winning & BOTH) << column;
        self.after = self.after & kept | (winning >> 1 & BOTH) << column;
    }

    /// Whether a stone in an open column would make a winning cell or let
    /// one be reached.
    #[inline(always)]
    pub(crate) fn makes_threat(&self, column: usize, side: Side) -> bool {
        let column = column % 16;
        let stack = self.stacks[column];
        let row = stack.row();
        let spot = Spot::new(column, side);
        let lines = [
            self.rows[row],
            self.rising[row + (15 - column)],
            self.falling[row + column],
        ];
        lines.into_iter().any(|line| spot.completes(line) != 0)
            || stack.grown(side).is_three(side)
            || self.wins_after(side) >> column & 1 != 0
    }

    /// Comes to the end of a column, or to a forbidden cell.
    #[cold]
    #[inline(never)]
    fn go_on(
        &mut self,
        geometry: &Geometry,
        column: usize,
        full: Stack,
    ) -> Stack {
        let stack = geometry.stack(column, full.place() as u8);
        if !stack.has_room() {
            self.open &= !(1 << column);
        }
        stack
    }

    /// Notes the winning cells that a new stone makes along a line, which
    /// rises by `SLOPE` rows a column.
    #[inline(never)]
    fn threaten<const SLOPE: isize>(
        &mut self,
        geometry: &Geometry,
        mut completing: u8,
        spot: Spot,
    ) {
        let (column, side) = spot.parts();
        let row = self.stacks[column].row();
        let line = match SLOPE {
            0 => self.rows[row],
            1 => self.rising[row + (15 - column)],
            _ => self.falling[row + column],
        };
        completing &= !spot.taken(line);
        while completing != 0 {
            let near = completing.trailing_zeros() as usize;
            completing &= completing - 1;
            let rise = SLOPE * (near as isize - MARGIN as isize);
            let row = row.wrapping_add_signed(rise);
            let column = column + near;
            let bit = 1_u32 << (row.wrapping_add(MARGIN) % 32);
            if geometry.cells[column % 32] & bit != 0 {
                self.note(geometry, column.wrapping_sub(MARGIN), row, side);
            }
        }
    }

    /// Notes one winning cell.
    #[inline(never)]
    fn note(
        &mut self,
        geometry: &Geometry,
        column: usize,
        row: usize,
        side: Side,
    ) {
        let place = geometry.place(column, row);
        let known = &mut self.winning[column % 16];
        let cell = 1 << (place % 16) << side.0;
        if *known & cell != 0 {
            return;
        }
        *known |= cell;
        let landing = self.stacks[column % 16].place();
        let bit = 1 << (column % 16) << side.0;
        match place.wrapping_sub(landing) {
            0 => self.now |= bit,
            1 => self.after |= bit,
            _ => {}
        }
    }
}

/// The column of a stone that falls, in bits 0 to 3, and whose it is.
#[derive(Clone, Copy)]
struct Spot(u32);

impl Spot {
    #[inline(always)]
    const fn new(column: usize, side: Side) -> Spot {
        Spot(column as u32 | side.0)
    }

    #[inline(always)]
    const fn parts(self) -> (usize, Side) {
        ((self.0 & 0xf) as usize, Side(self.0 & 16))
    }

    /// Adds the stone to one line; the cells around it that then win.
    #[inline(always)]
    fn extend(self, line: &mut u32) -> u8 {
        let (column, side) = self.parts();
        let completing = self.completes(*line);
        *line |= 1 << MARGIN << side.0 << column;
        completing
    }

    /// The cells of a line around the stone that it makes winning.
    #[inline(always)]
    fn completes(self, line: u32) -> u8 {
        let (column, side) = self.parts();
        let near = line >> side.0 >> column & 0x7f;
        COMPLETING[near as usize]
    }

    /// The cells of a line around the stone that are the opponent's.
    #[inline(always)]
    fn taken(self, line: u32) -> u8 {
        let (column, side) = self.parts();
        (line >> side.other().0 >> column & 0x7f) as u8
    }
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
    use crate::{Bitboard, Cell, generator, search::lcg::Lcg};

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

    fn assert_same(threats: &ThreatMap, position: &Position) {
        for player in Player::BOTH {
            let side = Side::of(player);
            let expected = columns_of(position, position.winning_cells(player));
            let found = [threats.wins_now(side), threats.wins_after(side)];
            assert_eq!(found, expected, "{player} in {position}");
        }
        let open = position.legal_columns().map(|c| 1 << c.index()).sum();
        assert_eq!(threats.open(), open, "{position}");
    }

    #[test]
    fn a_field_knows_what_the_position_knows() {
        let mut lcg = Lcg::new(&mut generator(1));
        for (rows, columns) in [(4, 4), (6, 7), (9, 12), (12, 12), (12, 9)] {
            let plain = Board::new(rows, columns).unwrap();
            for cell in plain.cells().into_iter().map(Some).chain([None]) {
                play_a_game(with_block(plain, cell), &mut lcg);
            }
        }
    }

    fn with_block(board: Board, cell: Option<Cell>) -> Board {
        cell.map_or(board, |cell| board.with_forbidden(cell).unwrap())
    }

    fn play_a_game(board: Board, lcg: &mut Lcg) {
        let geometry = Geometry::new(board);
        let mut position = Position::new(board);
        let mut threats = ThreatMap::new(&geometry, &position);
        while position.outcome().is_none() {
            assert_same(&threats, &position);
            assert_same(&ThreatMap::new(&geometry, &position), &position);
            let column = lcg.pick(threats.open());
            threats.drop(&geometry, column, Side::of(position.to_move()));
            position.play(Column::new(column as u8).unwrap()).unwrap();
        }
    }
}
