//! The commands of the program, one file each.

pub mod analyze;
pub mod bench;
pub mod book;
pub mod diff;
pub mod emulate;
pub mod endure;
pub mod judge;
pub mod ladder;
pub mod matches;
pub mod perft;
pub mod replay;
pub mod score;
mod search;
pub mod serial;
pub mod soak;
pub mod states;
pub mod suite;
pub mod tune;

pub use crate::output::exit_code as end;
pub use desktop as ugi;

use crate::output::remark;
use std::fmt;
use std::process::ExitCode;

/// The exit code of a command, after an error has been printed.
fn exit_code(result: Result<(), impl fmt::Display>, failure: u8) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            remark!("error: {why}");
            ExitCode::from(failure)
        }
    }
}
