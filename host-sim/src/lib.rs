//! The engine's second opinion.
//!
//! - [`reference`] knows the rules again, independently and slowly.
//! - [`diff`] plays random games on both and compares everything they say.
//! - [`lockstep`] searches with both and compares every node.
//! - [`players`] are those who can play, [`matches`] what they play.
//! - [`commands`] is what the program offers on the command line.

#![forbid(unsafe_code)]

mod arguments;
pub mod commands;
mod dice;
pub mod diff;
pub mod lockstep;
pub mod matches;
pub mod players;
mod progress;
pub mod reference;
mod setup;
mod tasks;

pub use setup::{Setup, SetupError, Size};
