//! A match or a tournament as one page that needs nothing else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

use super::plot::{COLOURS, bars, escaped, intervals};
use super::standing::lost;
use super::viewer::{origin, viewer};
use super::{CrossTable, MatchSide, Record};
use crate::Setup;
use crate::players::Forfeit;

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:60em;\
    margin:2em auto;padding:0 1em;color:#222}\
    table{border-collapse:collapse;margin:1em 0;display:block;\
    overflow-x:auto}\
    td,th{padding:.2em .6em;border:1px solid #ccc;text-align:right}\
    td:first-child,th:first-child{text-align:left}\
    svg{max-width:100%;height:auto;font-size:12px}\
    #board svg{width:auto}";

/// The page for these games, which this command has made.
#[must_use]
pub fn report(table: &CrossTable, records: &[Record], command: &str) -> String {
    let mut page = String::from(
        "<!doctype html><html lang='en'><meta charset='utf-8'>\
         <meta name='viewport' content='width=device-width'>\
         <title>Pocketfour: a match</title>",
    );
    let games = records.len();
    let _ =
        write!(page, "<style>{STYLE}{COLOURS}</style><h1>Games: {games}</h1>");
    page += &origin(command, records);
    page += "<h2>Who against whom</h2>";
    page += &markdown(&table.to_string());
    page += "<h2>Elo, with its error</h2>";
    page += &intervals(&table.estimates());
    page += "<p>The two tables that follow count the games that were played \
        to their end. Forfeits stand beside them.</p>";
    page += "<h2>Score by colour</h2>";
    page += &by(records, |record, side| {
        let first = record.first == side;
        if first { "moving first" } else { "moving second" }
    });
    page += "<h2>Score by board</h2>";
    page += &by(records, |record, _| Sides::of(record));
    page += "<h2>Length of the games, in moves</h2>";
    page += &bars(&lengths(records));
    page += "<h2>How the games ended</h2>";
    page += &endings(records);
    page += &forfeits(records);
    page += "<h2>Time for a move</h2>";
    page += &times(records);
    page += "<h2>The games</h2>";
    page += &viewer(records);
    page + "</html>\n"
}

/// What a player got in some games.
#[derive(Clone, Copy, Default)]
struct Points {
    half_points: u64,
    /// Games that were played to their end.
    games: u64,
    /// Games that the opponent forfeited, and that he forfeited himself.
    forfeits: [u64; 2],
}

impl Points {
    fn add(&mut self, record: &Record, side: MatchSide) {
        let a = u64::from(record.result.half_points());
        if let Some((loser, _)) = lost(record) {
            self.forfeits[usize::from(loser == side)] += 1;
        } else {
            self.games += 1;
            self.half_points += match side {
                MatchSide::A => a,
                MatchSide::B => 2 - a,
            };
        }
    }
}

/// `50%, forfeits: won 2, lost 1`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Points { half_points, games, forfeits } = self;
        match games {
            0 => f.write_str("-")?,
            _ => write!(f, "{:.0}%", 50.0 * half_points as f64 / games as f64)?,
        }
        let mut before = ", forfeits: ";
        for (what, count) in ["won", "lost"].into_iter().zip(forfeits) {
            if count > 0 {
                write!(f, "{before}{what} {count}")?;
                before = ", ";
            }
        }
        Ok(())
    }
}

/// The score of every player in each class of games, which are sorted.
fn by<K: Ord + fmt::Display>(
    records: &[Record],
    class: impl Fn(&Record, MatchSide) -> K,
) -> String {
    let mut rows: BTreeMap<K, BTreeMap<&str, Points>> = BTreeMap::new();
    let mut names = BTreeSet::new();
    for record in records {
        let sides = [(MatchSide::A, &record.a), (MatchSide::B, &record.b)];
        for (side, name) in sides {
            names.insert(name.as_str());
            let row = rows.entry(class(record, side)).or_default();
            row.entry(name.as_str()).or_default().add(record, side);
        }
    }
    let mut html = String::from("<table><tr><th></th>");
    for name in &names {
        let _ = write!(html, "<th>{}</th>", escaped(name));
    }
    for (class, row) in &rows {
        let _ = write!(html, "<tr><td>{class}</td>");
        for name in &names {
            let points = row.get(name).copied().unwrap_or_default();
            let _ = write!(html, "<td>{points}</td>");
        }
    }
    html + "</table>"
}

