//! The board as the search sees it: which columns are open, and in which of
//! them a player would win.
//!
//! A [`ThreatMap`] keeps every answer that a tactical rollout asks for up to
//! date while stones fall, instead of computing it from the stones. A winning
//! cell is noted when the third stone of its line falls, which is rare; each
//! ply then only looks at three words, one for each set of columns.
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

use super::column_set::ColumnSet;
use super::geometry::{Geometry, MARGIN};
use super::side::Side;
use super::stack::Stack;
use super::stones::Stones;
use crate::{Board, Cell, Column, MAX_SIDE, Player, Position};

/// The same bit for both players.
const BOTH: u32 = 0x0001_0001;

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

/// Stones and winning cells, kept up to date.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ThreatMap {
    /// The lines by their row, and by where they start; the column in the
    /// bit, with the margin.
    stones: Stones,
    rising: [u32; 32],
    falling: [u32; 32],
    stacks: [Stack; 16],
    /// The winning cells of each column; the height in the bit. Cells that
    /// have been taken since may still be among them.
    winning: [u32; 16],
    wins: Wins,
    /// The columns in which the next stone but one wins, and the one on top
    /// of it; both players in one word.
    stacked: u32,
    open: ColumnSet,
}

/// The columns in which stones win, both players in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wins {
    /// The columns in which the next stone wins.
    now: u32,
    /// The columns in which the next stone but one wins.
    after: u32,
}

impl Wins {
    /// The columns in which this player wins at once.
    #[inline(always)]
    pub(crate) fn now(self, side: Side) -> ColumnSet {
        ColumnSet::from_bits(side.half(self.now))
    }

    /// The columns in which this player wins at once as soon as one more
    /// stone lies there.
    #[inline(always)]
    pub(crate) fn after(self, side: Side) -> ColumnSet {
        ColumnSet::from_bits(side.half(self.after))
    }

    /// Adds a winning cell, which lies this high above the landing cell of
    /// its column.
    #[inline(always)]
    fn add(&mut self, column: usize, side: Side, above: u32) {
        debug_assert!(column < 16);
        let bit = 1 << (column % 16) << side.shift();
        match above {
            0 => self.now |= bit,
            1 => self.after |= bit,
            _ => {}
        }
    }

    /// Takes over the winning cells of a column, the landing cell first.
    #[inline(always)]
    fn set(&mut self, column: usize, winning: u32) {
        let kept = !(BOTH << column);
        self.now = self.now & kept | (winning & BOTH) << column;
        self.after = self.after & kept | (winning >> 1 & BOTH) << column;
    }
}

impl ThreatMap {
    /// The empty board.
    pub(crate) const fn empty(geometry: &Geometry, board: Board) -> ThreatMap {
        let mut threats = ThreatMap {
            stones: Stones::NONE,
            rising: [0; 32],
            falling: [0; 32],
            stacks: [Stack::NONE; 16],
            winning: [0; 16],
            wins: Wins { now: 0, after: 0 },
            stacked: 0,
            open: ColumnSet::EMPTY,
        };
        let mut column = 0;
        while column < board.columns() as usize {
            debug_assert!(column < 16);
            threats.stacks[column % 16] = geometry.stack(column, 0);
            threats.open = threats.open.with(column);
            column += 1;
        }
        threats
    }

    /// The threats of a position: its stones are dropped column by column,
    /// which leads to the same winning cells as the order of play.
    pub(crate) fn new(geometry: &Geometry, position: &Position) -> ThreatMap {
        let board = position.board();
        let mut threats = ThreatMap::empty(geometry, board);
        for column in board.all_columns() {
            for player in stones_of(position, column) {
                threats.drop_stone(
                    geometry,
                    column.index().into(),
                    Side::of(player),
                );
            }
        }
        threats
    }

    /// The columns with room for a stone.
    #[inline(always)]
    pub(crate) fn open(&self) -> ColumnSet {
        self.open
    }

    /// The columns in which stones win.
    #[inline(always)]
    pub(super) fn wins(&self) -> Wins {
        self.wins
    }

