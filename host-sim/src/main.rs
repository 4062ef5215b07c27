//! The engine's second opinion on the command line.

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use host_sim::commands::{
    analyze, bench, diff, emulate, endure, judge, matches, perft, replay,
    serial, soak, suite, tune, ugi,
};

/// Pocketfour on a desktop: check the engine against a second opinion.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Analyze(analyze::Arguments),
    Bench(bench::Arguments),
    Diff(diff::Arguments),
    #[command(hide = true)]
    Emulate(emulate::Arguments),
    Endure(endure::Arguments),
    #[command(hide = true)]
    Judge(judge::Arguments),
    Match(Box<matches::Arguments>),
    Perft(perft::Arguments),
    Replay(replay::Arguments),
    #[command(hide = true)]
    Serial(serial::Arguments),
    Soak(soak::Arguments),
    Suite(suite::Arguments),
    Tune(Box<tune::Arguments>),
    Ugi(ugi::Arguments),
}

fn main() -> ExitCode {
    match Arguments::try_parse() {
        Ok(Arguments { command }) => match command {
            Command::Analyze(arguments) => analyze::run(&arguments),
            Command::Bench(arguments) => bench::run(&arguments),
            Command::Diff(arguments) => diff::run(&arguments),
            Command::Emulate(arguments) => emulate::run(&arguments),
            Command::Endure(arguments) => endure::run(&arguments),
            Command::Judge(arguments) => judge::run(&arguments),
            Command::Match(arguments) => matches::run(&arguments),
            Command::Perft(arguments) => perft::run(&arguments),
            Command::Replay(arguments) => replay::run(&arguments),
            Command::Serial(arguments) => serial::run(&arguments),
            Command::Soak(arguments) => soak::run(&arguments),
            Command::Suite(arguments) => suite::run(&arguments),
            Command::Tune(arguments) => tune::run(&arguments),
            Command::Ugi(arguments) => ugi::run(&arguments),
        },
        Err(error) => explain(&error),
    }
}

/// What is wrong on one line; help and version as they are.
fn explain(error: &clap::Error) -> ExitCode {
    let text = error.to_string();
    if !text.starts_with("error:") {
        error.exit();
    }
    let lines = text.lines().take_while(|line| !line.is_empty());
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).collect();
    eprintln!("{}", words.join(" "));
    ExitCode::from(2)
}
