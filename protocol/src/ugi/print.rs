//! Lines for a program.

use core::fmt;

use engine::{
    Cell, Column, Config, Engine, MIN_NODES, Outcome, Player, Position, Proof,
    Report, RootMove, SettingKind, Wdl,
};

use super::Query;
use crate::score::permille;
use crate::session::Options;
use crate::setting::{Row, rows};
use crate::terminal::Terminal;

/// Who this is and which options there are, down to `ugiok`.
pub(crate) fn print_identity(terminal: &mut Terminal, engine: &Engine<'_>) {
    let version = env!("CARGO_PKG_VERSION");
    terminal.reply(format_args!("id name Pocketfour {version}"));
    terminal.reply(format_args!("id author the Pocketfour developers"));
    for row in rows() {
        terminal.reply(format_args!("{}", OptionLine { row, engine }));
    }
    terminal.reply(format_args!("ugiok"));
}

pub(crate) fn print_ready(terminal: &mut Terminal) {
    terminal.reply(format_args!("readyok"));
}

pub(crate) fn print_best_move(terminal: &mut Terminal, column: Column) {
    terminal.reply(format_args!("bestmove {column}"));
}

/// Which cell was drawn to be forbidden.
pub(crate) fn print_block(terminal: &mut Terminal, forbidden: Option<Cell>) {
    match forbidden {
        Some(cell) => terminal.reply(format_args!("info string block {cell}")),
        None => terminal.reply(format_args!("info string block none")),
    }
}

/// The answer to a question about a position.
pub(crate) fn print_query(
    terminal: &mut Terminal,
    query: Query,
    game: &Position,
) {
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

/// An option as `ugi` lists it, with its default.
struct OptionLine<'a, 'b> {
    row: Row,
    engine: &'a Engine<'b>,
}

impl fmt::Display for OptionLine<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.row.name())?;
        match self.row {
            Row::Session(setting) => {
                write_kind(f, setting.kind, (setting.get)(&Options::DEFAULT))
            }
            Row::Search(setting) => {
                write_kind(f, setting.kind, (setting.get)(&Config::DEFAULT))
            }
            Row::Block => f.write_str("string default none"),
            Row::Seed => f.write_str("string default random"),
            Row::Pool => {
                let low = MIN_NODES as u32;
                let high = self.engine.pool_size() as u32;
                write_kind(f, SettingKind::Number { low, high }, high)
            }
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

/// The progress of a search: the `info` line.
pub(crate) struct Info<'a> {
    /// Milliseconds since it started.
    pub(crate) time: u32,
    /// Playouts since it started.
    pub(crate) playouts: u32,
    pub(crate) report: &'a Report,
}

impl fmt::Display for Info<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Info { time, playouts, report } = self;
        let rate = u64::from(*playouts) * 1000 / u64::from(*time).max(1);
        let used = report.used as u64 * 1000 / (report.capacity as u64).max(1);
        let score = permille(report.mean);
        write!(
            f,
            "info time {time} nodes {playouts} nps {rate} hashfull {used} \
             score {score}"
        )?;
        write_proof(f, report.proof)?;
        f.write_str(" pv")?;
        let mut variation = report.variation.iter();
        variation.try_for_each(|column| write!(f, " {column}"))
    }
}

/// One move of the present position: a line of `stats`.
pub(crate) struct MoveLine(pub(crate) RootMove);

impl fmt::Display for MoveLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RootMove { column, visits, mean, proof, .. } = self.0;
        let score = permille(mean);
        write!(f, "move {column} visits {visits} score {score}")?;
        write_proof(f, proof)
    }
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