    /// The columns in which this player wins at once.
    #[inline(always)]
    pub(crate) fn wins_now(&self, side: Side) -> ColumnSet {
        self.wins.now(side)
    }

    /// The columns in which this player wins at once as soon as one more
    /// stone lies there.
    #[inline(always)]
    pub(crate) fn wins_after(&self, side: Side) -> ColumnSet {
        self.wins.after(side)
    }

    /// The columns in which this player's winning cells are stacked: the cell
    /// above the landing cell is one, and the cell above that.
    #[inline(always)]
    pub(crate) fn stacked(&self, side: Side) -> ColumnSet {
        ColumnSet::from_bits(side.half(self.stacked))
    }

    /// The row of the next stone in an open column.
    #[inline(always)]
    pub(crate) fn landing_row(&self, column: usize) -> usize {
        debug_assert!(self.open.contains(column));
        self.stacks[column % 16].row()
    }

    /// The height of the next stone in a column.
    #[inline(always)]
    pub(super) fn height(&self, column: usize) -> u32 {
        debug_assert!(column < 16);
        self.stacks[column % 16].height()
    }

    /// Who holds which cell.
    #[inline(always)]
    pub(super) fn stones(&self) -> &Stones {
        &self.stones
    }

    /// Drops a stone into an open column.
    #[inline(always)]
    pub(crate) fn drop_stone(
        &mut self,
        geometry: &Geometry,
        column: usize,
        side: Side,
    ) {
        debug_assert!(self.open.contains(column));
        let column = column % 16;
        let stack = self.stacks[column];
        let row = stack.row();
        let stone = FallingStone::new(column, side);
        let level = stone.extend(&mut self.stones.0[row]);
        if level != 0 {
            self.threaten::<0>(geometry, level, stone);
        }
        let rising = stone.extend(&mut self.rising[rising_line(row, column)]);
        if rising != 0 {
            self.threaten::<1>(geometry, rising, stone);
        }
        let falling =
            stone.extend(&mut self.falling[falling_line(row, column)]);
        if falling != 0 {
            self.threaten::<-1>(geometry, falling, stone);
        }

        let mut stack = stack.grown(side);
        if !stack.has_room() {
            stack = self.pass_obstacle(geometry, column, stack);
        }
        self.stacks[column] = stack;
        if stack.is_three(side) {
            self.winning[column] |= 1 << stack.height() << side.shift();
        }
        // A column in which no cell ever won has nothing to take over.
        if self.winning[column] != 0 {
            self.refresh_column(column, stack.height());
        }
    }

    /// Drops stones into these columns in turn, this side's first. Each side
    /// has its own copy of the code, in which everything about the side is a
    /// constant.
    #[inline(always)]
    pub(super) fn drop_in_turn(
        &mut self,
        geometry: &Geometry,
        mut columns: impl Iterator<Item = usize>,
        first: Side,
    ) {
        if first == Side::SECOND {
            let Some(column) = columns.next() else { return };
            self.drop_stone(geometry, column, Side::SECOND);
        }
        while let Some(column) = columns.next() {
            self.drop_stone(geometry, column, Side::FIRST);
            let Some(column) = columns.next() else { return };
            self.drop_stone(geometry, column, Side::SECOND);
        }
    }

    /// Takes over the winning cells of a column from this height on.
    #[inline(always)]
    fn refresh_column(&mut self, column: usize, height: u32) {
        let winning = self.winning[column] >> height;
        self.wins.set(column, winning);
        let stacked = winning >> 1 & winning >> 2 & BOTH;
        self.stacked = self.stacked & !(BOTH << column) | stacked << column;
    }

