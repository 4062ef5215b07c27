//! Lines for a program.

use core::fmt;

use engine::{
    Cell, Column, Config, Engine, MAX_SIDE, MIN_NODES, Outcome, Player,
    Position, Proof, Report, RootMove, Setting, SettingKind, Wdl,
};

use super::Query;
use crate::options::{Options, UgiOption, all_options};
use crate::terminal::{Terminal, WriteLine};

/// Who this is and which options there are, down to `ugiok`.
pub(crate) fn identity(
    terminal: &mut Terminal,
    engine: &Engine<'_>,
    defaults: &Options,
) {
    let version = env!("CARGO_PKG_VERSION");
    terminal.reply(format_args!("id name Pocketfour {version}"));
    terminal.reply(format_args!("id author the Pocketfour developers"));
    for option in all_options() {
        let line = fmt::from_fn(|f| write_option(f, option, engine, defaults));
        terminal.reply(format_args!("{line}"));
    }
    terminal.reply(format_args!("ugiok"));
}

pub(crate) fn ready(terminal: &mut Terminal) {
    terminal.reply(format_args!("readyok"));
}

pub(crate) fn best_move(terminal: &mut Terminal, column: Column) {
    terminal.reply(format_args!("bestmove {column}"));
}

/// The move that follows is the opening book's.
pub(crate) fn book(terminal: &mut Terminal) {
    terminal.reply(format_args!("info string book"));
}

/// Which cell was drawn to be forbidden.
pub(crate) fn forbidden(terminal: &mut Terminal, forbidden: Option<Cell>) {
    match forbidden {
        Some(cell) => terminal.reply(format_args!("info string block {cell}")),
        None => terminal.reply(format_args!("info string block none")),
    }
}

/// The answer to a question about a position.
pub(crate) fn query(terminal: &mut Terminal, query: Query, game: &Position) {
    let yes_or_no = |answer| if answer { "true" } else { "false" };
    let answer = match (query, game.outcome()) {
        (Query::GameOver, outcome) => yes_or_no(outcome.is_some()),
        (Query::FirstPlayersTurn, _) => {
            yes_or_no(game.to_move() == Player::First)
        }
        (Query::Result, None) => "none",
        (Query::Result, Some(Outcome::Draw)) => "draw",
        (Query::Result, Some(Outcome::Win(Player::First))) => "p1win",
        (Query::Result, Some(Outcome::Win(Player::Second))) => "p2win",
    };
    terminal.reply(format_args!("response {answer}"));
}

/// An option with its default.
fn write_option(
    f: &mut fmt::Formatter<'_>,
    option: UgiOption,
    engine: &Engine<'_>,
    defaults: &Options,
) -> fmt::Result {
    write!(f, "option name {} type ", option.name())?;
    match option {
        UgiOption::Session(setting) => write_setting(f, setting, defaults),
        UgiOption::Search(setting) => {
            write_setting(f, setting, &Config::DEFAULT)
        }
        UgiOption::Forbidden => f.write_str("string default none"),
        UgiOption::Seed => f.write_str("string default random"),
        UgiOption::Pool => {
            let (low, high) = (MIN_NODES as u32, engine.pool_size() as u32);
            write_kind(f, SettingKind::Number { low, high }, high)
        }
    }
}

fn write_setting<T>(
    f: &mut fmt::Formatter<'_>,
    setting: &Setting<T>,
    defaults: &T,
) -> fmt::Result {
    let default = setting.get(defaults);
    debug_assert!(default.is_some(), "{}", setting.name());
    write_kind(f, setting.kind(), default.unwrap_or(0))
}

fn write_kind(
    f: &mut fmt::Formatter<'_>,
    kind: SettingKind,
    default: u32,
) -> fmt::Result {
    match kind {
        SettingKind::Number { low, high } => {
            write!(f, "spin default {default} min {low} max {high}")
        }
        SettingKind::Flag => write!(f, "check default {}", default != 0),
        SettingKind::Words(words) => {
            let word = words.get(default as usize);
            debug_assert!(word.is_some());
            write!(f, "combo default {}", word.unwrap_or(&""))?;
            words.iter().try_for_each(|word| write!(f, " var {word}"))
        }
    }
}

/// How far a search has come: milliseconds and playouts since it started.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    pub(crate) time: u32,
    pub(crate) playouts: u32,
}

