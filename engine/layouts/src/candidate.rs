//! The candidates by name, for programs that measure all of them.

use crate::workload::{self, Tally, Workload};
use crate::{
    Board, Columns, Layout, LineWords, SixWords, ThreeWords, WideInteger,
    Windows,
};

/// One of the layouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// [`WideInteger`], the stride read at run time.
    WideInteger,
    /// [`WideInteger`], the stride a constant.
    WideIntegerConst,
    /// [`Windows`], the stride read at run time.
    Windows,
    /// [`Windows`], the stride a constant.
    WindowsConst,
    /// [`ThreeWords`].
    ThreeWords,
    /// [`SixWords`].
    SixWords,
    /// [`Columns`].
    Columns,
    /// [`LineWords`].
    LineWords,
}

impl Candidate {
    /// All of them.
    pub const ALL: [Candidate; 8] = [
        Candidate::WideInteger,
        Candidate::WideIntegerConst,
        Candidate::Windows,
        Candidate::WindowsConst,
        Candidate::ThreeWords,
        Candidate::SixWords,
        Candidate::Columns,
        Candidate::LineWords,
    ];

    /// A name for tables.
    pub const fn name(self) -> &'static str {
        match self {
            Candidate::WideInteger => "u128",
            Candidate::WideIntegerConst => "u128, fixed",
            Candidate::Windows => "two u128",
            Candidate::WindowsConst => "two u128, fixed",
            Candidate::ThreeWords => "three words",
            Candidate::SixWords => "six words",
            Candidate::Columns => "columns",
            Candidate::LineWords => "line words",
        }
    }

    /// Whether the layout can hold the board.
    pub const fn holds(self, board: Board) -> bool {
        let fits = (board.rows + 1) * board.cols <= 128;
        match self {
            Candidate::WideInteger | Candidate::WideIntegerConst => fits,
            Candidate::Windows | Candidate::WindowsConst => !fits,
            _ => true,
        }
    }

    /// Does the work in this layout, `plies` plies in all; `None` if the
    /// layout cannot hold the board.
    pub fn run(
        self,
        workload: Workload,
        board: Board,
        plies: u32,
        seed: u32,
    ) -> Option<Tally> {
        let work = match (self, board.rows) {
            (Candidate::WideInteger, _) => work::<WideInteger<0>>,
            (Candidate::WideIntegerConst, 6) => work::<WideInteger<7>>,
            (Candidate::WideIntegerConst, 9) => work::<WideInteger<10>>,
            (Candidate::WideIntegerConst, 12) => work::<WideInteger<13>>,
            (Candidate::Windows, _) => work::<Windows<0>>,
            (Candidate::WindowsConst, 10) => work::<Windows<11>>,
            (Candidate::WindowsConst, 12) => work::<Windows<13>>,
            (Candidate::ThreeWords, _) => work::<ThreeWords>,
            (Candidate::SixWords, _) => work::<SixWords>,
            (Candidate::Columns, _) => work::<Columns>,
            (Candidate::LineWords, _) => work::<LineWords>,
            _ => return None,
        };
        work(workload, board, plies, seed)
    }
}

fn work<L: Layout>(
    workload: Workload,
    board: Board,
    plies: u32,
    seed: u32,
) -> Option<Tally> {
    match workload {
        Workload::Games => workload::random_games::<L>(board, plies, seed),
        Workload::Walk => workload::walk::<L>(board, plies, seed),
        Workload::WinningCells => {
            workload::winning_cells::<L>(board, plies, seed)
        }
    }
}
