//! Programs that end with this one, whatever ends it.
//!
//! An emulator does not notice that its user is gone. Linux can end a
//! process whose parent is gone, if the process itself asks for it: it does so
//! before it becomes the other program.

use std::process::Command;

/// Lets a program end with the thread that starts it, where the system can.
#[cfg_attr(target_os = "linux", expect(unsafe_code))]
pub fn leash(command: &mut Command) -> &mut Command {
    #[cfg(target_os = "linux")]
    {
        use std::os::unix::process::CommandExt;

        use rustix::process::{Signal, set_parent_process_death_signal};

        let ask = || Ok(set_parent_process_death_signal(Some(Signal::KILL))?);
        // SAFETY: in the new process this is one system call, which touches
        // neither memory nor locks.
        unsafe { command.pre_exec(ask) };
    }
    command
}