    /// The columns with room and the wins that there would be with one more
    /// stone in an open column.
    pub(super) fn with_stone(
        &self,
        geometry: &Geometry,
        column: usize,
        side: Side,
    ) -> (ColumnSet, Wins) {
        debug_assert!(self.open.contains(column));
        let column = column % 16;
        let stack = self.stacks[column];
        let row = stack.row();
        let stone = FallingStone::new(column, side);
        let mut wins = self.wins;
        for (slope, line) in [
            (0, self.stones.0[row]),
            (1, self.rising[rising_line(row, column)]),
            (-1, self.falling[falling_line(row, column)]),
        ] {
            let completing = stone.completes(line) & !stone.taken(line);
            for (row, column) in stone.cells(completing, row, slope) {
                if geometry.has_cell(row, column) {
                    debug_assert!((MARGIN..MARGIN + 16).contains(&column));
                    let column = column.wrapping_sub(MARGIN) % 16;
                    let landing = self.stacks[column].height();
                    let height = geometry.height(row, column);
                    wins.add(column, side, height.wrapping_sub(landing));
                }
            }
        }
        let mut open = self.open;
        let mut stack = stack.grown(side);
        if !stack.has_room() {
            stack = geometry.stack(column, stack.height() as u8);
            if !stack.has_room() {
                open = open.without(column);
            }
        }
        let mut winning = self.winning[column];
        if stack.is_three(side) {
            winning |= 1 << stack.height() << side.shift();
        }
        wins.set(column, winning >> stack.height());
        (open, wins)
    }

    /// Whether a stone in an open column would make a winning cell or let
    /// one be reached.
    #[inline(always)]
    pub(crate) fn makes_threat(&self, column: usize, side: Side) -> bool {
        debug_assert!(self.open.contains(column));
        let column = column % 16;
        let stack = self.stacks[column];
        let row = stack.row();
        let stone = FallingStone::new(column, side);
        let lines = [
            self.stones.0[row],
            self.rising[rising_line(row, column)],
            self.falling[falling_line(row, column)],
        ];
        lines.into_iter().any(|line| stone.completes(line) != 0)
            || stack.grown(side).is_three(side)
            || self.wins_after(side).contains(column)
    }

    /// Comes to the end of a column, or to a forbidden cell.
    #[cold]
    #[inline(never)]
    fn pass_obstacle(
        &mut self,
        geometry: &Geometry,
        column: usize,
        full: Stack,
    ) -> Stack {
        let stack = geometry.stack(column, full.height() as u8);
        if !stack.has_room() {
            self.open = self.open.without(column);
        }
        stack
    }

    /// Notes the winning cells that a new stone makes along a line, which
    /// rises by `SLOPE` rows a column.
    #[inline(never)]
    fn threaten<const SLOPE: isize>(
        &mut self,
        geometry: &Geometry,
        completing: u8,
        stone: FallingStone,
    ) {
        let (column, side) = stone.parts();
        let row = self.stacks[column].row();
        let line = match SLOPE {
            0 => self.stones.0[row],
            1 => self.rising[rising_line(row, column)],
            _ => self.falling[falling_line(row, column)],
        };
        let completing = completing & !stone.taken(line);
        for (row, column) in stone.cells(completing, row, SLOPE) {
            if geometry.has_cell(row, column) {
                self.note(geometry, row, column.wrapping_sub(MARGIN), side);
            }
        }
    }

    /// Notes one winning cell.
    #[inline(never)]
    fn note(
        &mut self,
        geometry: &Geometry,
        row: usize,
        column: usize,
        side: Side,
    ) {
        let height = geometry.height(row, column);
        debug_assert!(column < 16 && height < 16);
        let known = &mut self.winning[column % 16];
        let cell = 1 << (height % 16) << side.shift();
        if *known & cell != 0 {
            return;
        }
        *known |= cell;
        let landing = self.stacks[column % 16].height();
        if height.wrapping_sub(landing) < 3 {
            self.refresh_column(column % 16, landing);
        }
    }
}

/// The column of a stone that falls, in bits 0 to 3, and whose it is.
#[derive(Clone, Copy)]
struct FallingStone(u32);

impl FallingStone {
    #[inline(always)]
    const fn new(column: usize, side: Side) -> FallingStone {
        FallingStone(column as u32 | side.shift())
    }

    #[inline(always)]
    const fn parts(self) -> (usize, Side) {
        ((self.0 & 0xf) as usize, Side::in_bit_4(self.0))
    }

    /// Adds the stone to one line; the cells around it that then win.
    #[inline(always)]
    fn extend(self, line: &mut u32) -> u8 {
        let (column, side) = self.parts();
        let completing = self.completes(*line);
        *line |= 1 << MARGIN << side.shift() << column;
        completing
    }