/// A size that sorts by its numbers.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Sides(usize, usize);

impl Sides {
    fn of(record: &Record) -> Sides {
        let setup: Option<Setup> = record.board.parse().ok();
        setup.map_or(Sides(0, 0), |it| Sides(it.size.rows, it.size.columns))
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0, self.1)
    }
}

fn lengths(records: &[Record]) -> Vec<(String, u64)> {
    let most = records.iter().map(|record| record.moves.len()).max();
    let mut counts = vec![0; most.unwrap_or(0) / 10 + 1];
    for record in records {
        counts[record.moves.len() / 10] += 1;
    }
    let label = |place: usize| format!("{}-{}", 10 * place, 10 * place + 9);
    let counts = counts.into_iter().enumerate();
    counts.map(|(place, count)| (label(place), count)).collect()
}

fn endings(records: &[Record]) -> String {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for record in records {
        let ending = match record.forfeit() {
            Some(forfeit) => format!("forfeit: {forfeit}"),
            None => record.reason.clone(),
        };
        *counts.entry(ending).or_default() += 1;
    }
    let mut html = String::from("<table><tr><th>ending</th><th>games</th>");
    for (ending, count) in counts {
        let ending = escaped(&ending);
        let _ = write!(html, "<tr><td>{ending}</td><td>{count}</td>");
    }
    html + "</table>"
}

/// Who lost without being beaten, how often, and why the first time.
fn forfeits(records: &[Record]) -> String {
    let mut counts: BTreeMap<(&str, Forfeit), (u64, &str)> = BTreeMap::new();
    for record in records {
        let Some((side, forfeit)) = lost(record) else { continue };
        let loser = match side {
            MatchSide::A => &record.a,
            MatchSide::B => &record.b,
        };
        let first = || (0, record.reason.as_str());
        counts.entry((loser, forfeit)).or_insert_with(first).0 += 1;
    }
    if counts.is_empty() {
        return "<p>No game was forfeited.</p>".into();
    }
    let mut html = String::from(
        "<table><tr><th>forfeits of</th><th>kind</th><th>games</th>\
         <th>why, the first time</th>",
    );
    for ((loser, forfeit), (count, why)) in counts {
        let (loser, why) = (escaped(loser), escaped(why));
        let _ = write!(
            html,
            "<tr><td>{loser}</td><td>{forfeit}</td><td>{count}</td>\
             <td>{why}</td>"
        );
    }
    html + "</table>"
}

fn times(records: &[Record]) -> String {
    let mut times: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    for record in records {
        let chosen = record.micros.iter().enumerate().skip(record.opening);
        for (ply, &micros) in chosen {
            let first = ply % 2 == 0;
            let is_a = first == (record.first == MatchSide::A);
            let name = if is_a { &record.a } else { &record.b };
            let (sum, count, most) = times.entry(name).or_default();
            *sum += micros;
            *count += 1;
            *most = micros.max(*most);
        }
    }
    let mut html =
        String::from("<table><tr><th>player</th><th>mean</th><th>longest</th>");
    for (name, (sum, count, most)) in times {
        let mean = sum as f64 / count.max(1) as f64 / 1000.0;
        let most = most as f64 / 1000.0;
        let _ = write!(
            html,
            "<tr><td>{}</td><td>{mean:.1} ms</td><td>{most:.1} ms</td>",
            escaped(name)
        );
    }
    html + "</table>"
}

