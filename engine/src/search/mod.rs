//! Monte Carlo tree search in a fixed pool of nodes.
//!
//! The algorithm is specified, draw by draw and rounding by rounding, in the
//! project's `docs/SEARCH.md`; a plain second implementation follows the
//! same page, and both are compared node by node.

mod choice;
mod column_set;
mod config;
mod engine;
mod expansion;
mod generator;
mod geometry;
mod lcg;
mod level;
mod node;
mod playout;
mod pool;
mod proof;
mod rave;
mod report;
mod rollout;
mod selection;
mod setting;
mod shortest_win;
mod side;
mod stack;
mod tables;
mod tactics;
mod threat_map;
mod tracer;
mod tree;
mod update;

pub use config::{
    Choice, Config, Order, ParseNameError, RolloutPolicy, Selection, Tactics,
};
pub use engine::Engine;
pub use generator::{Generator, generator};
pub use level::Level;
pub use node::Node;
pub use pool::MIN_NODES;
pub use proof::{ONE, Proof, Wdl};
pub use report::{MAX_VARIATION, Report, RootMove};
pub use setting::{Setting, SettingKind};
#[cfg(feature = "stats")]
pub use tracer::{Phase, Stats};
pub use tree::Branch;
