//! Engine and reference say the same about every position of a game, through
//! moves, moves that are refused, and moves taken back.

use host_sim::diff::{Case, WalkStep, replay};

use crate::source::Source;

/// Longer games would only repeat themselves.
const STEPS: usize = 300;

/// Plays: a board, then a step from each byte.
///
/// # Panics
///
/// If engine and reference disagree.
pub fn check(bytes: &[u8]) {
    let mut source = Source(bytes);
    let mut case = Case::new(source.setup());
    while !source.is_empty() && case.steps.len() < STEPS {
        case.steps.push(match source.byte() {
            column @ 0..=191 => WalkStep::Play(usize::from(column % 12)),
            192..=250 => WalkStep::Undo,
            251.. => WalkStep::Forget,
        });
    }
    if let Err(mismatch) = replay(&case) {
        panic!("{mismatch}");
    }
}
