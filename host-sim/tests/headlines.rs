//! What the pages say about the games against the rivals is what stands in
//! the files of these games.

use std::collections::BTreeMap;
use std::fs;

use host_sim::matches::{GameResult, MatchSide, Record};

/// A file of the documents, its lines as one.
fn page(name: &str) -> String {
    let text = read(name);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn read(name: &str) -> String {
    let path = format!("{}/../{name}", env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(path).unwrap()
}

fn games(name: &str) -> Vec<Record> {
    let text = read(&format!("docs/games/{name}.jsonl"));
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Games won, drawn and lost against each rival, by its short name.
fn totals(games: &[Record]) -> BTreeMap<String, [usize; 3]> {
    let mut totals: BTreeMap<String, [usize; 3]> = BTreeMap::new();
    for game in games {
        let name: Vec<&str> = game.b.splitn(3, ':').take(2).collect();
        let place = match game.result {
            GameResult::A => 0,
            GameResult::Draw => 1,
            GameResult::B => 2,
        };
        totals.entry(name.join(":")).or_default()[place] += 1;
        assert_eq!(game.forfeit(), None, "{game:?}");
    }
    assert_eq!(totals.len(), 5);
    totals
}

fn sum(totals: &BTreeMap<String, [usize; 3]>) -> [usize; 3] {
    [0, 1, 2].map(|place| totals.values().map(|it| it[place]).sum())
}

/// The number of games against each.
fn each(totals: &BTreeMap<String, [usize; 3]>) -> usize {
    let counts: Vec<usize> =
        totals.values().map(|it| it.iter().sum()).collect();
    assert!(counts.iter().all(|count| *count == counts[0]), "{totals:?}");
    counts[0]
}

/// How the games were played, as far as the page shows it.
fn command(games: &[Record]) -> String {
    let (a, first) = (&games[0].a, &games[0].b);
    assert!(games.iter().all(|game| game.a == *a));
    format!("match --a {a} --ladder {first},…")
}

fn states(page: &str, what: &str) {
    assert!(page.contains(what), "no page states: {what}");
}

/// Wherever this is said, this comes next.
fn goes_on(page: &str, start: &str, with: &str) {
    for (_, rest) in
        page.match_indices(start).map(|(at, _)| page.split_at(at + start.len()))
    {
        assert!(rest.starts_with(with), "{start:?} goes on with {with:?}");
    }
}

fn word(number: usize) -> String {
    let words = [
        "none", "one", "two", "three", "four", "five", "six", "seven", "eight",
        "nine", "ten", "eleven", "twelve",
    ];
    words.get(number).map_or(number.to_string(), |it| (*it).to_owned())
}

#[test]
fn the_chip_against_the_rivals() {
    let games = games("chip-against-rivals");
    let totals = totals(&games);
    let told = read("docs/STRENGTH.md");
    let rows = told.lines().filter(|line| line.starts_with("| `rival:"));
    let mut rows: Vec<&str> = rows.collect();
    rows.sort_unstable();
    let expected = totals.iter().map(|(name, [won, drawn, lost])| {
        format!("| `{name}` | {won} | {drawn} | {lost} |")
    });
    assert_eq!(rows, Vec::from_iter(expected));
    let [won, drawn, lost] = sum(&totals);
    let row = format!("(docs/RIVALS.md) | 3 s | {won} | {drawn} | {lost} |");
    states(&read("README.md"), &row);

    let strength = page("docs/STRENGTH.md");
    let [won, drawn, lost] = sum(&totals);
    let (all, each) = (won + drawn + lost, each(&totals));
    states(&strength, &format!("{each} games each: {won} of {all}"));
    states(&strength, &command(&games));
    let plies: usize = games.iter().map(|game| game.moves.len()).sum();
    let mean = (plies as f64 / all as f64).round();
    states(&strength, &format!("A game had {mean} plies on average"));
    let lost_games = || games.iter().filter(|it| it.result == GameResult::B);
    let never = !lost_games().any(|game| game.first == MatchSide::A);
    let told = "lost no game in which it moved first";
    assert_eq!(strength.contains(told), never, "{told}");
    let mut boards: BTreeMap<&str, usize> = BTreeMap::new();
    for game in lost_games() {
        *boards.entry(&game.board).or_default() += 1;
    }
    let worst = boards.iter().max_by_key(|(_, count)| **count);
    if let Some((board, count)) = worst {
        let (size, cell) = board.split_once('#').unwrap();
        let (count, lost) = (word(*count), word(lost));
        let told = strength.to_lowercase();
        goes_on(&told, &format!(" of the {lost} losses are on"), " one board");
        let start = "losses are on one board, ";
        let with = format!("{size} with the forbidden cell at {cell}");
        goes_on(&told, start, &with);
        if told.contains(start) {
            states(&told, &format!("{count} of the {lost} {start}"));
        }
    }
}

#[test]
fn the_engine_against_the_rivals_on_equal_terms() {
    let games = games("host-against-rivals");
    let totals = totals(&games);
    let [_, drawn, lost] = sum(&totals);
    let each = each(&totals);
    let strength = page("docs/STRENGTH.md");
    let wins: Vec<String> =
        totals.values().map(|it| it[0].to_string()).collect();
    let (last, first) = wins.split_last().unwrap();
    let list = format!("{} and {last}", first.join(", "));
    let told = format!(
        "{each} games each: the engine won {list} against `rival:000` to \
         `rival:004`"
    );
    states(&strength, &told);
    goes_on(&strength, "and lost the other ", &word(lost));
    states(&strength, &command(&games));
    // A draw would have to be told.
    assert_eq!(strength.contains("and drew "), drawn > 0);
}

/// Budgets in playouts make the same games again, as long as the engine plays as
/// it did.
#[test]
fn the_engine_against_the_rivals_at_equal_playouts() {
    let games = games("equal-playouts");
    let totals = totals(&games);
    let figures = read("docs/FIGURES.md");
    let rows = figures.lines().filter(|line| line.starts_with("| `rival:"));
    let expected = totals.iter().map(|(name, [won, drawn, lost])| {
        format!("| `{name}` | {won} | {drawn} | {lost} |")
    });
    assert_eq!(Vec::from_iter(rows), Vec::from_iter(expected));

    let (a, b, each) = (&games[0].a, &games[0].b, each(&totals));
    assert!(games.iter().all(|game| game.a == *a));
    let told = format!("match --a {a} --b {b} --games {each}");
    states(&page("docs/FIGURES.md"), &told);
    let figures = read("docs/figures.txt");
    let mut lines = figures.lines();
    let signature =
        lines.find_map(|it| it.strip_prefix("signature = ")).unwrap();
    let (signature, _) = signature.split_once(' ').unwrap();
    for game in &games {
        let [engine, _] = &game.provenance.as_ref().unwrap().players;
        assert!(engine.ends_with(signature), "{engine}: {signature}");
    }
}

#[test]
fn the_pico_against_the_strongest_public_program() {
    let games = games("pico-against-lionjump");
    assert!(games.iter().all(|it| it.a == "engine:chip=pico"));
    let count = |first: Option<MatchSide>| {
        let it =
            || games.iter().filter(|it| first.is_none_or(|a| it.first == a));
        [GameResult::A, GameResult::Draw, GameResult::B]
            .map(|result| it().filter(|game| game.result == result).count())
    };
    let [won, drawn, lost] = count(None);
    let row = format!("| 2.7 s | {won} | {drawn} | {lost} |");
    states(&read("README.md"), &row);
    let strength = page("docs/STRENGTH.md");
    let told = |[won, drawn, lost]: [usize; 3]| match drawn {
        0 => format!("{won} to {lost}"),
        _ => format!("{won} to {lost}, {drawn} drawn"),
    };
    let all = told(count(None));
    let [first, second] =
        [MatchSide::A, MatchSide::B].map(|it| told(count(Some(it))));
    let sentence = format!(
        "{} games ended {all}: {first} where the chip moved first, {second} \
         where it moved second",
        games.len()
    );
    states(&strength, &sentence);
    for game in &games {
        assert_eq!(game.forfeit(), None, "{game:?}");
    }
}
