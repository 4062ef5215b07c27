//! Set up, build, run, flash, test: what the README's commands call.
//!
//! | command | file | what it does |
//! |---|---|---|
//! | `cargo xtask play` | `play` | builds, runs, and you are at the board |
//! | `cargo xtask setup` | `setup` | installs what is missing |
//! | `cargo xtask test` | `test` | runs every check, or those named |
//! | `cargo xtask fuzz` | `fuzz` | looks for bytes that break something |
//! | `cargo xtask bench` | `bench` | the signature and what a ply costs |
//! | `cargo xtask firmware` | `firmware` | builds a board's image |
//! | `cargo xtask reproduce` | `reproduce` | builds it twice, and compares |
//! | `cargo xtask emulate` | `emulate` | runs an image without the board |
//! | `cargo xtask flash` | `flash` | puts an image on a connected board |
//! | `cargo xtask dist` | `dist` | makes a release folder |
//! | `cargo xtask picture` | `picture` | records a session for BOARDS.md |
//! | `cargo xtask size` | `size` | says what an image takes |
//! | `cargo xtask web` | `web` | builds the page to play on, and serves it |
//!
//! A new command is a file of its own and a variant of `XtaskCommand`. It says
//! what it needs on the machine as a list of [`setup::Need`], and runs
//! programs through [`shell::CommandLine`], so that every failure tells what
//! went wrong and what to type next.

mod advisories;
mod apt;
mod bench;
mod cluster;
mod deny;
mod disk;
mod dist;
mod emulate;
mod extras;
mod failure;
mod faults;
mod figures;
mod firmware;
mod first_play;
mod flash;
mod floats;
mod fuzz;
mod heap;
mod image_names;
mod links;
mod lock;
mod miri;
mod mutation;
mod nightly;
mod panics;
mod picture;
mod play;
mod playouts;
mod readme;
mod remap;
mod reproduce;
mod second_core;
mod setup;
mod shell;
mod side_by_side;
mod size;
mod soak;
mod source;
mod sources;
mod status;
mod steps;
mod stranger;
mod test;
mod toolchain;
mod web;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use apt::Consent;
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

    /// Install the system's packages that are missing without asking
    #[arg(long, global = true)]
    yes: bool,

    #[command(subcommand)]
    command: XtaskCommand,
}

#[derive(Subcommand)]
enum XtaskCommand {
    /// Play against the engine in this terminal; Ctrl-] leaves
    Play(play::Arguments),
    /// Install what is missing: Rust targets, rustfmt, clippy, emulators
    Setup(setup::Arguments),
    /// Run the checks: all of them, or those named
    Test(test::Arguments),
    /// Look for bytes that break something, with libFuzzer
    Fuzz(fuzz::Arguments),
    /// Print the signature and the cost of a ply, on host and boards
    Bench(bench::Arguments),
    /// Build the firmware: target/firmware/BOARD.elf and .uf2 or .hex
    Firmware(firmware::Arguments),
    /// Build the firmware a second time elsewhere, and compare the bytes
    Reproduce(firmware::BoardSelection),
    /// Run the firmware without the board, on standard input and output
    Emulate(emulate::Arguments),
    /// Put the firmware on a connected board
    Flash(flash::Arguments),
    /// Make a release folder: images, programs, sums, SBOM, release notes
    Dist(dist::Arguments),
    /// Record a session with the emulated board: docs/console.svg
    Picture(picture::Arguments),
    /// Print what the firmware takes of flash and RAM
    Size(firmware::BoardSelection),
    /// Build the page to play on, and serve it on this computer
    Web(web::Arguments),
}

fn run(arguments: &Arguments) -> Result<bool, Failure> {
    let workspace = Workspace::find()
        .with_toolchain(arguments.toolchain)
        .with_consent(Consent::find(arguments.yes));
    match &arguments.command {
        XtaskCommand::Play(play) => play.run(&workspace),
        XtaskCommand::Setup(setup) => setup.run(&workspace),
        XtaskCommand::Test(test) => test.run(&workspace),
        XtaskCommand::Fuzz(fuzz) => fuzz.run(&workspace),
        XtaskCommand::Bench(bench) => bench.run(&workspace),
        XtaskCommand::Firmware(firmware) => firmware.run(&workspace),
        XtaskCommand::Reproduce(boards) => {
            boards.each(&workspace, reproduce::run)
        }
        XtaskCommand::Emulate(emulate) => emulate.run(&workspace),
        XtaskCommand::Flash(flash) => flash.run(&workspace),
        XtaskCommand::Dist(dist) => dist.run(&workspace),
        XtaskCommand::Picture(picture) => picture.run(&workspace),
        XtaskCommand::Size(boards) => boards.each(&workspace, size::run),
        XtaskCommand::Web(page) => page.run(&workspace),
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
