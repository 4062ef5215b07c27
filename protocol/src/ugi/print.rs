//! Lines for a program.

use core::fmt;

use engine::{
    Cell, Column, Config, Engine, MIN_NODES, Outcome, Player, Position, Proof,
    Report, RootMove, SettingKind, Wdl,
};

use super::Query;
use crate::score::permille;
use crate::setting::{Options, Row, rows};
use crate::terminal::Terminal;

/// Who this is and which options there are, down to `ugiok`.
pub(crate) fn identity(terminal: &mut Terminal, engine: &Engine<'_>) {
    let version = env!("CARGO_PKG_VERSION");
    terminal.reply(format_args!("id name Pocketfour {version}"));
    terminal.reply(format_args!("id author the Pocketfour developers"));
    for row in rows() {
        let option = fmt::from_fn(|f| write_option(f, row, engine));
        terminal.reply(format_args!("{option}"));
    }
    terminal.reply(format_args!("ugiok"));
}

pub(crate) fn ready(terminal: &mut Terminal) {
    terminal.reply(format_args!("readyok"));
}

pub(crate) fn best_move(terminal: &mut Terminal, column: Column) {
    terminal.reply(format_args!("bestmove {column}"));
}

/// Which cell was drawn to be forbidden.
pub(crate) fn block(terminal: &mut Terminal, forbidden: Option<Cell>) {
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
    row: Row,
    engine: &Engine<'_>,
) -> fmt::Result {
    write!(f, "option name {} type ", row.name())?;
    match row {
        Row::Session(setting) => {
            write_kind(f, setting.kind, (setting.get)(&Options::DEFAULT))
        }
        Row::Search(setting) => {
            write_kind(f, setting.kind, (setting.get)(&Config::DEFAULT))
        }
        Row::Block => f.write_str("string default none"),
        Row::Seed => f.write_str("string default random"),
        Row::Pool => {
            let (low, high) = (MIN_NODES as u32, engine.pool_size() as u32);
            write_kind(f, SettingKind::Number { low, high }, high)
        }
    }
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

/// The progress of a search: time in milliseconds and playouts since it
/// started.
pub(crate) fn info(
    terminal: &mut Terminal,
    time: u32,
    playouts: u32,
    report: &Report,
) {
    let rate = u64::from(playouts) * 1000 / u64::from(time).max(1);
    let used = report.used as u64 * 1000 / (report.capacity as u64).max(1);
    let score = permille(report.mean);
    let proof = fmt::from_fn(|f| write_proof(f, report.proof));
    let variation = fmt::from_fn(|f| {
        let mut columns = report.variation.iter();
        columns.try_for_each(|column| write!(f, " {column}"))
    });
    terminal.info(format_args!(
        "info time {time} nodes {playouts} nps {rate} hashfull {used} \
         score {score}{proof} pv{variation}"
    ));
}

/// One move of the present position: a line of `stats`.
pub(crate) fn root_move(terminal: &mut Terminal, root_move: RootMove) {
    let RootMove { column, visits, mean, proof, .. } = root_move;
    let score = permille(mean);
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
