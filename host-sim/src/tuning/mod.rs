//! Which numbers make the engine strongest, found out by playing.

mod climb;
mod follower;
mod journal;
mod parameter;
mod spsa;

pub use climb::{Climb, climb};
pub use follower::Follower;
pub use journal::{Iteration, Journal, TuningError};
pub use parameter::{Axes, Parameter, ParameterError, Values, with};
pub use spsa::{Axis, Spsa};
