//! The Universal Game Interface: how a program's lines are read, and how
//! lines for a program are written. A session obeys them.

mod command;
mod go;
mod placement;
pub(crate) mod print;

pub(crate) use command::{Command, Query, SHARED_TOPICS, TOPICS, parse};
pub(crate) use go::Go;
pub(crate) use placement::Placement;