    /// The cells of a line around the stone that it makes winning.
    #[inline(always)]
    fn completes(self, line: u32) -> u8 {
        let (column, side) = self.parts();
        let near = line >> side.shift() >> column & 0x7f;
        COMPLETING[near as usize]
    }

    /// Rows and columns, these with the margin, of cells of a line around the
    /// stone, which lies in this row; the line rises by `slope` rows a column.
    #[inline(always)]
    fn cells(
        self,
        mut set: u8,
        row: usize,
        slope: isize,
    ) -> impl Iterator<Item = (usize, usize)> {
        let (column, _) = self.parts();
        core::iter::from_fn(move || {
            if set == 0 {
                return None;
            }
            let near = set.trailing_zeros() as usize;
            set &= set - 1;
            let rise = slope * (near as isize - MARGIN as isize);
            Some((row.wrapping_add_signed(rise), column + near))
        })
    }

    /// The cells of a line around the stone that are the opponent's.
    #[inline(always)]
    fn taken(self, line: u32) -> u8 {
        let (column, side) = self.parts();
        (line >> side.other().shift() >> column & 0x7f) as u8
    }
}

/// The line of a cell among those that rise to the right.
#[inline(always)]
const fn rising_line(row: usize, column: usize) -> usize {
    row + (15 - column)
}

/// The line of a cell among those that fall to the right.
#[inline(always)]
const fn falling_line(row: usize, column: usize) -> usize {
    row + column
}

/// The stones of a column, from the bottom.
fn stones_of(
    position: &Position,
    column: Column,
) -> impl Iterator<Item = Player> {
    let cells = (0..MAX_SIDE).map(move |row| Cell::wrapped(row, column));
    cells.filter_map(|cell| position.stone_at(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bitboard, generator, search::lcg::Lcg};

    /// The columns whose landing cell, or the cell after it, is in the set.
    fn columns_of(position: &Position, set: Bitboard) -> [ColumnSet; 2] {
        let free = position.board().cells() - position.occupied();
        let mut found = [ColumnSet::EMPTY; 2];
        for column in position.legal_columns() {
            let cells = free.into_iter().filter(|c| c.column() == column);
            for (cell, found) in cells.zip(&mut found) {
                if set.contains(cell) {
                    *found = found.with(column.index().into());
                }
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
        let open = position
            .legal_columns()
            .fold(ColumnSet::EMPTY, |set, c| set.with(c.index().into()));
        assert_eq!(threats.open(), open, "{position}");
    }

    #[test]
    fn a_map_knows_what_the_position_knows() {
        let mut lcg = Lcg::new(&mut generator(1));
        for (rows, columns) in [(4, 4), (6, 7), (9, 12), (12, 12), (12, 9)] {
            let plain = Board::new(rows, columns).unwrap();
            for cell in plain.cells().into_iter().map(Some).chain([None]) {
                play_a_game(with_forbidden(plain, cell), &mut lcg);
            }
        }
    }

    fn with_forbidden(board: Board, cell: Option<Cell>) -> Board {
        cell.map_or(board, |cell| board.with_forbidden(cell).unwrap())
    }

    fn play_a_game(board: Board, lcg: &mut Lcg) {
        let geometry = Geometry::new(board);
        let mut position = Position::new(board);
        let mut threats = ThreatMap::new(&geometry, &position);
        while position.outcome().is_none() {
            assert_same(&threats, &position);
            assert_same(&ThreatMap::new(&geometry, &position), &position);
            for side in [Side::FIRST, Side::SECOND] {
                for column in threats.open().iter() {
                    let mut next = threats;
                    next.drop_stone(&geometry, column, side);
                    let found = threats.with_stone(&geometry, column, side);
                    assert_eq!(found, (next.open, next.wins), "{position}");
                }
            }
            let column = lcg.pick(threats.open());
            threats.drop_stone(&geometry, column, Side::of(position.to_move()));
            position.play(Column::new(column as u8).unwrap()).unwrap();
        }
    }
}