impl Progress {
    fn write(self, f: &mut fmt::Formatter<'_>, report: &Report) -> fmt::Result {
        let Progress { time, playouts } = self;
        let rate = u64::from(playouts) * 1000 / u64::from(time).max(1);
        let used = report.used as u64 * 1000 / (report.capacity as u64).max(1);
        write!(f, "time {time} nodes {playouts} nps {rate} hashfull {used}")
    }
}

/// The progress of a search, in as many lines as the options say.
pub(crate) fn info(
    terminal: &mut Terminal,
    write: WriteLine,
    progress: Progress,
    engine: &Engine<'_>,
    options: &Options,
) {
    match options.multi_pv {
        1 => one_line(terminal, write, progress, engine),
        lines => multi_pv(terminal, write, progress, engine, lines),
    }
}

/// The progress of a search in one line, with what the position is worth.
fn one_line(
    terminal: &mut Terminal,
    write: WriteLine,
    progress: Progress,
    engine: &Engine<'_>,
) {
    let report = &engine.report();
    let progress = fmt::from_fn(|f| progress.write(f, report));
    let score = report.mean.permille();
    let proof = fmt::from_fn(|f| write_proof(f, report.proof));
    let variation = fmt::from_fn(|f| write_moves(f, &report.variation));
    let line = format_args!("info {progress} score {score}{proof}{variation}");
    write(terminal, line);
}

/// How many moves of a variation are shown, but for the best one: twelve
/// lines of this length fit into the room for progress.
const SHORT_VARIATION: usize = 8;

/// The progress of a search in several lines, with what the best moves are
/// worth: first the move to play, then the others by their score. A move that
/// was never tried has none.
fn multi_pv(
    terminal: &mut Terminal,
    write: WriteLine,
    progress: Progress,
    engine: &Engine<'_>,
    lines: u8,
) {
    let report = &engine.report();
    let mut told: heapless::Vec<Column, { MAX_SIDE as usize }> =
        heapless::Vec::new();
    for rank in 1..=lines {
        let left = report
            .moves
            .iter()
            .filter(|left| !told.contains(&left.column))
            .filter(|left| left.visits > 0 || left.proof.is_some());
        let is_best = |left: &RootMove| Some(left.column) == report.best;
        let Some(next) = left.max_by_key(|left| (is_best(left), worth(left)))
        else {
            break;
        };
        let fits = told.push(next.column);
        debug_assert!(fits.is_ok(), "a move for each column");
        let progress = fmt::from_fn(|f| match rank {
            1 => progress.write(f, report).and_then(|()| f.write_str(" ")),
            _ => Ok(()),
        });
        let shown = if rank == 1 { usize::MAX } else { SHORT_VARIATION };
        let score = next.mean.permille();
        let proof = fmt::from_fn(|f| write_proof(f, next.proof));
        let variation = engine.variation_from(next.column);
        let variation =
            fmt::from_fn(|f| write_moves(f, variation.iter().take(shown)));
        let line = format_args!(
            "info {progress}multipv {rank} score {score}{proof}{variation}"
        );
        write(terminal, line);
    }
}

/// Orders moves: quick wins first, quick losses last.
fn worth(root_move: &RootMove) -> (i32, i32) {
    let mean = root_move.mean.permille();
    match root_move.proof {
        Some(Proof { wdl: Wdl::Win, distance }) => (1, -i32::from(distance)),
        Some(Proof { wdl: Wdl::Loss, distance }) => (-1, distance.into()),
        Some(Proof { wdl: Wdl::Draw, .. }) | None => (0, mean),
    }
}

fn write_moves<'a>(
    f: &mut fmt::Formatter<'_>,
    moves: impl IntoIterator<Item = &'a Column>,
) -> fmt::Result {
    f.write_str(" pv")?;
    let mut moves = moves.into_iter();
    moves.try_for_each(|column| write!(f, " {column}"))
}

/// One move of the present position: a line of `stats`.
pub(crate) fn root_move(terminal: &mut Terminal, root_move: RootMove) {
    let RootMove { column, visits, mean, proof, .. } = root_move;
    let score = mean.permille();
    let proof = fmt::from_fn(|f| write_proof(f, proof));
    terminal.reply(format_args!(
        "move {column} visits {visits} score {score}{proof}"
    ));
}

fn write_proof(
    f: &mut fmt::Formatter<'_>,
    proof: Option<Proof>,
) -> fmt::Result {
    let Some(Proof { wdl, distance }) = proof else { return Ok(()) };
    let wdl = match wdl {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    };
    write!(f, " proven {wdl} {distance}")
}
