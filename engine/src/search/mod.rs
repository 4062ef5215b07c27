//! Monte Carlo tree search in a fixed pool of nodes.
//!
//! The algorithm is specified, draw by draw and rounding by rounding, in the
//! project's `docs/SEARCH.md`; a plain second implementation follows the
//! same page, and both are compared node by node.

mod amaf;
mod backup;
mod choice;
mod column_set;
mod config;
mod engine;
mod expansion;
mod generator;
mod geometry;
mod header;
mod in_flight;
mod lcg;
mod level;
mod named;
mod node;
mod node_ref;
mod pending;
mod playout;
mod pool;
mod preview;
mod profiles;
mod proof;
mod report;
mod rollout;
mod runner;
mod score;
mod selection;
mod setting;
mod shortest_win;
mod side;
mod stack;
#[cfg(feature = "stats")]
mod stats;
mod stones;
mod tables;
mod tactics;
mod threat_map;
mod tracer;
mod weights;

pub use config::{Choice, Config, Order, RolloutPolicy, Selection, Tactics};
pub use engine::Engine;
pub use generator::{Generator, below, generator};
pub use in_flight::MAX_IN_FLIGHT;
pub use level::Level;
pub use named::ParseNameError;
pub use node::{MAX_NODES, Node};
pub use node_ref::NodeRef;
pub use pool::MIN_NODES;
pub use proof::{Proof, Wdl};
pub use report::{MAX_VARIATION, Report, RootMove};
pub use rollout::{Rollout, RolloutResult};
pub use runner::{Begun, Runner};
pub use score::Score;
pub use setting::{Setting, SettingError, SettingKind};

#[cfg(feature = "stats")]
pub use {stats::Stats, tracer::Phase};
