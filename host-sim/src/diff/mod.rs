//! Engine against reference: random games on every board, compared after
//! each move and after each move taken back.
//!
//! A [`Plan`] deals walks, one board each, in an order that depends on the
//! seed alone. A walk goes up and down through a game; everything that the
//! two sides say about each position is compared. Walks are put together in
//! batches, and within a batch no two different positions may have the same
//! key. The first batch with a mismatch is the one reported, whatever the
//! number of threads.

mod case;
mod compare;
mod garble;
mod keys;
mod pair;
mod panics;
mod plan;
mod run;
mod walk;

pub use case::{Case, CaseError, WalkStep};
pub use compare::Difference;
pub(crate) use compare::same;
pub(crate) use panics::panics_differ;
pub use plan::{Plan, RandomWalk};
pub use run::{Mismatch, read, replay, run};
