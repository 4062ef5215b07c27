//! The engine's second opinion on the command line.

#![warn(clippy::print_stdout, clippy::print_stderr)]

#[cfg(target_os = "linux")]
mod library_clock;

use std::io::{Write, stderr};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use host_sim::commands::{
    analyze, bench, book, diff, emulate, end, endure, judge, ladder, matches,
    perft, replay, score, serial, soak, states, suite, tune, ugi,
};

/// Pocketfour on a desktop: check the engine against a second opinion.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: HostSimCommand,
}

#[derive(Subcommand)]
enum HostSimCommand {
    Analyze(analyze::Arguments),
    Bench(bench::Arguments),
    Book(book::Arguments),
    Diff(diff::Arguments),
    #[command(hide = true)]
    Emulate(emulate::Arguments),
    Endure(endure::Arguments),
    #[command(hide = true)]
    Judge(judge::Arguments),
    Ladder(Box<ladder::Arguments>),
    Match(Box<matches::Arguments>),
    Perft(perft::Arguments),
    Replay(replay::Arguments),
    Score(score::Arguments),
    #[command(hide = true)]
    Serial(serial::Arguments),
    Soak(soak::Arguments),
    States(states::Arguments),
    Suite(suite::Arguments),
    Tune(Box<tune::Arguments>),
    Ugi(ugi::Arguments),
}

fn main() -> ExitCode {
    match Arguments::try_parse() {
        Ok(Arguments { command }) => end(match command {
            HostSimCommand::Analyze(arguments) => analyze::run(&arguments),
            HostSimCommand::Bench(arguments) => bench::run(&arguments),
            HostSimCommand::Book(arguments) => book::run(&arguments),
            HostSimCommand::Diff(arguments) => diff::run(&arguments),
            HostSimCommand::Emulate(arguments) => emulate::run(&arguments),
            HostSimCommand::Endure(arguments) => endure::run(&arguments),
            HostSimCommand::Judge(arguments) => {
                #[cfg(target_os = "linux")]
                library_clock::set(arguments.tempo());
                judge::run(&arguments)
            }
            HostSimCommand::Ladder(arguments) => ladder::run(&arguments),
            HostSimCommand::Match(arguments) => matches::run(&arguments),
            HostSimCommand::Perft(arguments) => perft::run(&arguments),
            HostSimCommand::Replay(arguments) => replay::run(&arguments),
            HostSimCommand::Score(arguments) => score::run(&arguments),
            HostSimCommand::Serial(arguments) => serial::run(&arguments),
            HostSimCommand::Soak(arguments) => soak::run(&arguments),
            HostSimCommand::States(arguments) => states::run(&arguments),
            HostSimCommand::Suite(arguments) => suite::run(&arguments),
            HostSimCommand::Tune(arguments) => tune::run(&arguments),
            HostSimCommand::Ugi(arguments) => ugi::run(&arguments),
        }),
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
    let _ = writeln!(stderr(), "{}", words.join(" "));
    ExitCode::from(2)
}
