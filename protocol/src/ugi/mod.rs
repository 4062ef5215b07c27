//! The Universal Game Interface: what programs say, and what they hear.

mod command;
mod execute;
mod go;
mod report;

pub(crate) use command::{Command, parse};
pub(crate) use go::Go;
pub(crate) use report::{Info, Permille};
