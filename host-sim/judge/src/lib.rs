//! The C interface through which the original judge asks its players for
//! moves, for both sides of it.
//!
//! - [`Situation`] is what a player is told, made from a position or turned
//!   into one.
//! - [`Library`] is a player in a shared library.
//!
//! Rows are counted from the top, columns from the left, both from 0.

mod library;
mod situation;

pub use library::{Library, LibraryError};
pub use situation::Situation;

/// A cell, as a player returns it.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// The row.
    pub x: i32,
    /// The column.
    pub y: i32,
}
