//! `pocketfour`: play against the engine in a terminal, or talk UGI to it.

use std::process::ExitCode;

use clap::Parser;
use desktop::Arguments;

/// Pocketfour plays gravity four-in-a-row.
#[derive(Parser)]
#[command(name = "pocketfour", version)]
struct CommandLine {
    #[command(flatten)]
    arguments: Arguments,
}

fn main() -> ExitCode {
    desktop::run(&CommandLine::parse().arguments)
}
