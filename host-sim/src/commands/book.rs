//! `host-sim book`: the opening book.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;
use engine::{BENCH_NODES, Bench, Board, Book, Position};

use super::exit_code;
use crate::arguments::{ShardOption, count, number};
use crate::book::{Maker, Recipe, Table, check};
use crate::output::say;
use crate::parallel::{all_cores, in_parallel};
use crate::progress::Progress;
use crate::{OwnedEngine, Shard};

/// Make the opening book, or a part of it.
///
/// A search for each position of the first plies on every board of 9 to 12
/// rows and columns, with any forbidden cell or none, and on the classic one.
/// Boards that are in the file already are left alone, so that the command
/// goes on where it was stopped. With --shard several computers make parts,
/// each into a file of its own; --join puts them together.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The file
    #[arg(long, value_name = "FILE")]
    #[arg(default_value = "engine/openings/openings.txt")]
    out: PathBuf,
    /// Playouts for a position, and as many again where two moves are close
    #[arg(long, value_name = "N", default_value = "400000")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    playouts: u32,
    /// How many plies of a game the book knows
    #[arg(long, value_name = "N", default_value = "3")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=4))]
    plies: u8,
    /// The same seed makes the same book
    #[arg(long, value_name = "S", default_value = "1")]
    #[arg(value_parser = number, allow_negative_numbers = true)]
    seed: u64,
    /// Begin no further board after N minutes
    #[arg(long, value_name = "N")]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    minutes: Option<u32>,
    #[command(flatten)]
    part: ShardOption,
    /// Add the boards of these files, instead of searching
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with = "check")]
    #[arg(conflicts_with_all = MAKING)]
    join: Vec<PathBuf>,
    /// Search this many of its moves again, and compare
    #[arg(long, value_name = "N", conflicts_with_all = MAKING)]
    #[arg(value_parser = count::<u32>, allow_negative_numbers = true)]
    check: Option<u32>,
}

/// What says how much of it is made.
const MAKING: [&str; 2] = ["minutes", "shard"];

/// Runs the command.
#[must_use]
pub fn run(arguments: &Arguments) -> ExitCode {
    let result = if let Some(sample) = arguments.check {
        search_again(arguments, sample)
    } else if arguments.join.is_empty() {
        make(arguments)
    } else {
        join(arguments)
    };
    exit_code(result.map(|text| say!("{text}")), 2)
}

/// What a file holds, or `None` if there is no such file.
fn read(path: &Path) -> Result<Option<Table>, String> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) if why.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(why) => return Err(format!("{}: {why}", path.display())),
    };
    let table = text.parse::<Table>();
    table.map(Some).map_err(|why| format!("{}: {why}", path.display()))
}

/// Replaces the file: whenever this is interrupted, the old or the new one
/// is there.
fn write(path: &Path, table: &Table) -> Result<(), String> {
    let beside = path.with_extension("part");
    fs::write(&beside, table.to_string())
        .and_then(|()| fs::rename(&beside, path))
        .map_err(|why| format!("{}: {why}", path.display()))
}

/// How this engine plays.
fn signature() -> u64 {
    let mut engine = OwnedEngine::new(BENCH_NODES);
    let mut bench = Bench::new();
    while bench.step(&mut engine, 1000) {}
    bench.finish(&mut engine);
    bench.signature()
}

/// The boards of a part, with their places, those without a forbidden cell
/// first: people play on them most. The first portion of the others is of
/// all kinds.
fn boards(shard: Shard) -> Vec<(usize, Board)> {
    let mut boards: Vec<(usize, Board)> = Book::boards().enumerate().collect();
    boards.sort_by_key(|&(_, board)| {
        (board.forbidden().is_some(), Position::new(board).key())
    });
    let numbered = boards.into_iter().zip(0..);
    numbered.filter(|&(_, n)| shard.has(n)).map(|(board, _)| board).collect()
}

fn make(arguments: &Arguments) -> Result<String, String> {
    let Arguments { out, playouts, plies, seed, minutes, part, .. } = arguments;
    let (plies, playouts, seed) = (usize::from(*plies), *playouts, *seed);
    let recipe = Recipe { plies, playouts, seed };
    let mut table = Table::new(recipe);
    let signature = signature();
    if let Some(old) = read(out)? {
        let failed = |why| format!("{}: {why}", out.display());
        table.join(&old).map_err(failed)?;
    }
    let own = boards(part.shard);
    let left: Vec<_> =
        own.iter().filter(|(place, _)| !table.has(*place)).collect();
    let (before, all) = ((own.len() - left.len()) as u64, own.len() as u64);
    let progress = Progress::resumed(before, all, "boards");
    let begun = Instant::now();
    let limit = minutes.map(|it| Duration::from_secs(60 * u64::from(it)));
    let in_time = || limit.is_none_or(|limit| begun.elapsed() < limit);
    let table = Mutex::new(table);
    let work = |maker: &mut Maker, &(place, board): &(usize, Board)| {
        if !in_time() {
            return Ok(());
        }
        let moves = maker.moves(board);
        let mut table = table.lock().expect("no panic inside");
        table.add(place, signature, moves);
        write(out, &table)?;
        progress.add(1);
        Ok::<(), String>(())
    };
    let worker = || Maker::new(recipe);
    in_parallel(left.into_iter(), all_cores(), worker, work)?;
    progress.finish();
    let table = table.into_inner().expect("no panic inside");
    let (known, all) = (table.len(), Book::boards().count());
    Ok(format!("{known} of {all} boards in {}", out.display()))
}

fn join(arguments: &Arguments) -> Result<String, String> {
    let out = &arguments.out;
    let mut table = read(out)?;
    for path in &arguments.join {
        let missing = || format!("{}: there is no such file", path.display());
        let part = read(path)?.ok_or_else(missing)?;
        match &mut table {
            None => table = Some(part),
            Some(table) => {
                let failed = |why| format!("{}: {why}", path.display());
                table.join(&part).map_err(failed)?;
            }
        }
    }
    let table = table.ok_or("there is nothing to join")?;
    write(out, &table)?;
    let (known, all) = (table.len(), Book::boards().count());
    Ok(format!("{known} of {all} boards in {}", out.display()))
}

fn search_again(arguments: &Arguments, sample: u32) -> Result<String, String> {
    let out = &arguments.out;
    let missing = || format!("{}: there is no such file", out.display());
    let table = read(out)?.ok_or_else(missing)?;
    let own = table.boards_of(signature()).count();
    let others = table.len() - own;
    if own == 0 {
        return Err(format!(
            "{}: none of its {others} boards was made by this engine: \
             host-sim book --minutes 1 adds some",
            out.display()
        ));
    }
    let sample = sample as usize;
    let checked = check(&table, signature(), sample, arguments.seed);
    let other: Vec<_> =
        checked.iter().filter(|it| it.found != Some(it.listed)).collect();
    for it in &other {
        let found = it.found.map_or_else(|| "none".into(), |it| it.to_string());
        say!("{}: column {}, not {found}", it.position, it.listed);
    }
    let text = format!("{} moves searched again", checked.len());
    match (other.len(), others) {
        _ if checked.is_empty() => Err("the book is empty".into()),
        (0, 0) => Ok(format!("{text}, all of them found")),
        (0, others) => Ok(format!(
            "{text}, all of them found; {others} boards are by other engines"
        )),
        (n, _) => Err(format!("{text}, {n} of them not found")),
    }
}
