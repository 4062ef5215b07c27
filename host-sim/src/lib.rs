//! The engine's second opinion.
//!
//! - [`mod@reference`] knows the rules again, independently and slowly.
//! - [`diff`] plays random games on both and compares everything they say.
//! - [`lockstep`] searches with both and compares every node; the rollouts may
//!   wait in a [`rollout_queue`].
//! - [`proofs`] checks what the search proves by alpha-beta.
//! - [`mod@audit`] looks at a tree for what can never be.
//! - [`mod@soak`] plays very many games with one program.
//! - [`states`] types every line in every state of a session.
//! - [`suite`] is a collection of tactical positions.
//! - [`mod@book`] makes the opening book.
//! - [`archive`] keeps the results of long runs.
//! - [`players`] are those who can play, [`mod@matches`] what they play.
//! - [`rivals`] are the published programs for this game.
//! - [`tuning`] looks for the engine's best numbers.
//! - [`commands`] is what the program offers on the command line.

#![forbid(unsafe_code)]
// They panic when the reader leaves: see `output`.
#![warn(clippy::print_stdout, clippy::print_stderr)]

mod analysis;
pub mod archive;
mod arguments;
pub mod audit;
pub mod book;
pub mod commands;
mod date;
mod dice;
pub mod diff;
mod digest;
mod games;
pub mod lockstep;
pub mod matches;
mod output;
mod owned_engine;
mod parallel;
pub mod players;
#[cfg(test)]
mod profiles;
mod progress;
pub mod proofs;
pub mod reference;
pub mod rivals;
pub mod rollout_queue;
mod setup;
mod shard;
pub mod soak;
pub mod states;
pub mod suite;
pub mod tuning;
mod workers;

pub use desktop::Threads;
pub use owned_engine::OwnedEngine;
pub use setup::{BoardSize, Setup, SetupError};
pub use shard::{Shard, ShardError};
