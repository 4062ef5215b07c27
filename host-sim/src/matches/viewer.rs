//! The games of a report, to be looked at move by move on the page itself.

use std::fmt::Write;

use serde::Serialize;

use super::plot::escaped;
use super::{GameResult, MatchSide, Record};

/// The most games on a page: more would make it slow to open.
const MOST: usize = 2000;
const PROGRAM: &str = include_str!("viewer.js");

/// What the page shows of a game.
#[derive(Serialize)]
struct Shown<'a> {
    a: &'a str,
    b: &'a str,
    board: &'a str,
    first: MatchSide,
    opening: usize,
    moves: &'a [u8],
    result: GameResult,
    reason: &'a str,
    scores: &'a [Option<i16>],
    playouts: &'a [Option<u64>],
}

impl<'a> Shown<'a> {
    fn of(record: &'a Record) -> Shown<'a> {
        Shown {
            a: &record.a,
            b: &record.b,
            board: &record.board,
            first: record.first,
            opening: record.opening,
            moves: &record.moves,
            result: record.result,
            reason: &record.reason,
            scores: &record.scores,
            playouts: &record.playouts,
        }
    }
}

/// A choice of games, buttons, and a board.
pub(super) fn viewer(records: &[Record]) -> String {
    let shown: Vec<Shown<'_>> =
        records.iter().take(MOST).map(Shown::of).collect();
    let data = serde_json::to_string(&shown).unwrap_or_else(|_| "[]".into());
    // Nothing in the data may look like the end of it.
    let data = data.replace('<', "\\u003c");
    let mut html = String::new();
    if records.len() > MOST {
        let all = records.len();
        let _ = write!(html, "<p>The first {MOST} of {all} games.</p>");
    }
    let _ = write!(
        html,
        "<p><label>Game <select id='game'></select></label></p>\
         <p><button id='first'>first</button> <button id='back'>back</button> \
         <button id='next'>next</button> <button id='last'>last</button></p>\
         <p id='told'></p><div id='board'></div>\
         <script type='application/json' id='games'>{data}</script>\
         <script>{PROGRAM}</script>"
    );
    html
}

/// What is known about where the games come from, and the command that made
/// the page.
pub(super) fn origin(command: &str, records: &[Record]) -> String {
    let known = || records.iter().filter_map(|it| it.provenance.as_ref());
    let mut dates: Vec<&str> = known().map(|it| it.date.as_str()).collect();
    dates.sort_unstable();
    let days = match (dates.first(), dates.last()) {
        (Some(first), Some(last)) => format!("{first} to {last}"),
        _ => "not recorded".into(),
    };
    let rows = [
        ("command", command.to_owned()),
        ("seed", each(known().map(|it| it.seed.to_string()))),
        ("boards", each(known().filter_map(|it| it.schedule.clone()))),
        ("played", days),
        ("build", each(known().map(|it| it.build.clone()))),
        ("players", each(known().flat_map(|it| it.players.clone()))),
        ("machine", each(known().map(|it| it.machine.clone()))),
    ];
    let mut html = String::from("<table>");
    for (what, value) in rows {
        let value = escaped(&value);
        let _ = write!(html, "<tr><td>{what}</td><td>{value}</td>");
    }
    html + "</table>"
}

/// Each value once.
fn each(values: impl Iterator<Item = String>) -> String {
    let mut values: Vec<String> = values.collect();
    values.sort_unstable();
    values.dedup();
    match values.is_empty() {
        true => "not recorded".into(),
        false => values.join("; "),
    }
}
