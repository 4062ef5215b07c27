//! What the commands print.
//!
//! A reader who leaves, as `head` does, ends the printing but not the work:
//! games go on being played and kept, and the exit code says how that ended.
//! Text for which there is no room is a failure of the command.

use std::fmt;
use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::process::ExitCode;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

static HAS_READER: AtomicBool = AtomicBool::new(true);
static FAILURE: OnceLock<io::Error> = OnceLock::new();

/// Prints a line.
macro_rules! say {
    ($($text:tt)*) => {
        $crate::output::print(format_args!("{}\n", format_args!($($text)*)))
    };
}

/// Prints a line on the error stream.
macro_rules! remark {
    ($($text:tt)*) => {
        $crate::output::print_remark(format_args!($($text)*))
    };
}

pub(crate) use {remark, say};

/// Prints a text as it is.
pub(crate) fn print(text: fmt::Arguments<'_>) {
    if has_reader() {
        settle(stdout().write_fmt(text));
    }
}

pub(crate) fn print_remark(text: fmt::Arguments<'_>) {
    // Where nobody reads it, there is no other place to say so.
    let _ = writeln!(stderr(), "{text}");
}

/// Whether there is still someone to print for.
pub(crate) fn has_reader() -> bool {
    HAS_READER.load(Ordering::Relaxed)
}

/// Takes note of how printing went.
pub(crate) fn settle(printed: io::Result<()>) {
    if let Err(error) = printed {
        HAS_READER.store(false, Ordering::Relaxed);
        if error.kind() != ErrorKind::BrokenPipe {
            let _ = FAILURE.set(error);
        }
    }
}

/// The exit code of a command that has come to its end with this one.
#[must_use]
pub fn exit_code(code: ExitCode) -> ExitCode {
    match FAILURE.get() {
        None => code,
        Some(error) => {
            remark!("error: standard output: {error}");
            ExitCode::from(2)
        }
    }
}
