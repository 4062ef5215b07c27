//! `host-sim suite`: tactical positions.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::exit_code;
use crate::Shard;
use crate::arguments::{ShardOption, count, number};
use crate::output::say;
use crate::parallel::all_cores;
use crate::progress::Progress;
use crate::suite::{Category, make, read, run as run_suite};

/// Give the engine tactical positions to solve, or make them.
///
/// The positions are from the sixteen sizes from 9x9 to 12x12 with forbidden cells;
/// alpha-beta decides which moves are right. Each position is tried in a
/// mirror, too. The score is printed by category, and every position that
/// was not solved. With --shard several processes share the positions: what
/// they print adds up to the whole.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Make the positions anew and write them to the file
    #[arg(long, conflicts_with_all = ["run", "playouts", "shard"])]
    make: bool,
    /// Give them to the engine (this is the default)
    #[arg(long)]
    run: bool,
    /// Playouts for each position
    #[arg(long, value_name = "N", default_value = "2000")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    playouts: u32,
    /// The same seed makes the same positions, and plays the same playouts
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    part: ShardOption,
    /// The file with the positions
    #[arg(long, value_name = "FILE")]
    #[arg(default_value = "host-sim/tests/data/tactics.txt")]
    file: PathBuf,
}

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let &Arguments { playouts, seed, ref file, .. } = arguments;
    let result = if arguments.make {
        write_puzzles(seed, file)
    } else {
        score_puzzles(playouts, seed, arguments.part.shard, file)
    };
    let result = result.map(|text| say!("{text}"));
    exit_code(result.map_err(|why| format!("{}: {why}", file.display())), 2)
}

fn write_puzzles(seed: u64, file: &Path) -> Result<String, String> {
    let progress = Progress::new(16 * 5 * 7, "positions");
    let puzzles = make(seed, || progress.add(1));
    progress.finish();
    let mut text = format!("# host-sim suite --make --seed {seed}\n");
    for puzzle in &puzzles {
        text += &format!("{puzzle}\n");
    }
    fs::write(file, text).map_err(|why| why.to_string())?;
    Ok(format!("{} positions in {}", puzzles.len(), file.display()))
}

fn score_puzzles(
    playouts: u32,
    seed: u64,
    shard: Shard,
    file: &Path,
) -> Result<String, String> {
    let text = fs::read_to_string(file).map_err(|why| why.to_string())?;
    let puzzles = read(&text)?;
    let own = shard.share_of(puzzles.len() as u64);
    let progress = Progress::new(2 * own, "positions");
    let done = || progress.add(1);
    let scores = run_suite(&puzzles, playouts, seed, shard, all_cores(), done);
    progress.finish();
    let (mut solved, mut all) = (0, 0);
    for score in &scores {
        for failure in &score.failures {
            say!("not solved: {failure}");
        }
    }
    for score in &scores {
        solved += score.solved;
        all += score.puzzles;
        let category: Category = score.category;
        let later = score.later;
        say!(
            "{category:8} {:4} of {:4}, {later} more won later",
            score.solved,
            score.puzzles
        );
    }
    Ok(format!("{solved} of {all} solved with {playouts} playouts each"))
}
