//! A console for people, on the same port.

mod command;
mod execute;
mod phrases;
mod picture;

pub(crate) use command::parse;
pub(crate) use picture::Picture;
