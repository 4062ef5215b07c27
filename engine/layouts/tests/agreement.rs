//! Every layout plays every game like a plain grid that looks at each cell.

use layouts::workload::Random;
use layouts::{
    Board, Candidate, Columns, Layout, LineWords, SixWords, ThreeWords,
    WideInteger, Windows, Workload,
};

const SIZES: [(usize, usize); 6] =
    [(9, 9), (9, 12), (12, 12), (10, 12), (6, 7), (12, 9)];

fn boards() -> impl Iterator<Item = Board> {
    SIZES.into_iter().flat_map(|(rows, cols)| {
        let open = Board::open(rows, cols);
        [
            open,
            open.forbid(0, 0),
            open.forbid(rows - 1, cols / 2),
            open.forbid(rows / 2, cols - 4),
        ]
    })
}

#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Empty,
    Forbidden,
    Stone(usize),
}

struct Grid {
    board: Board,
    cells: [[Cell; 12]; 12],
    side: usize,
}

impl Grid {
    fn new(board: Board) -> Self {
        let mut cells = [[Cell::Empty; 12]; 12];
        if let Some((row, col)) = board.forbidden {
            cells[row][col] = Cell::Forbidden;
        }
        Grid { board, cells, side: 0 }
    }

    fn landing(&self, col: usize) -> Option<usize> {
        (0..self.board.rows).find(|&row| self.cells[row][col] == Cell::Empty)
    }

    fn makes_four(&self, side: usize, row: usize, col: usize) -> bool {
        let holds = |row: isize, col: isize| {
            (0..self.board.rows as isize).contains(&row)
                && (0..self.board.cols as isize).contains(&col)
                && self.cells[row as usize][col as usize] == Cell::Stone(side)
        };
        let run = |up: isize, aside: isize| {
            (1..4)
                .take_while(|n| {
                    holds(row as isize + n * up, col as isize + n * aside)
                })
                .count()
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)]
            .iter()
            .any(|&(up, aside)| run(up, aside) + run(-up, -aside) >= 3)
    }

    fn winning_cells(&self, side: usize) -> u32 {
        let rows = 0..self.board.rows;
        rows.flat_map(|row| (0..self.board.cols).map(move |col| (row, col)))
            .filter(|&(row, col)| self.cells[row][col] == Cell::Empty)
            .filter(|&(row, col)| self.makes_four(side, row, col))
            .count() as u32
    }

    fn play(&mut self, col: usize) -> bool {
        let row = self.landing(col).expect("a column with room");
        let wins = self.makes_four(self.side, row, col);
        self.cells[row][col] = Cell::Stone(self.side);
        self.side ^= 1;
        wins
    }
}

/// Plays games beside the grid and, after every stone, tries every column and
/// takes it back.
fn plays_like_the_grid<L: Layout>(board: Board) -> bool {
    let Some(empty) = L::new(board) else {
        return false;
    };
    let mut random = Random::new(7);
    for _ in 0..100 {
        let mut grid = Grid::new(board);
        let mut position = empty.clone();
        for _ in 0..board.cells() {
            let mut landings = [0; 12];
            let mut open = 0;
            for col in 0..board.cols {
                let landing = grid.landing(col);
                assert_eq!(position.can_play(col), landing.is_some());
                if let Some(row) = landing {
                    let wins = grid.makes_four(grid.side, row, col);
                    assert_eq!(position.play(col), wins, "{board:?}");
                    position.undo(col);
                    landings[open] = col;
                    open += 1;
                }
            }
            let col = landings[random.below(open)];
            let won = grid.play(col);
            assert_eq!(position.play(col), won);
            for side in 0..2 {
                let cells = L::count(position.winning_cells(side));
                assert_eq!(cells, grid.winning_cells(side), "{board:?}");
            }
            if won {
                break;
            }
        }
    }
    true
}

#[test]
fn wide_integers_play_like_the_grid() {
    for board in boards() {
        let fits = (board.rows + 1) * board.cols <= 128;
        assert_eq!(plays_like_the_grid::<WideInteger<0>>(board), fits);
        let fixed = fits && board.rows == 9;
        assert_eq!(plays_like_the_grid::<WideInteger<10>>(board), fixed);
    }
}

#[test]
fn windows_play_like_the_grid() {
    for board in boards() {
        let wide = (board.rows + 1) * board.cols > 128;
        assert_eq!(plays_like_the_grid::<Windows<0>>(board), wide);
        let fixed = wide && board.rows == 12;
        assert_eq!(plays_like_the_grid::<Windows<13>>(board), fixed);
    }
}

#[test]
fn other_layouts_play_like_the_grid_on_every_board() {
    for board in boards() {
        assert!(plays_like_the_grid::<ThreeWords>(board));
        assert!(plays_like_the_grid::<SixWords>(board));
        assert!(plays_like_the_grid::<Columns>(board));
        assert!(plays_like_the_grid::<LineWords>(board));
    }
}

#[test]
fn all_layouts_come_to_the_same_tally() {
    let works = [Workload::Games, Workload::Walk, Workload::WinningCells];
    for board in boards() {
        let expected =
            Candidate::Columns.run(Workload::Games, board, 20_000, 3);
        for candidate in Candidate::ALL {
            for work in works {
                let tally = candidate.run(work, board, 20_000, 3);
                let expected = expected.filter(|_| candidate.holds(board));
                assert_eq!(tally, expected, "{candidate:?} {board:?}");
            }
        }
    }
}
