//! What a search has found out about the moves.

use core::fmt;

use engine::{Board, Report, RootMove, Wdl};

use super::{Percent, Told, write_lines};

/// A table of the moves of a position, the best first: column, visits, the
/// points to expect of a hundred, and what is proven.
///
/// ```
/// use engine::{Engine, Node, Position, generator};
/// use pocketfour_protocol::Scores;
///
/// let mut pool = [Node::EMPTY; 1000];
/// let mut engine = Engine::new(&mut pool);
/// let game: Position = "7/7/7/7/oo5/xxx1o2 x".parse()?;
/// engine.set_position(&game);
/// engine.step(10, &mut generator(1));
/// assert_eq!(
///     Scores(&engine.report()).to_string(),
///     "column   visits   score\n     4        0  100.0%  wins in 1 ply"
/// );
/// # Ok::<(), engine::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scores<'a>(pub &'a Report);

impl Scores<'_> {
    /// The lines of the table: a heading, then the moves.
    pub fn lines(&self) -> impl Iterator<Item = impl fmt::Display> {
        (0..=self.0.moves.len()).map(move |line| {
            fmt::from_fn(move |f| match line.checked_sub(1) {
                None => f.write_str("column   visits   score"),
                Some(rank) => self.write_move(f, rank),
            })
        })
    }

    fn write_move(
        &self,
        f: &mut fmt::Formatter<'_>,
        rank: usize,
    ) -> fmt::Result {
        let Some(root_move) = self.ranked(rank) else { return Ok(()) };
        let RootMove { column, visits, mean, proof, .. } = root_move;
        let (column, score) = (column.number(), Percent(mean));
        write!(f, "{column:>6} {visits:>8}  {score:>6}")?;
        match proof {
            Some(proof) => write!(f, "  {}", Told(proof)),
            None => Ok(()),
        }
    }

    /// The move that this number of others are ahead of.
    fn ranked(&self, rank: usize) -> Option<RootMove> {
        let moves = &self.0.moves;
        let mut ranked = moves.iter().enumerate().filter(|&(index, _)| {
            let ahead = (0..moves.len()).filter(|&other| {
                self.key(other, index) > self.key(index, other)
            });
            ahead.count() == rank
        });
        ranked.next().map(|(_, root_move)| *root_move)
    }

    /// What a move is ranked by, beside another: the move to play first, then
    /// wins, open moves, losses; among those the most visited, then the
    /// first in the tree's order.
    fn key(&self, index: usize, other: usize) -> Option<(bool, u8, u32, bool)> {
        let Report { moves, best, .. } = self.0;
        let RootMove { column, visits, proof, .. } = *moves.get(index)?;
        let result = match proof.map(|proof| proof.wdl) {
            Some(Wdl::Win) => 2,
            None | Some(Wdl::Draw) => 1,
            Some(Wdl::Loss) => 0,
        };
        Some((Some(column) == *best, result, visits, index < other))
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Scores<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", defmt::Display2Format(self));
    }
}

impl fmt::Display for Scores<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_lines(f, self.lines())
    }
}

/// What is known about a position, on one line: the result or the points to
/// expect, the playouts, and what both sides are expected to play.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'a>(pub &'a Report);

#[cfg(feature = "defmt")]
impl defmt::Format for Summary<'_> {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{}", defmt::Display2Format(self));
    }
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { proof, mean, visits, ref variation, .. } = *self.0;
        match proof {
            Some(proof) => write!(f, "{}", Told(proof))?,
            None => write!(f, "score {}", Percent(mean))?,
        }
        write!(f, ", {visits} playouts, best")?;
        let mut columns = variation.iter().take(8);
        columns.try_for_each(|column| write!(f, " {column}"))
    }
}

/// The points to expect under the numbers of the columns, in two digits
/// each: `W`, `D` and `L` are proven, `-` is a move that is out of the
/// question.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoreLine<'a> {
    pub(crate) report: &'a Report,
    pub(crate) board: Board,
}

impl fmt::Display for ScoreLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("   ")?;
        self.board.all_columns().try_for_each(|column| {
            let mut moves = self.report.moves.iter();
            let Some(found) = moves.find(|it| it.column == column) else {
                return f.write_str("  -");
            };
            match found.proof.map(|proof| proof.wdl) {
                Some(Wdl::Win) => f.write_str("  W"),
                Some(Wdl::Draw) => f.write_str("  D"),
                Some(Wdl::Loss) => f.write_str("  L"),
                None => write!(f, " {:>2}", Percent(found.mean).rounded()),
            }
        })
    }
}
