//! Set up, build, run, flash, test: what the README's commands call.
//!
//! | command | file | what it does |
//! |---|---|---|
//! | `cargo xtask setup` | `setup` | installs what is missing |
//! | `cargo xtask test` | `test` | runs every check, or those named |
//! | `cargo xtask bench` | `bench` | counts instructions |
//!
//! A new command is a file of its own and a variant of `Task`. It says
//! what it needs on the machine as a list of [`setup::Need`], and runs
//! programs through [`shell::Run`], so that every failure tells what went
//! wrong and what to type next.

mod bench;
mod failure;
mod faults;
mod firmware;
mod floats;
mod lock;
mod mutation;
mod setup;
mod shell;
mod source;
mod status;
mod steps;
mod test;
mod toolchain;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;
use toolchain::Toolchain;
use workspace::Workspace;

/// Set up, build and test Pocketfour.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    /// The Rust that builds for microcontrollers
    /// [default: rustup's if it can, else Debian's]
    #[arg(long, global = true, value_enum)]
    toolchain: Option<Toolchain>,

    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install what is missing: Rust targets, rustfmt, clippy, QEMU
    Setup,
    /// Run the checks: all of them, or those named
    Test(test::Arguments),
    /// Count the engine's instructions (installs valgrind's runner)
    Bench(bench::Arguments),
}

fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let workspace = Workspace::find();
    let asked = arguments.toolchain;
    match &arguments.task {
        Task::Setup => setup::everything(&workspace, asked),
        Task::Test(test) => test.run(&workspace, asked),
        Task::Bench(bench) => bench.run(&workspace),
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            eprint!("{failure}");
            ExitCode::FAILURE
        }
    }
}
