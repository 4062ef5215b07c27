//! `host-sim soak`: very many games with one program.

use std::num::NonZeroUsize;
use std::process::{Command, ExitCode};

use boards::DevBoard;
use boards::emulator::Emulator;
use clap::{Args, value_parser};

use super::emulate::{hurried, paced};
use super::exit_code;
use crate::BoardSize;
use crate::arguments::{count, number};
use crate::output::say;
use crate::progress::Progress;
use crate::soak::{Seen, Soak, Trouble};

/// Play very many games with a program that is never restarted.
///
/// The program speaks UGI and knows `sysinfo`: the firmware in an emulator,
/// unless another command is given. It plays on all sizes, against random moves
/// and against itself. Every answer is checked against the reference: moves
/// are legal and in time (by the program's own clock), nothing is lost,
/// nothing restarts, and memory stays what it was. The USB cable of a Pico is
/// unplugged at random.
#[derive(Args, Debug)]
pub struct Arguments {
    /// How many games
    #[arg(long, value_name = "N", default_value = "1000")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    games: u64,
    /// Milliseconds for a move
    #[arg(long, value_name = "MS", default_value = "10")]
    #[arg(value_parser = count::<u64>, allow_negative_numbers = true)]
    movetime: u64,
    /// The same seed plays the same boards and random moves
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    /// The board whose image an emulator runs
    #[arg(long, default_value = "qemu", conflicts_with = "command")]
    board: DevBoard,
    /// Unplug the cable of a Pico about once in N lines; 0 for never
    #[arg(long, value_name = "N", default_value = "50")]
    #[arg(value_parser = number, conflicts_with = "command")]
    unplug: u64,
    /// Every game is one against itself in the console, with coloured boards
    #[arg(long)]
    console: bool,
    /// Only boards of this size, such as 6x7
    #[arg(long, value_name = "RxC")]
    size: Option<BoardSize>,
    /// Read the board's text no faster than a line of this speed carries it:
    /// 9600 to 115200
    #[arg(long, value_name = "N", conflicts_with = "command")]
    #[arg(value_parser = value_parser!(u32).range(1200..))]
    baud: Option<u32>,
    /// Another program and its arguments
    #[arg(value_name = "COMMAND", trailing_var_arg = true)]
    command: Vec<String>,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let result = soak(arguments).map(|seen| say!("{seen}"));
    let explain = |(games, why)| format!("after {games} games: {why}");
    exit_code(result.map_err(explain), 1)
}

fn soak(arguments: &Arguments) -> Result<Seen, (u64, Trouble)> {
    let &Arguments { games, movetime, seed, board, .. } = arguments;
    let mut command = arguments.command.clone();
    let mut unplug = None;
    if command.is_empty() {
        let line = match board.emulator() {
            Some(Emulator::Qemu(_)) => paced(board),
            _ => hurried(board),
        };
        command = line.map_err(|error| (0, Trouble::Emulator(error)))?;
        unplug = NonZeroUsize::new(arguments.unplug as usize);
        unplug = unplug.filter(|_| board.has_cable());
    }
    if unplug.is_some() {
        command.push("--faults".into());
    }
    if let Some(baud) = arguments.baud {
        command.extend(["--baud".into(), baud.to_string()]);
    }
    let mut program = Command::new(&command[0]);
    program.args(&command[1..]);
    let mut soak = Soak::start(&mut program, movetime, seed)
        .map_err(|trouble| (0, trouble))?;
    if arguments.console {
        soak.watch_all();
    }
    if let Some(size) = arguments.size {
        soak.play_on(size);
    }
    if let Some(every) = unplug {
        soak.unplug(every, seed);
    }
    let progress = Progress::new(games, "games");
    let mut seen = Seen::default();
    for number in 0..games {
        seen = soak.game(number).map_err(|trouble| (number, trouble))?;
        progress.add(1);
    }
    progress.finish();
    Ok(seen)
}
