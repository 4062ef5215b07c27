//! Boards and scores as people see them: in the console, and in every program
//! that shows a position.

mod percent;
mod picture;
mod scores;

use core::fmt;

pub(crate) use percent::{Percent, Told};
pub use picture::Picture;
pub(crate) use scores::ScoreLine;
pub use scores::{Scores, Summary};

/// Writes lines, with an end of line between them but not after the last.
fn write_lines(
    f: &mut fmt::Formatter<'_>,
    mut lines: impl Iterator<Item = impl fmt::Display>,
) -> fmt::Result {
    let mut end = "";
    lines.try_for_each(|line| {
        write!(f, "{end}{line}")?;
        end = "\n";
        Ok(())
    })
}
