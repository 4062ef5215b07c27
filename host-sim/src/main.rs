//! The engine's second opinion on the command line.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use host_sim::commands::{diff, perft};

/// Pocketfour on a desktop: check the engine against a second opinion.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Diff(diff::Arguments),
    Perft(perft::Arguments),
}

fn main() -> ExitCode {
    match Arguments::parse().command {
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Perft(arguments) => perft::run(&arguments),
    }
}
