//! Programs that end with this one, whatever ends it.
//!
//! An emulator does not notice that nobody is there any more. Linux can end a
//! process whose parent is gone, if the process itself asks for it: so this
//! program is started once more, asks, and becomes the other one.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::process::Command;

use clap::Args;

use crate::failure::Failure;
use crate::shell::this_program;

/// A program to be started that ends with the thread that starts it.
pub(crate) fn leashed(program: &str) -> Command {
    let mut command = Command::new(this_program());
    command.args(["leash", program]);
    command
}

#[derive(Args)]
pub(crate) struct Arguments {
    program: OsString,

    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<OsString>,
}

impl Arguments {
    /// Becomes the program.
    pub(crate) fn run(&self) -> Result<bool, Failure> {
        let name = self.program.display();
        #[cfg(target_os = "linux")]
        {
            use rustix::process::{Signal, set_parent_process_death_signal};

            set_parent_process_death_signal(Some(Signal::KILL)).map_err(
                |error| Failure::new(format!("cannot tie {name}: {error}")),
            )?;
        }
        let error = Command::new(&self.program).args(&self.arguments).exec();
        Err(Failure::new(format!("cannot run {name}: {error}")))
    }
}
