//! The engine's second opinion.
//!
//! - [`reference`] knows the rules again, independently and slowly.
//! - [`diff`] plays random games on both and compares everything they say.
//! - [`commands`] is what the program offers on the command line.

#![forbid(unsafe_code)]

pub mod commands;
mod dice;
pub mod diff;
mod progress;
pub mod reference;
mod setup;

pub use setup::{Setup, SetupError, Size};
