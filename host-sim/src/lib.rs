//! The engine's second opinion.
//!
//! - [`reference`] knows the rules again, independently and slowly.
//! - [`diff`] plays random games on both and compares everything they say.
//! - [`lockstep`] searches with both and compares every node.
//! - [`commands`] is what the program offers on the command line.

#![forbid(unsafe_code)]

mod arguments;
pub mod commands;
mod dice;
pub mod diff;
pub mod lockstep;
mod progress;
pub mod reference;
mod setup;
mod tasks;

pub use setup::{Setup, SetupError, Size};