/// A table in Markdown as one in HTML.
fn markdown(text: &str) -> String {
    let mut html = String::from("<table>");
    for (line, number) in text.lines().zip(0..) {
        if number == 1 {
            continue;
        }
        let tag = if number == 0 { "th" } else { "td" };
        html += "<tr>";
        for cell in line.trim_matches('|').split('|') {
            let cell = escaped(cell.trim());
            let _ = write!(html, "<{tag}>{cell}</{tag}>");
        }
    }
    html + "</table>"
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::matches::{GameResult, MatchScore, Provenance, Schedule};

    /// A game that A has won.
    fn won() -> Record {
        let players = ["a<b 7".into(), "random".into()];
        let schedule = Schedule { seed: 9, ..Schedule::default() };
        let provenance = Provenance::now(players, &schedule, Some(2), 1);
        Record {
            game: 0,
            a: "ugi:a<b".into(),
            b: "random".into(),
            board: "9x12#5,6".into(),
            first: MatchSide::B,
            seeds: [1, 2],
            opening: 0,
            moves: vec![1; 23],
            result: GameResult::A,
            reason: "four in a line".into(),
            forfeit: None,
            time: None,
            micros: vec![1500; 23],
            playouts: Vec::new(),
            scores: Vec::new(),
            provenance: Some(provenance),
        }
    }

    /// A game that this side has won because the other one failed.
    fn forfeited(result: GameResult) -> Record {
        let reason = "it ended: <3".into();
        Record { result, reason, forfeit: Some(Forfeit::Crash), ..won() }
    }

    /// A win that was not played is none, whatever it is counted by.
    #[test]
    fn forfeits_stand_apart_in_every_score() {
        let page = |records: &[Record]| {
            let page = report(&CrossTable::default(), records, "");
            let (_, rest) = page.split_once("Score by colour").unwrap();
            let (scores, _) = rest.split_once("Length of the").unwrap();
            scores.to_owned()
        };
        // The players stand there by their names: `random` before `ugi:`.
        let rows = |page: &str, a: &str, b: &str| {
            for row in [
                format!("<td>moving first</td><td>{b}</td><td>-</td>"),
                format!("<td>moving second</td><td>-</td><td>{a}</td>"),
                format!("<td>9x12</td><td>{b}</td><td>{a}</td>"),
            ] {
                assert!(page.contains(&row), "{row} in {page}");
            }
        };
        rows(&page(&[won()]), "100%", "0%");
        let [a, b] = [GameResult::A, GameResult::B].map(forfeited);
        rows(&page(from_ref(&a)), "-, forfeits: won 1", "-, forfeits: lost 1");
        rows(
            &page(&[won(), a, b.clone(), b]),
            "100%, forfeits: won 1, lost 2",
            "0%, forfeits: won 2, lost 1",
        );
    }

    #[test]
    fn everything_is_on_the_page() {
        let record = won();
        let mut table = CrossTable::default();
        let pairs = [0, 0, 1, 0, 0];
        let score = MatchScore { wins: 1, draws: 0, losses: 1, pairs };
        table.add("ugi:a<b", "random", score);
        let crash = forfeited(GameResult::B);
        let command = "host-sim match --a 'ugi:a<b'";
        let page = report(&table, &[record, crash], command);
        for part in [
            "<h1>Games: 2</h1>",
            "<td>command</td><td>host-sim match --a 'ugi:a&lt;b'</td>",
            "<td>seed</td><td>9</td>",
            "<td>boards</td><td>size=any block=random openings=none</td>",
            "<td>build</td><td>0.",
            "\"moves\":[1,1,",
            "<td>forfeit: crash</td><td>1</td>",
            "<td>crash</td><td>1</td><td>it ended: &lt;3</td>",
            "ugi:a&lt;b",
            "20-29",
            "four in a line",
            "1.5 ms",
            "<td>100%, forfeits: lost 1</td>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        for never in ["a<b", "http", "src="] {
            assert!(!page.contains(never), "{never}");
        }
    }
}
