//! The console: how a person's words are read, and what a person sees. A
//! session obeys them.

mod command;
mod completion;
pub(crate) mod print;
pub(crate) mod saved_game;

pub(crate) use command::{ALIASES, Command, NewGame, Size, TOPICS, parse};
pub(crate) use completion::Completion;
