//! A program that is not left behind.

use std::io;
use std::process::{Child, Command, ExitStatus};

use crate::leash;

/// A running program, ended at the latest when this is dropped or when the
/// thread that started it is gone.
#[derive(Debug)]
pub struct Program(pub(crate) Child);

impl Program {
    /// Starts a program.
    ///
    /// # Errors
    ///
    /// If there is no such program, or it cannot be run.
    pub fn start(command: &mut Command) -> io::Result<Program> {
        leash(command).spawn().map(Program)
    }

    /// Whether it is over.
    ///
    /// # Errors
    ///
    /// If the system does not say so.
    pub fn has_ended(&mut self) -> io::Result<bool> {
        Ok(self.0.try_wait()?.is_some())
    }

    /// Waits for its end.
    ///
    /// # Errors
    ///
    /// If the system does not say how it ended.
    pub fn wait(&mut self) -> io::Result<ExitStatus> {
        self.0.wait()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        if !self.has_ended().unwrap_or(true) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
}
