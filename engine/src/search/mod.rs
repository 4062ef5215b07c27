//! Monte Carlo tree search in a fixed pool of nodes.
//!
//! The algorithm is specified, draw by draw and rounding by rounding, in the
//! project's `docs/SEARCH.md`; a plain second implementation follows the
//! same page, and both are compared node by node.

mod choice;
mod config;
mod curve;
mod engine;
mod expansion;
mod field;
mod generator;
mod hearsay;
mod hunt;
mod level;
mod node;
mod pick;
mod playout;
mod pool;
mod probe;
mod report;
mod selection;
mod tactics;
mod tree;
mod update;
mod walk;

pub use config::{Choice, Config, Order, Playout, Selection, Tactics};
pub use engine::Engine;
pub use generator::{Generator, generator};
pub use level::Level;
pub use node::{Fate, ONE, Proof};
#[cfg(feature = "stats")]
pub use probe::{Phase, Stats};
pub use report::{MAX_VARIATION, Report, RootMove};
pub use tree::Branch;
